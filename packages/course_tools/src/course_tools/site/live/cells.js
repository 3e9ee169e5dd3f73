// @ts-check
/**
 * Results below the exercises: each may be run on the reader's answers, and the course's brought
 * back. What a cell needs of those above was cut out when the book was built.
 *
 * @typedef {{cell: string, uses: string[], statements: number[], code: string, explorer: boolean,
 *   packages: string[]}} Below
 * @typedef {import("./exercise.js").Page} Page
 */
import { printout } from "./exercise.js";
import { make } from "./front.js";

const LIMIT = 150_000; // ms; Python itself stops after 120 s
const LONG = 3000; // ms after which it is said that it may take a while

/** @param {Page} page */
export function below(page) {
  for (const one of page.data.cells) {
    const cell = document.getElementById(one.cell)?.querySelector(".cell");
    if (cell instanceof HTMLElement && one.uses.length && !one.explorer) follow(cell, one, page);
  }
  const table = document.querySelector(`[id$="-progress-table"] .cell_output`);
  if (table) standing(table, page);
}

/** Where one stands is told anew when it is looked at. @param {Element} table @param {Page} page */
function standing(table, page) {
  let seen = false, old = false;
  const tell = async () => {
    if (!seen || !old || !page.kernel.ready) return;
    old = false;
    table.innerHTML = (await page.kernel.call("progress",
      { notebook: page.notebook, number: page.notebook, needs: ["data"] })).html;
  };
  new IntersectionObserver(([one]) => { seen = one.isIntersecting; tell(); }).observe(table);
  page.news.addEventListener("answer", () => { old = true; tell(); });
}

/** @param {HTMLElement} cell @param {Below} one @param {Page} page */
function follow(cell, one, page) {
  const course = /** @type {?HTMLElement} */ (cell.querySelector(".cell_output"));
  const mine = make("div", { class: "cell_output course-yours", hidden: true });
  const state = make("span", { class: "course-state", role: "status" });
  const button = (/** @type {string} */ words, /** @type {() => void} */ click) =>
    make("button", { type: "button", class: "course-key", click }, words);
  const back = button("Back to the course's", () => swap(false));
  const line = make("div", { class: "course-mine", hidden: true },
    button("Run on your answer", () => go()), back, state);
  cell.append(mine, line);
  back.hidden = true;
  let busy = false, ran = ""; // on which answers: what trains need not train again

  const right = () => one.uses.filter((id) => page.answers.get(id)?.status === "passed");
  page.news.addEventListener("answer", () => {
    line.hidden = !right().length && mine.hidden;
    if (!mine.hidden) state.textContent = "This is of an earlier answer.";
  });

  /** @param {boolean} yours */
  function swap(yours) {
    mine.hidden = back.hidden = !yours;
    if (course) course.hidden = yours;
    state.textContent = yours ? "On your answer." : "";
  }

  async function go() {
    const theirs = Object.fromEntries(right().map((id) => [id, page.answers.get(id)]));
    const answers = JSON.stringify(theirs);
    if (ran === answers) swap(true);
    if (busy || ran === answers) return;
    busy = true;
    state.textContent = page.kernel.ready ? "Runs …" : "Python starts …";
    const long = setTimeout(() => {
      state.textContent = "This may take a minute or two in a browser.";
    }, LONG);
    try {
      const needs = [...one.packages, ...Object.values(theirs).flatMap((answer) => answer?.needs)];
      const before = one.statements.map((i) => page.statements[i]);
      const { shows } = await page.kernel.call("run",
        { notebook: page.notebook, needs, before, code: one.code, theirs }, LIMIT);
      mine.replaceChildren(...shows.map(shown));
      if (!shows.length) mine.append("It ran to its end: all that it asserts holds.");
      swap(true);
      ran = answers;
    } catch (error) {
      state.textContent = `${/** @type {Error} */ (error).message}.`;
    }
    clearTimeout(long);
    busy = false;
  }
}

/** @param {{png?: string, alt?: string, html?: string, text?: string, error?: string}} one */
function shown(one) {
  if (one.png) {
    const src = `data:image/png;base64,${one.png}`;
    return make("img", { class: "course-picture", alt: one.alt, src });
  }
  if (one.html) return document.createRange().createContextualFragment(one.html);
  return one.error ? make("pre", { class: "course-failed" }, one.error) : printout(one.text ?? "");
}
