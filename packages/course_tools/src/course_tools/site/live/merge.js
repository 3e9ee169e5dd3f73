// @ts-check
/**
 * One memory: the book's store and the files of the browser version hold the same events. Each
 * notebook's are a set that only grows, so either side takes what it lacks, whoever opens first.
 *
 * @typedef {{at: string, kind: string, id: string}} Happened an event, as `misstep.memory` has it
 */
import * as store from "./store.js";

const VERSION = 1; // of a file of events; a newer one is left alone
const FOLDER = ".course/memory";
const AGAIN = 1000, TIMES = 60; // ms, how often: the browser version's database comes at its start

/** An event as text, whatever the order of its keys. @param {Happened} one */
const written = (one) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * What of `list` is not in `known`; of two that are equal in a list each counts.
 * @param {Happened[]} list @param {Happened[]} known
 */
export function lacking(list, known) {
  /** @type {Map<string, number>} */ const there = new Map();
  for (const one of known) there.set(written(one), (there.get(written(one)) ?? 0) + 1);
  return list.filter((one) => {
    const left = there.get(written(one)) ?? 0;
    there.set(written(one), left - 1);
    return left <= 0;
  });
}

/**
 * The browser version's database; undefined where nobody has opened that yet. It is never made
 * here, and closed at once after use, or JupyterLite could not make its own.
 * @param {URL} lite @returns {Promise<IDBDatabase | undefined>}
 */
const open = (lite) => new Promise((yes) => {
  const asked = indexedDB.open(`JupyterLite Storage - ${lite.pathname}`);
  asked.onupgradeneeded = () => asked.transaction?.abort();
  asked.onerror = () => yes(undefined);
  asked.onsuccess = () => {
    const there = asked.result.objectStoreNames.contains("files");
    if (!there) asked.result.close();
    yes(there ? asked.result : undefined);
  };
});

/** The events of a file there; null where they are not ours to change. @param {any} file */
function read(file) {
  if (!file) return [];
  try {
    const text = file.format !== "base64" ? file.content : new TextDecoder().decode(
      Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0)));
    const { version, events } = typeof text === "string" ? JSON.parse(text) : text;
    return version > VERSION ? null : events.filter((/** @type {any} */ one) => one.at && one.kind);
  } catch {
    return null; // damaged: the course itself sets it aside
  }
}

/** @param {string} path @param {?string} content */
function entry(path, content = null) {
  const now = new Date().toISOString(), name = path.split("/").pop(), file = content !== null;
  return { name, path, last_modified: now, created: now, writable: true, content,
    format: file ? "text" : "json", mimetype: file ? "application/json" : "",
    size: content?.length ?? 0, type: file ? "file" : "directory" };
}

/**
 * Give each side what it lacks, one page after the other. @param {URL} lite the browser version
 * @returns {Promise<string[] | undefined>} notebooks of which the book has learned something;
 *   undefined where there is no browser version's database
 */
export const together = async (lite) => (navigator.locks
  ? navigator.locks.request("course:memory", () => met(lite)) : met(lite));

/** @param {URL} lite */
async function met(lite) {
  const base = await open(lite);
  if (!base) return undefined;
  try {
    const mine = new Map();
    for (const name of await store.notebooks()) mine.set(name, await store.events(name));
    /** @type {Map<string, Happened[]>} */ const news = new Map();
    await new Promise((yes, no) => {
      const all = base.transaction("files", "readwrite"), files = all.objectStore("files");
      all.oncomplete = yes;
      all.onerror = all.onabort = () => no(all.error);
      const asked = files.getAll(IDBKeyRange.bound(`${FOLDER}/`, `${FOLDER}/\uffff`));
      asked.onsuccess = () => {
        const there = new Map(asked.result.filter((one) => /\/\w+\.json$/.test(one.path))
          .map((one) => [one.path.slice(FOLDER.length + 1, -5), one]));
        for (const name of new Set([...mine.keys(), ...there.keys()])) {
          const theirs = read(there.get(name)), ours = mine.get(name) ?? [];
          if (!theirs) continue;
          const more = lacking(theirs, ours), missing = lacking(ours, theirs);
          if (more.length) news.set(name, more);
          if (!missing.length) continue;
          for (const place of [".course", FOLDER]) files.put(entry(place), place);
          const happened = store.ordered([...theirs, ...missing]);
          const text = JSON.stringify({ version: VERSION, events: happened });
          files.put(entry(`${FOLDER}/${name}.json`, text), `${FOLDER}/${name}.json`);
        }
      };
    });
    for (const [name, more] of news) await store.keepEvents(name, more);
    return [...news.keys()];
  } finally {
    base.close();
  }
}

/** Forget a notebook in the browser version too. @param {URL} lite @param {string} notebook */
export async function forget(lite, notebook) {
  const base = await open(lite);
  base?.transaction("files", "readwrite").objectStore("files")
    .delete(`${FOLDER}/${notebook}.json`);
  base?.close();
}

/** In the browser version: as soon as it has its database, which is before its Python is there. */
export async function arrive() {
  const lite = new URL("../../../lite/", import.meta.url);
  for (let i = 0; i < TIMES && !await together(lite); i += 1) {
    await new Promise((then) => { setTimeout(then, AGAIN); });
  }
}
if (location.pathname.startsWith(new URL("../../../lite/", import.meta.url).pathname)) arrive();
