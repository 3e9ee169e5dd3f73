// @ts-check
/** An exercise on the page: editor, buttons, card. What it shows are the package's own cards. */
import { patch } from "./box.js";
import { make } from "./front.js";
import * as store from "./store.js";

const PAUSE = 400; // ms without a key after which an answer is kept
const LIMIT = 25_000; // ms for a check: what Python itself cannot stop is ended from outside
const OLD = "Judged before your last change: run it again.";
const FRESH = "Your text stays; the next run has a fresh Python.";
const UNJUDGED = "unjudged"; // status of a run that did not come to a verdict
const KEYS = [["( )", "(", ")"], ["[ ]", "[", "]"], ["=", "="], [":", ":"], ["_", "_"], ["*", "*"],
  ["/", "/"], [".", "."]]; // which a phone's keyboard hides

/** What code printed, in a box that scrolls. @param {string} text */
export const printout = (text) => make("pre", { class: "course-printed", tabindex: "0",
  role: "group", "aria-label": "Printed" }, text);

/**
 * @typedef {{code: string, status: string, before: string[], needs: string[]}} Answer judged last
 * @typedef {{code: string, html: string, status: string, judged?: string, calls?: string[],
 *   used?: string[]}} Kept the text as it is now, and the card of the text that was judged
 * @typedef {{cells: import("./cells.js").Below[],
 *   exercises: {id: string, number: string, title: string, names: Record<string, number[]>}[]}} Data
 * @typedef {{kernel: import("./kernel.js").Kernel, data: Data, statements: string[],
 *   notebook: string, touch: boolean, saves: boolean, answers: Map<string, Answer>,
 *   news: EventTarget}} Page
 * @param {HTMLElement} cell @param {Page} page
 */
