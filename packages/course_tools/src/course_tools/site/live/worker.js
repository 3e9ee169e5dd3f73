// @ts-check
/**
 * Python for all that a page wants to know. Knows neither page nor exercise: it loads the runtime,
 * says how far it is, and hands one message after the other to `kernel.py`.
 */
import { events, keepEvents, notebooks } from "./store.js";

const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the smallest WebAssembly there is
const MEMORY = "/drive/.course/memory"; // where `misstep.memory` looks in a browser
/** @type {any} */ let python, about, started;
let queue = Promise.resolve();

const tell = (/** @type {object} */ told) => self.postMessage(told);
/** @param {string} text @param {number} part */
const say = (text, part, ready = false) => tell({ stage: { text, part, ready } });

/** Why there can be no Python here, in words; "" where nothing speaks against it. */
function hindrance() {
  if (typeof WebAssembly === "undefined") return "This browser runs no WebAssembly.";
  try {
    return new WebAssembly.Module(NOTHING) && "";
  } catch (error) {
    return `A content policy forbids WebAssembly here (${/** @type {Error} */ (error).message}).`;
  }
}

/** @param {any} runtime what there is, by its place beside the folder of this file */
async function boot(runtime) {
  about = runtime;
  const why = hindrance();
  if (why) throw new Error(why);
  say("Python is loading", 0);
  const place = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url).href;
  const watch = setInterval(() => { // also a sign of life
    const got = performance.getEntriesByType("resource")
      .reduce((sum, one) => sum + /** @type {any} */ (one).decodedBodySize, 0);
    say("Python is loading", Math.min(0.95, got / about.bytes));
  }, 500);
  try {
    const { loadPyodide } = await import(place(about.pyodide));
    python = await loadPyodide({
      indexURL: place(about.index), lockFileURL: place(about.lock), stdLibURL: place(about.stdlib),
      env: { HOME: "/drive", ...about.env }, stdout() {}, stderr() {} });
    await load(["start"]);
    python.FS.mkdirTree(MEMORY);
    for (const name of await notebooks()) await remind(name);
    python.runPython(await (await fetch(new URL("kernel.py", import.meta.url))).text());
  } finally {
    clearInterval(watch);
  }
  say("Ready", 1, true);
}

/** @param {string[]} kinds of packages, as the runtime names them */
async function load(kinds) {
  const names = kinds.flatMap((kind) => about.packages[kind]);
  /** @type {string[]} */ const failed = [];
  await python.loadPackage(names, { messageCallback() {},
    errorCallback: (/** @type {string} */ why) => failed.push(why) });
  if (failed.length) throw new Error(failed[0]);
}

/** Lay what is remembered of a notebook where Python looks for it. @param {string} notebook */
async function remind(notebook) {
  const known = await events(notebook);
  const file = `${MEMORY}/${notebook}.json`;
  python.FS.writeFile(file, JSON.stringify({ version: 1, events: known }));
  return known.length;
}

/** @param {any} data */
async function serve({ op, needs = [], notebook, ...data }) {
  const loaded = Object.keys(python.loadedPackages);
  if (needs.some((/** @type {string} */ kind) => !loaded.includes(about.packages[kind][0]))) {
    say("What draws pictures is loading", 0.5, true);
    await load(needs);
    say("Ready", 1, true);
  }
  const ask = python.globals.get("answer"), known = notebook && await remind(notebook);
  const value = JSON.parse(ask(op, JSON.stringify(data)));
  ask.destroy();
  if (!notebook) return value; // a frame: nothing to remember
  const file = python.FS.readFile(`${MEMORY}/${notebook}.json`, { encoding: "utf8" });
  const more = JSON.parse(file).events.slice(known);
  if (more.length) await keepEvents(notebook, more);
  return value;
}

const said = (/** @type {any} */ error) => String(error.message ?? error).slice(-500);
self.onmessage = ({ data: { call, runtime, ...data } }) => {
  if (runtime) {
    started = boot(runtime);
    started.catch((/** @type {any} */ error) => tell({ failed: said(error) }));
    return;
  }
  queue = queue.then(() => started).then(() => serve(data)).then(
    (value) => tell({ call, value }), (error) => tell({ call, error: said(error) }));
};
