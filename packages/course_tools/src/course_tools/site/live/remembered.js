// @ts-check
/**
 * What the page's reader has done: predictions and recalls as events of the store, one memory with
 * the browser version, and the notebook's file of it to download, bring back or forget.
 */
import { make } from "./front.js";
import { forget, lacking, together } from "./merge.js";
import * as store from "./store.js";

const LITE = new URL("../../../lite/", import.meta.url);
/** `course.js`, which draws predictions, listens from then on. */
const drawn = new Promise((yes) => {
  if (document.readyState === "complete") yes(true); else addEventListener("load", yes);
});

/** Now, as the notebooks' memory writes it: local time and its offset. */
function now() {
  const at = new Date(), off = -at.getTimezoneOffset(), away = Math.abs(off);
  const two = (/** @type {number} */ n) => String(Math.trunc(n)).padStart(2, "0");
  const local = new Date(at.getTime() + off * 60_000).toISOString().slice(0, 19);
  return `${local}${off < 0 ? "-" : "+"}${two(away / 60)}:${two(away % 60)}`;
}

/** The notebook that taught what a question asks. @param {string} id such as "01-line-r1" */
const taught = (id) => id.split("-")[0];

/** Both sides know the same; a browser that keeps nothing goes without. */
const merged = () => together(LITE).catch(() => undefined);

/** @param {import("./exercise.js").Page} page */
export async function remembered(page) {
  const { notebook } = page;
  const keep = async (/** @type {string} */ kind, /** @type {any} */ what) => {
    await store.keepEvents(taught(what.id), [{ at: now(), kind, ...what }]);
    merged();
  };
  addEventListener("course:committed", (/** @type {any} */ { detail }) =>
    keep("committed", detail));
  addEventListener("course:recalled", (/** @type {any} */ { detail }) =>
    keep("recalled", { ...detail, where: notebook }));
  page.news.addEventListener("answer", merged);
  await Promise.all([drawn, merged()]);
  /** @type {NodeListOf<HTMLElement>} */ const boxes = document.querySelectorAll("[data-recalls]");
  const asked = [...boxes].flatMap((one) => (one.dataset.recalls ?? "").split(" "));
  const known = [...new Set([notebook, ...asked.map(taught)])].map(store.events);
  const happened = (await Promise.all(known)).flat();
  const chosen = (/** @type {(one: any) => boolean} */ which) => Object.fromEntries(
    happened.filter(which).map((one) => [one.id, one.choice]));
  const today = now().slice(0, 10); // on another day it is asked again, as in the notebook
  dispatchEvent(new CustomEvent("course:remembered", { detail: {
    committed: chosen(({ kind }) => kind === "committed"),
    recalled: chosen(({ kind, where, at }) =>
      kind === "recalled" && where === notebook && at.startsWith(today)),
  } }));
  document.querySelector(`[id$="-progress-table"]`)?.append(chest(page));
}

/** The buttons for what is kept. @param {import("./exercise.js").Page} page */
function chest({ notebook, data }) {
  const said = make("span", { class: "course-state", role: "status" });
  /** @type {[string, string][]} */
  const keys = data.exercises.map(({ id }) => [id, `${notebook}/${id}`]);

  async function download() {
    const kept = await Promise.all(keys.map(async ([id, key]) => [id, await store.answer(key)]));
    const text = JSON.stringify({ version: 1, events: await store.events(notebook),
      answers: Object.fromEntries(kept.filter(([, one]) => one)) });
    const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    make("a", { href, download: `${notebook}.json` }).click();
    URL.revokeObjectURL(href);
  }

  async function bring() {
    try {
      const { events, answers = {} } = JSON.parse(await file.files[0].text());
      const more = lacking(events, await store.events(notebook));
      if (more.length) await store.keepEvents(notebook, more);
      for (const [id, key] of keys) if (answers[id]) await store.keepAnswer(key, answers[id]);
      location.reload();
    } catch {
      said.textContent = "This is not such a file: expected one that was downloaded here.";
    }
  }

  async function forgetAll() {
    const asked = `Forget your answers, tries and predictions of ${notebook} in this browser?`;
    if (!confirm(asked)) return;
    await store.forget(notebook, keys.map(([, key]) => key));
    await forget(LITE, notebook);
    dispatchEvent(new CustomEvent("course:forgotten"));
    location.reload();
  }
  const file = make("input", { type: "file", accept: ".json", hidden: true, change: bring });
  const button = (/** @type {string} */ words, /** @type {() => void} */ click) =>
    make("button", { type: "button", class: "course-key", click }, words);
  return make("div", { class: "course-mine" }, "Your work on this page stays in this browser.",
    button("Download it", download), button("Bring it back", () => file.click()),
    button("Forget it", forgetAll), file, said);
}