export async function exercise(cell, page) {
  const { kernel, notebook } = page, id = cell.dataset.exercise ?? "", key = `${notebook}/${id}`;
  const { names = {}, title = id, number = "" } =
    page.data.exercises.find((one) => one.id === id) ?? {};
  const input = /** @type {HTMLElement} */ (cell.querySelector(".cell_input"));
  const output = /** @type {HTMLElement} */ (cell.querySelector(".cell_output"));
  const asked = /** @type {HTMLElement} */ (input.querySelector("pre"));
  const stub = (input.textContent ?? "").trim() + "\n", task = output.firstElementChild;
  /** @type {Kept} */
  let kept = await store.answer(key) ?? { code: stub, html: "", status: "" };
  let text = kept.code, timer = 0, busy = false;
  /** What the card that is shown has judged. @type {string | undefined} */ let judged;

  // --- what stands there -----------------------------------------------------------------------
  const place = make("div", { class: "course-editor" });
  const tip = make("span", { id: `tip-${id}`, class: "course-tip" },
    page.touch ? "" : "Shift+Enter runs. Esc, then Tab leaves the editor.");
  const state = make("span", { class: "course-state", role: "status" });
  const loads = make("span", { class: "course-loads" });
  const note = make("p", { class: "course-old-note", role: "status" });
  const result = make("div", { class: "course-result" });
  const helps = make("div", { class: "course-result" });
  const button = (/** @type {string} */ words, /** @type {() => void} */ click, more = {}) =>
    make("button", { type: "button", class: "course-key", click, ...more }, words);
  const runs = button("Run", run,
    { class: "course-key course-run", "aria-keyshortcuts": "Shift+Enter" });
  const stop = button("Stop", () => kernel.stop("You stopped it"), { hidden: true });
  // Offered by a card, where it has a use for them.
  const offered = { why: button("Why?", () => help("why")),
    doubt: button("Not so?", () => help("doubt")),
    slip: button("Find a slip", () => open("slip")) };
  const box = make("div", { class: "course-exercise highlight" }, place,
    make("div", { class: "course-acts" }, runs, stop, button("Hint", () => help("hint")),
      offered.why, button("Pieces", () => open("pieces")), button("Solution", () => help("solution")),
      offered.slip, offered.doubt, button("Start over", startOver), loads, state, tip));
  /** What stands in the editor's place until somebody comes near: that is not little to load. */
  const before = make("pre", {}, ...(text === stub ? [...asked.childNodes] : [text]));
  /** @type {ReturnType<typeof import("./editor.js").edit> | undefined} */ let editor;
  place.append(before);
  input.replaceChildren(box);
  input.classList.add("course-on");
  output.replaceChildren(note, result, helps);
  unpack();
  new IntersectionObserver(async (seen, near) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    near.disconnect();
    const { edit } = await import("./editor.js");
    before.remove();
    editor = edit(place,
      { text, label: `Your answer: ${title}`, describedBy: tip.id, run, changed });
    if (page.touch) place.after(keys(editor));
  }, { rootMargin: "100% 0px" }).observe(box);

  if (!page.saves) place.addEventListener("focusin", () => kernel.start());
  kernel.addEventListener("stage", (/** @type {any} */ { detail: { text, part, ready } }) => {
    loads.textContent = ready ? "" : `${text}: ${Math.round(100 * part)} %`;
  });
  kernel.addEventListener("failed", (/** @type {any} */ { detail }) => {
    loads.textContent = "";
    if (busy || box.contains(document.activeElement)) noPython(detail);
  });
  addEventListener("pagehide", () => keep());
  document.addEventListener("visibilitychange", () => (document.hidden ? keep() : fromOtherTab()));

  // --- what is kept ----------------------------------------------------------------------------
  /** @param {string} now */
  function changed(now) {
    text = now;
    age();
    state.textContent = "";
    clearTimeout(timer);
    timer = window.setTimeout(keep, PAUSE);
  }

  /** Write an answer where the reader writes. @param {string} now */
  function write(now) {
    if (editor) { editor.set(now); return; }
    before.textContent = now;
    changed(now);
  }

  /** @param {string[]} calls that a card names */
  function offer(calls = []) {
    for (const [name, one] of Object.entries(offered)) one.hidden = !calls.includes(name);
  }

  /** Show the card that is kept, if it is known which text it judged. */
  function unpack() {
    const { html, status, calls = [], used = [] } = kept;
    judged = kept.judged;
    result.innerHTML = judged === undefined ? "" : html;
    offer(judged === undefined ? [] : calls);
    if (judged !== undefined) page.answers.set(id, { code: judged, status, ...above(used) });
    age();
  }

  /** A verdict belongs to the text that it judged: is that still the text? */
  function age() {
    const words = judged === undefined || judged === text ? "" : OLD;
    result.classList.toggle("course-old", Boolean(words));
    if (note.textContent !== words) note.textContent = words; // said once, not at each key
  }

  /** @param {{html: string, status: string, calls: string[]}} card @param {string} code */
  function verdict(card, code, /** @type {string[]} */ used = []) {
    keep({ ...card, judged: code, used });
    unpack();
    page.news.dispatchEvent(new Event("answer"));
  }

  async function keep(more = {}) {
    clearTimeout(timer);
    if (text === kept.code && !Object.keys(more).length) return; // else it would undo another tab's
    kept = { ...kept, code: text, ...more };
    await store.keepAnswer(key, kept);
    if (store.lasts()) return;
    state.textContent = "This browser keeps nothing here: your answer is gone when you leave.";
  }

  async function fromOtherTab() {
    const other = await store.answer(key);
    if (!other || text !== kept.code || other.code === text) return;
    kept = other;
    write(other.code);
    unpack();
  }

  function startOver() {
    write(stub);
    helps.replaceChildren();
    page.answers.delete(id);
    keep({ html: "", status: "", judged: undefined });
    unpack();
    page.news.dispatchEvent(new Event("answer"));
    state.textContent = `${page.touch ? "↶" : "Ctrl+Z in the editor"} brings your answer back.`;
  }

  // --- what is asked of Python -------------------------------------------------------------------
  /**
   * @param {string} op @param {object} data
   * @param {(said: any, code: string, used: string[]) => void} then
   * @param {number} [patience]
   */
  async function ask(op, data, then, patience) {
    if (busy) return;
    busy = true;
    // What a card offers is about the text that it judged, and that again only if it can be.
    const code = op === "check" ? text : kept.status === UNJUDGED ? "" : judged ?? text;
    box.classList.add("course-busy");
    stop.hidden = false;
    state.textContent = kernel.ready ? "Runs …" : "Python starts …";
    try {
      const { names: used } = await kernel.call("names", { code }, patience);
      const said = await kernel.call(op, { notebook, id, code, ...above(used), ...data }, patience);
      state.textContent = "";
      then(said, code, used);
    } catch (error) {
      const { message, ended } = /** @type {import("./kernel.js").Unanswered} */ (error);
      const noPython = result.querySelector(":scope > .course-failed:not(.course-card)");
      state.textContent = noPython ? "" : `${message}. ${ended ? FRESH : ""}`;
      if (ended && op === "check") { state.textContent = ""; stopped(message, code); }
    }
    busy = false;
    box.classList.remove("course-busy");
    stop.hidden = true;
  }

  async function run() {
    helps.replaceChildren();
    await ask("check", {}, (said, code, used) => {
      const { printed, calls, status = UNJUDGED } = said;
      const html = said.html + (printed ? printout(printed).outerHTML : "");
      verdict({ html, status, calls }, code, used);
      if (status === "passed") afterwards();
    }, LIMIT);
  }

  /** The card of a run that did not come to its end. @param {string} why @param {string} code */
  function stopped(why, code) {
    const head = make("div", { role: "status" }, make("strong", {}, "! Stopped"),
      ` – Exercise ${number}, ${title}`);
    const card = make("div", { class: "course-card course-failed" }, head,
      make("div", {}, make("strong", {}, `${why}, so there is no verdict.`)),
      make("div", {}, FRESH));
    verdict({ html: card.outerHTML, status: UNJUDGED, calls: [] }, code);
  }

  /** A question of the same idea, where a mistake was mended; nobody waits for it. */
  async function afterwards() {
    const said = await kernel.call("box", { notebook, id, what: "alike", code: judged })
      .catch(() => ({}));
    if (said.html && !busy && !helps.hasChildNodes()) show("alike", said);
  }

  /** What makes the names that an answer takes from the cells above. @param {string[]} used */
  function above(used) {
    const chosen = used.flatMap((name) => names[name] ?? []);
    const before = [...new Set(chosen)].sort((a, b) => a - b)
      .map((i) => page.statements[i]);
    return { before, needs: before.some((one) => /\bdata[.]/.test(one)) ? ["data"] : [] };
  }

  /** @param {string} what */
  const help = (what) => ask("help", { what },
    (said) => { helps.innerHTML = said.html; });

  /** A live box of the package. @param {string} what @param {string} [act] a button of it */
  const open = (what, act) => ask("box", { what, act }, (said) => show(what, said));

  /** @param {string} what @param {{html: string, code?: string}} said */
  function show(what, said) {
    const now = make("div", { class: "course-live", "data-what": what });
    now.innerHTML = said.html;
    const take = () => write(`${said.code}\n`);
    if (said.code) now.append(button("Put it into the editor", take));
    const old = helps.querySelector(`:scope > [data-what=${what}]`);
    if (old) patch(old, now); else helps.replaceChildren(now);
  }
  helps.addEventListener("click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("[data-act]");
    if (!pressed || pressed.getAttribute("aria-disabled") === "true") return;
    open(pressed.closest("[data-what]").dataset.what, pressed.dataset.act);
  });

  /** @param {string} reason */
  function noPython(reason) {
    const link = task?.querySelector("a")?.cloneNode(true);
    result.replaceChildren(make("div", { class: "course-failed", role: "status" },
      `Python does not start on this page. ${reason} `, ...(link ? [link, "."] : [])));
    judged = undefined;
    age();
    state.textContent = "";
  }

  /** @param {ReturnType<typeof import("./editor.js").edit>} editor */
  function keys(editor) {
    const stay = (/** @type {Event} */ event) => event.preventDefault(); // the focus, in the editor
    const one = (/** @type {string} */ sign, /** @type {() => void} */ click, label = sign) =>
      button(sign, click, { "aria-label": label, tabindex: "-1", pointerdown: stay });
    return make("div", { class: "course-keys", role: "toolbar", "aria-label": "Keys" },
      one("⇥", editor.indent, "indent"), one("⇤", editor.unindent, "unindent"),
      ...KEYS.map(([sign, before, after]) => one(sign, () => editor.type(before, after))),
      one("↶", editor.undo, "undo"));
  }
}
