// @ts-check
/**
 * What the page's reader has done: predictions as events of the store, one memory with the browser
 * version, and the notebook's file of it to download, bring back or forget.
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

/** Both sides know the same; a browser that keeps nothing goes without. */
const merged = () => together(LITE).catch(() => undefined);

/** @param {import("./exercise.js").Page} page */
export async function remembered(page) {
  const { notebook } = page;
  addEventListener("course:committed", async (/** @type {any} */ { detail }) => {
    await store.keepEvents(notebook, [{ at: now(), kind: "committed", ...detail }]);
    merged();
  });
  page.news.addEventListener("answer", merged);
  await Promise.all([drawn, merged()]);
  const chosen = (await store.events(notebook)).filter((one) => one.kind === "committed");
  dispatchEvent(new CustomEvent("course:remembered",
    { detail: Object.fromEntries(chosen.map((one) => [one.id, one.choice])) }));
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
