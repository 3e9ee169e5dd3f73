// @ts-check
/**
 * A notebook's page as a stage: the slides that were composed (`compose.py` has their form), laid
 * out on a sheet of 1280 x 720 that is scaled to the window.
 *
 * Nothing is moved in the page: cells stay where they are and get a place by `position: absolute`,
 * so kernel, widgets, editors and saving work as ever. What fits is measured here: a column that
 * is full lets its oldest go.
 *
 * @typedef {{cell: string, what: string, column: string, step: number, source: string,
 *   long: string}} Part
 * @typedef {{step: number, source: string, picture: string}} Head
 * @typedef {{kind: string, block: number, name: string, heads: Head[], parts: Part[],
 *   steps: number, widest: number, lines: number, coded?: boolean, stacked?: boolean,
 *   down?: number}} Slide
 * @typedef {{cell: string, what: string, column: string, step: number, code: boolean,
 *   out: boolean, folded?: boolean, lone?: boolean, brief?: boolean}} Shown  a cell as it stands now
 */

const [LEFT, RIGHT, TOP, BOTTOM, GAP] = [64, 1216, 78, 656, 40];
const WIDE = RIGHT - LEFT;
const PICTURE = 712; // a picture's width, 60 %
const NARROW = 610; // and where words beside it need room
const TEXT = 940; // words alone: what is read at a glance
const SIZES = [30, 25, 22, 20]; // of code without a picture, in px; a letter is half as wide
const LINE = 1.3; // its height
const KEYS = /** @type {Record<string, string>} */ ({
  " ": "on", PageDown: "on", ArrowRight: "on", ArrowDown: "on",
  PageUp: "back", ArrowLeft: "back", ArrowUp: "back", Home: "first", End: "last",
  b: "black", ".": "black", c: "code", d: "dark", l: "pointer", n: "add", p: "presenter",
});
const TWICE = /** @type {Record<string, string>} */ ({ 0: "restart", i: "interrupt" });
const EVIDENCE = ["code", "output", "picture", "explorer", "work"];
const RUNS = ["output", "picture", "ask", "answer", "explorer", "driven"]; // parts whose press runs the cell

const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
const make = (/** @type {string} */ tag, /** @type {string} */ name, ...children) => {
  const one = document.createElement(tag);
  one.className = name;
  one.append(...children);
  return one;
};

export class Stage {
  /**
   * @param {any} panel  the notebook's panel
   * @param {{title: string, blocks: any[], slides: Slide[], start: number, opening?: string, number?: string}} plan
   * @param {any} host  what runs, renders and restarts: see remoteEntry.js
   */
  constructor(panel, plan, host) {
    this.panel = panel;
    this.plan = plan;
    this.host = host;
    this.slides = plan.slides;
    this.at = this.step = 0;
    /** Ids of cells that have run since the kernel started, and of those written in and run. */
    this.ran = new Set();
    this.worked = new Set();
    /** @type {Map<string, string>} */ this.raised = new Map();
    /** @type {Map<string, Promise<Node>>} */ this.rendered = new Map();
    /** @type {Map<string, string>} */ this.sources = new Map(); // of cells, as they were run
    this.busy = false;
    /** What had to be made smaller, and what does not fit even so: for tests. */
    this.shrunk = {};
    this.tooHigh = {};
  }

  get slide() { return this.slides[this.at]; }
  get block() { return this.plan.blocks[this.slide.block]; }

  /** @param {string} id */
  cell(id) { return this.panel.content.widgets.find((/** @type {any} */ one) => one.model.id === id); }

  // --- the page -------------------------------------------------------------------------

  /** Take the page over. @param {string} style */
  async open(style) {
    /** @type {any} */ (window).courseStage = this;
    const note = this.panel.content;
    document.body.dataset.courseStage = "";
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
    const styled = new Promise((done) => { sheet.onload = sheet.onerror = done; });
    document.head.append(sheet);
    await styled;
    this.panel.node.classList.add("cs-panel");
    this.sheet = note.node.querySelector(".jp-WindowedPanel-viewport") ?? note.viewportNode ?? note.node;
    this.sheet.classList.add("cs-sheet");
    this.frame = make("div", "cs-frame");
    this.frame.innerHTML = `<div class="cs-kicker"></div><h1 class="cs-head"></h1>
      <div class="cs-number"></div><ol class="cs-map" aria-hidden="true"></ol><div class="cs-art"></div>
      <div class="cs-foot"><span></span><span></span></div><div class="cs-track" aria-hidden="true"></div>
      <div class="cs-busy" role="status"></div><div class="cs-raised" role="alert"></div>
      <div class="cs-said" aria-live="polite"></div><div class="cs-dot"></div><div class="cs-black"></div>`;
    this.sheet.prepend(this.frame);
    this.track();
    addEventListener("resize", () => this.scale());
    addEventListener("keydown", (event) => this.key(event), true);
    addEventListener("pointermove", (event) => this.point(event));
    this.watch = new ResizeObserver(() => {
      cancelAnimationFrame(this.soon ?? 0);
      this.soon = requestAnimationFrame(() => this.heights() === this.placed || this.place());
    });
    this.scale();
    this.cellsChanged();
    await Promise.all(["", "italic ", "600 "].flatMap((one) => ["Stage", "StageCode"].map((name) =>
      document.fonts.load(`${one}20px ${name}`)))); // or heights are those of another face
    await this.go(this.plan.start ?? 0, 0);
    await this.catchUp();
    document.body.dataset.courseStage = "ready";
  }

  /** @param {string} name @returns {any} */
  $(name) { return this.frame.querySelector(`.cs-${name}`); }

  scale() {
    const unit = Math.min(innerWidth / 1280, innerHeight / 720);
    this.unit = unit;
    this.sheet.style.transform = `translate(${(innerWidth - 1280 * unit) / 2}px, `
      + `${(innerHeight - 720 * unit) / 2}px) scale(${unit})`;
  }

  /** The progress line: a piece for each block, as long as it has slides. */
  track() {
    const runs = [];
    for (const { block } of this.slides) {
      if (runs.length && runs.at(-1)[0] === block) runs.at(-1)[1] += 1;
      else runs.push([block, 1]);
    }
    this.$("track").replaceChildren(...runs.map(([, count]) => {
      const bit = make("i", "", document.createElement("b"));
      bit.style.flex = bit.dataset.count = String(count);
      return bit;
    }));
  }

  // --- keys -----------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, shiftKey: shift } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest?.(".cm-content, textarea, select, input:not([type=range])");
    const taken = () => { event.preventDefault(); event.stopPropagation(); };
    if (key === "Enter" && (shift || event.ctrlKey)) { taken(); return this.runFocused(target); }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing && key === "Escape") { taken(); return this.leaveEditor(); }
    if (typing && !["PageDown", "PageUp"].includes(key)) return;
    if (target.matches?.("input") && /^Arrow|^Home|^End/.test(key)) return; // a slider's own
    if (["Tab", "Enter", "Shift"].includes(key)) return;
    if (["ArrowDown", "ArrowUp"].includes(key) && target.closest?.(".cs-scrolls .jp-OutputArea")) return;
    taken(); // also what JupyterLab would do with a letter
    if (key in TWICE) {
      const again = this.once === key;
      this.once = again ? "" : key;
      return again && this[TWICE[key]]();
    }
    this.once = "";
    const act = key === " " && shift ? "back" : KEYS[key];
    return act && this[act]();
  }

  leaveEditor() {
    this.panel.content.mode = "command"; // or keys go on into an editor out of sight
    /** @type {HTMLElement} */ (document.activeElement)?.blur?.();
  }

  black() { this.frame.classList.toggle("cs-is-black"); this.tell(); }
  first() { return this.go(0, 0); }
  last() { return this.go(this.slides.length - 1, 0); }
  code() { this.slide.coded = !this.slide.coded; this.place(); }
  pointer() { this.frame.classList.toggle("cs-pointing"); this.tell(); }
  interrupt() { return this.host.interrupt(); }
  restart() { return this.host.restart(); }
  dark() {
    const light = document.body.dataset.jpThemeLight !== "false";
    return this.host.theme(light ? "JupyterLab Dark" : "JupyterLab Light");
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.sheet.getBoundingClientRect();
    this.$("dot").style.translate = `${(event.clientX - box.left) / this.unit}px `
      + `${(event.clientY - box.top) / this.unit}px`;
  }

  async presenter() {
    await import(new URL("presenter.js", import.meta.url).href);
    /** @type {any} */ (window).coursePresenter(this);
  }

  /** Tell the presenter's window that something has changed. */
  tell() { /** @type {any} */ (this).view?.tell(); }

  async on() {
    if (this.busy) return; // a press while a cell runs is no wish to skip its result
    const work = this.slide.parts.find((one) => one.what === "work" && this.edited(one.cell));
    if (work) return this.work(work.cell);
    if (this.step < this.slide.steps) return this.go(this.at, this.step + 1);
    if (this.at + 1 < this.slides.length) return this.go(this.at + 1, 0);
  }

  async back() {
    if (this.step > 0) return this.go(this.at, this.step - 1);
    if (this.at > 0) return this.go(this.at - 1, this.slides[this.at - 1].steps);
  }

  /** Show a step of a slide, and run what it runs. @param {number} at @param {number} step */
  async go(at, step) {
    if (this.busy) return;
    this.busy = true;
    if (at !== this.at || step !== this.step) this.leaveEditor();
    const before = at === this.at ? this.shown : null;
    Object.assign(this, { at, step });
    this.place();
    for (const { cell, what, step: when } of this.slide.parts) {
      if (when <= step && RUNS.includes(what) && !this.ran.has(cell)) await this.run(cell);
    }
    this.busy = false;
    this.place();
    this.say(before);
    this.tell();
  }

  /** Words of what has come, for those who do not see it. @param {?Set<HTMLElement>} before */
  say(before) {
    const fresh = [...this.shown].filter((one) => !before?.has(one));
    this.$("said").textContent = fresh.map((one) => [one.innerText,
      ...[...one.querySelectorAll("img")].map((image) => image.alt)].join(" ")).join(" ").slice(0, 900);
  }

  // --- running --------------------------------------------------------------------------

  /** Run a cell, and first what stands above and has not run: so one can jump anywhere. */
  async run(/** @type {string} */ id) {
    const cells = this.panel.content.widgets.filter((/** @type {any} */ one) => one.model.type === "code");
    const to = cells.findIndex((/** @type {any} */ one) => one.model.id === id);
    const above = cells.slice(0, to).filter((/** @type {any} */ { model: { id } }) => !this.ran.has(id)
      && !this.slides.some((slide) => slide.kind === "added" && slide.parts[0].cell === id)); // by hand only
    for (const [i, one] of [...above, cells[to]].entries()) {
      await this.execute(one.model.id, above.length ? `${i + 1} of ${above.length + 1} ` : "");
    }
  }

  /** Run all that stands before this slide. */
  async catchUp() {
    const { widgets } = this.panel.content, here = this.slide.parts.map((one) => one.cell);
    const first = widgets.findIndex((/** @type {any} */ one) => here.includes(one.model.id));
    const last = widgets.slice(0, Math.max(first, 0)).findLast((/** @type {any} */ one) => one.model.type === "code");
    if (!last || this.ran.has(last.model.id)) return;
    this.busy = true;
    await this.run(last.model.id);
    this.busy = false;
    this.place();
  }

  async execute(/** @type {string} */ id, count = "") {
    const cell = this.cell(id), since = Date.now(), ring = this.$("busy");
    if (!cell) return;
    this.ran.add(id);
    this.sources.set(id, cell.model.sharedModel.getSource());
    const told = setInterval(() => {
      const gone = Math.floor((Date.now() - since) / 1000);
      ring.textContent = `${count}${gone ? `${gone} s` : ""}`;
      this.frame.classList.add("cs-is-busy");
    }, 250);
    try {
      await this.host.run(cell);
    } catch (error) {
      console.warn("stage:", id, error); // a kernel that was restarted gives no answer
    }
    clearInterval(told);
    this.frame.classList.remove("cs-is-busy");
    this.raised.delete(id);
    for (let i = 0; i < cell.model.outputs.length; i += 1) {
      const out = cell.model.outputs.get(i);
      if (out.type === "error") {
        const { ename, evalue } = out.toJSON();
        this.raised.set(id, [ename, evalue].filter(Boolean).join(": ").slice(0, 160));
      }
    }
    await wait(30); // its widgets take their place
  }

  edited(/** @type {string} */ id) {
    return this.sources.get(id) !== this.cell(id)?.model.sharedModel.getSource();
  }

  /** Run the cell that is written in, or the slide's own; the slide stays. @param {Element} target */
  runFocused(target) {
    const node = target.closest?.(".cs-cell");
    const { widgets } = this.panel.content;
    const found = widgets.find((/** @type {any} */ one) => one.node === node && one.model.type === "code");
    const parts = this.slide.parts.filter((one) => ["work", "code", "picture"].includes(one.what));
    const id = found?.model.id ?? parts.findLast((one) => one.step <= this.step)?.cell;
    return id && this.work(id);
  }

  /** Run a cell by hand. What an exercise's slide shows below its answer is of the answer before. */
  async work(/** @type {string} */ id) {
    if (this.busy) return;
    this.busy = true;
    const answer = this.slide.parts.find((one) => one.cell === id && one.what === "work");
    if (answer || this.edited(id)) this.worked.add(id);
    if (answer) this.step = answer.step;
    for (const { cell, step } of this.slide.parts) if (cell === id || step > this.step) this.ran.delete(cell);
    await this.run(id);
    this.busy = false;
    this.place();
    this.say(this.shown);
    this.tell();
  }

  /** The kernel is new: nothing has run; what the slide shows is run again. */
  async restarted() {
    this.ran.clear();
    this.raised.clear();
    while (this.busy) await wait(100);
    await this.go(this.at, this.step);
  }

  // --- cells that are added or taken away -----------------------------------------------

  /** A cell that is new is a slide of its own, the next one. */
  cellsChanged() {
    const { widgets } = this.panel.content, { block } = this.slide, first = !this.sources.size;
    /** @type {Slide[]} */ const fresh = [];
    for (const { model, node } of widgets) {
      node.classList.add("cs-cell");
      if (this.sources.has(model.id)) continue;
      this.sources.set(model.id, model.sharedModel.getSource());
      fresh.push({ kind: "added", block, name: "", heads: [], steps: 0, widest: 0, lines: 0,
        parts: [{ cell: model.id, what: "work", column: "full", step: 0, source: "", long: "" }] });
    }
    if (!first) this.slides.splice(this.at + 1, 0, ...fresh);
    this.track();
  }

  /** A new cell after this slide, to write in: at once, or what is typed next would be commands. */
  add() {
    const { widgets } = this.panel.content, count = this.slides.length;
    const ids = this.slide.parts.map((one) => one.cell);
    const index = widgets.findLastIndex((/** @type {any} */ one) => ids.includes(one.model.id));
    if (index >= 0) this.host.add(index);
    if (this.slides.length === count) return; // a deck adds none
    this.at += 1;
    this.step = 0;
    this.place();
    this.panel.content.mode = "edit";
    this.cell(this.slide.parts[0].cell).editor.focus();
    this.say(null);
    this.tell();
  }

  // --- layout ---------------------------------------------------------------------------

  /** The cells of a slide at a step, one entry each. @returns {Shown[]} */
  visible(slide, step) {
    const found = new Map();
    for (const part of slide.parts) {
      if (part.step > step || part.column === "none") continue;
      const { cell, what, column, step: came } = part, before = found.get(cell);
      const code = what === "code" || what === "work" || Boolean(before?.code) || (slide.coded && !part.source);
      const out = what === "work" ? this.worked.has(cell) : RUNS.includes(what) && this.ran.has(cell);
      found.set(cell, { cell, what, column, step: before?.step ?? came, code, out });
    }
    return [...found.values()];
  }

  /** Lay a slide out; gives the nodes that are seen. */
  place(at = this.at, step = this.step) {
    const slide = this.slides[at], list = this.visible(slide, step);
    this.watch.disconnect();
    this.shown = new Set();
    this.shrunk[at] = this.tooHigh[at] = 0;
    const { dataset } = this.sheet;
    dataset.kind = slide.kind;
    dataset.splits = "false";
    this.setSize(SIZES.at(-1));
    this.words(at, step);
    const head = this.$("head"), plain = ["title", "opener"].includes(slide.kind);
    const top = plain ? 0 : TOP + (head.offsetHeight ? head.offsetHeight + 20 : 6);
    const layouts = /** @type {any} */ (this);
    const end = (layouts[`place_${slide.kind}`] ?? this.place_statement).call(this, slide, list, top);
    for (const { node } of this.panel.content.widgets) {
      node.classList.toggle("cs-on", this.shown.has(node));
    }
    this.end = Math.max(end, head.offsetTop + head.offsetHeight);
    for (const node of this.shown) this.watch.observe(node);
    this.placed = this.heights();
    return this.shown;
  }

  heights() { return [...this.shown].map((node) => node.offsetHeight).join(); }

  place_title(slide, list) {
    const below = Math.max(128 + this.$("head").offsetHeight + 30, 250);
    return this.column(list, LEFT, below, 600, BOTTOM, 28).end;
  }

  place_opener(slide, list) {
    return this.column(list, 560, 118, RIGHT - 560, BOTTOM, 20).end;
  }

  place_ask(slide, list, top) {
    const lead = list.filter((one) => one.what !== "ask"), box = list.filter((one) => one.what === "ask");
    const high = box.reduce((sum, one) => sum + this.put(one, LEFT, top, 1040), 0);
    const from = lead.length ? this.column(lead, LEFT, top, 1040, BOTTOM).end + 26
      : top + Math.max(0, Math.min(40, BOTTOM - top - high));
    return this.column(box, LEFT, from, 1040, BOTTOM).end;
  }

  place_exercise(slide, list, top) {
    const width = Math.max(620, Math.min(slide.widest * 10 + 40, 800));
    const work = list.filter((one) => one.column === "right"), task = list.filter((one) => !work.includes(one));
    if (this.splits(work, top)) return this.place_added(slide, work, top);
    const from = task.length ? RIGHT - width : LEFT;
    const end = this.column(task, LEFT, top, WIDE - width - GAP, BOTTOM).end;
    return Math.max(end, this.column(work, from, top, width, BOTTOM).end);
  }

  place_added(slide, list, top) {
    this.sheet.dataset.splits = String(this.splits(list, top));
    return this.column(list, LEFT, top, WIDE, BOTTOM).end;
  }

  /** Whether code leaves what it puts out too little room below it: then they are next to each other. */
  splits(list, top) {
    const [one] = list, lines = this.sources.get(one?.cell)?.split("\n").length ?? 0;
    return list.length === 1 && one.out && lines * 20 * LINE + 280 > BOTTOM - top;
  }

  /**
   * The picture left, words above the controls right, as long as there is room for both; below the
   * picture, which is then smaller, words for which there is none, and what is to be taken home. Its
   * own grid leaves the room; a slider then stands in a line with its name.
   */
  place_explorer(slide, list, top, narrow = false) {
    const home = (/** @type {{what: string}} */ one) => ["takeaway", "answer"].includes(one.what);
    const box = list.filter((one) => one.what === "explorer"), under = list.filter(home);
    const words = list.filter((one) => !box.includes(one) && !home(one));
    const node = box.length ? this.cell(box[0].cell).node : null;
    if (node?.querySelector("img") && !node.querySelector("canvas")) { // in a deck that doesn't move
      return this.beside(box.map((one) => ({ ...one, what: "picture", column: "left" })), [...words, ...under], top, PICTURE);
    }
    const left = narrow || slide.parts.some(home) ? NARROW : PICTURE, right = WIDE - left - GAP;
    this.sheet.style.setProperty("--cs-picture", `${left}px`);
    this.sheet.dataset.dense = String(left === NARROW);
    let end = top, high = 0;
    for (;;) {
      end = words.length ? this.column(words, RIGHT - right, top, right, BOTTOM).end + 18 : top;
      this.sheet.style.setProperty("--cs-side", `${end - top}px`);
      high = box.length ? this.put(box[0], LEFT, top, WIDE) : 0;
      const gone = top + high > BOTTOM && words.shift();
      if (!gone) break;
      under.unshift(gone);
    }
    if ((under.length || top + high > BOTTOM) && left > NARROW) return this.place_explorer(slide, list, top, true);
    const low = this.column(box, LEFT, top, WIDE, BOTTOM).end;
    end = Math.max(end, low);
    const picture = node?.querySelector("canvas");
    if (!under.length) return end;
    if (!node || !picture) return this.column(under, LEFT, end, left, BOTTOM).end;
    const all = node.getBoundingClientRect(), drawn = picture.getBoundingClientRect();
    const below = top + (low - top) * (drawn.bottom - all.top) / all.height + 20;
    return Math.max(end, this.column(under, LEFT, below, WIDE * drawn.width / all.width, BOTTOM).end);
  }

  place_evidence(slide, list, top) {
    const left = list.filter((one) => one.column === "left");
    const right = list.filter((one) => one.column === "right");
    const code = slide.parts.some((one) => one.what === "code");
    const alone = slide.parts.every((one) => one.column === "left"); // no words
    const lone = slide.parts.length === 1 && slide.parts[0].what === "picture" && !slide.coded;
    if (lone) return this.column(list.map((one) => ({ ...one, lone })), LEFT, top + 6, WIDE, BOTTOM).end;
    if (slide.parts.some((one) => one.what === "picture")) {
      const width = Math.max(PICTURE, code ? Math.min(slide.widest * 10 + 40, 760) : 0);
      if (code && alone) {
        const { end, stack } = this.column(left, LEFT, top, width, BOTTOM);
        return stack.some((one) => one.what === "picture") ? end : this.enlarged(stack, top, end);
      }
      this.tightest = 1;
      const end = this.beside(left, right, top, width);
      return this.tightest > .8 || code ? end : this.beside(left, right, top, NARROW);
    }
    if (!slide.parts.some((one) => one.what === "code")) Object.assign(slide, this.printed(left));
    const size = this.codeSize(slide, top);
    for (const one of left) this.put(one, LEFT, top, WIDE); // a table has its width on the sheet
    const width = Math.max(520, slide.widest * size / 2 + 40, this.tabled(left) + 20);
    this.shown.clear();
    if (slide.stacked || width > 770 || alone) {
      const { end, stack, small } = this.column(list, LEFT, top + slide.down, WIDE, BOTTOM, 20);
      const narrow = Math.max(520, this.printed(left).widest * 10 + 40, this.tabled(left) + 20);
      const tall = small && right.length && narrow <= 770 && !stack.some((one) => one.code && !one.folded);
      if (!tall) return this.enlarged(stack, top, end);
      const [evidence, words] = ["left", "right"].map((side) => stack.filter((one) => one.column === side));
      return this.beside(evidence, words, top, narrow); // a table would be small above its words
    }
    return this.beside(left, right, top, width + 8); // a Greek letter of another face is wider
  }

  /** What is printed, as large as it can be where its code is folded or on another slide. */
  enlarged(stack, top, end, width = WIDE) {
    const { lines, widest } = this.printed(stack);
    if (!lines || stack.some((one) => one.code && !one.folded)) return end;
    for (const size of SIZES) {
      this.setSize(size);
      const now = this.column(stack, LEFT, top, width, BOTTOM, 20);
      const whole = now.stack.length === stack.length && !now.small && this.tabled(stack) <= width;
      if (whole && widest * size / 2 + 40 <= width) {
        const down = width < WIDE ? 0 : Math.min(150, (BOTTOM - now.end) * .4);
        return this.column(stack, LEFT, top + down, width, BOTTOM, 20).end;
      }
    }
    return this.column(stack, LEFT, top, width, BOTTOM, 20).end;
  }

  /** How large code is. @param {number} size */
  setSize(size) {
    this.size = size;
    this.sheet.style.setProperty("--code", `${size}px`);
  }

  /**
   * How many lines cells have printed, and letters in the longest; a row of a table is as high as
   * nearly two. @param {{cell: string}[]} list
   */
  printed(list) {
    const nodes = list.map((one) => this.cell(one.cell).node);
    const texts = nodes.flatMap((node) => [...node.querySelectorAll(".jp-OutputArea-output pre")]
      .flatMap((pre) => pre.textContent.trimEnd().split("\n")));
    const rows = nodes.flatMap((node) => [...node.querySelectorAll(".course-table tr")]);
    return { lines: texts.length + 1.7 * rows.length, widest: Math.max(0, ...texts.map((line) => line.length)) };
  }

  /** How wide the widest table of cells on the sheet is. @param {{cell: string}[]} list */
  tabled(list) {
    return Math.max(0, ...list.flatMap((one) => [...this.cell(one.cell).node.querySelectorAll(
      ".course-table")].map((table) => table.offsetWidth)));
  }

  beside(left, right, top, width) {
    const { end, stack } = this.column(left, LEFT, top, width, BOTTOM);
    return Math.max(this.enlarged(stack, top, end, width), this.column(right, LEFT + width + GAP, top, WIDE - width - GAP, BOTTOM).end);
  }

  /** Code without a picture: words below it where all fits, and as large as it then can be. */
  codeSize(slide, top) {
    const words = slide.parts.filter((one) => one.source);
    const answer = slide.parts.some((one) => one.what === "answer");
    let high = 0;
    for (const part of words) high += this.put({ ...part, code: false, out: false }, LEFT, top, WIDE) + 20;
    this.shown.clear();
    const cells = new Set(slide.parts.filter((one) => !one.source).map((one) => one.cell)).size;
    const room = BOTTOM - top - cells * 50;
    const fits = (size, more) => slide.widest * size / 2 + 40 <= WIDE
      && slide.lines * size * LINE + more <= room;
    const formula = words.some((part) => part.source.includes("$$")); // it needs the width
    slide.stacked = formula || (!answer && SIZES.some((size) => fits(size, high)));
    const size = SIZES.find((one) => fits(one, slide.stacked ? high : 0)
      && (slide.stacked || !words.length || slide.widest * one / 2 + 40 <= 770)) ?? SIZES.at(-1);
    this.setSize(size);
    slide.down = Math.max(0, Math.min(150, (room - high - slide.lines * size * LINE) * .4));
    return size;
  }

  /** Words alone stand a little above the middle, by the height that they have in the end. */
  place_statement(slide, list, top) {
    const width = slide.parts.some((one) => /^\|/m.test(one.source)) ? WIDE : TEXT; // a table
    let high = -24;
    for (const one of this.visible(slide, slide.steps)) high += this.put(one, LEFT, top, width) + 24;
    this.shown.clear();
    this.sheet.dataset.big = String(high < 170);
    const down = Math.max(0, Math.min(150, (BOTTOM - top - high) * .36));
    return this.column(list, LEFT, top + down, width, BOTTOM, 24).end;
  }

  /**
   * Cells one below the other. Where they do not fit, code is set smaller, then tighter, and the
   * oldest words go; beside evidence first those that are not to be taken home, then code whose
   * result is there, then of an answer its question, then the oldest evidence.
   * What is alone and too high is made smaller: of a picture the drawing, not its caption. Code that
   * was written in and run stays: what it puts out scrolls, and goes before it.
   * @param {Shown[]} list
   */
  column(list, x, y, width, bottom, gap = 18) {
    let small = false;
    const own = (/** @type {Shown} */ one) => one.code && one.out && this.worked.has(one.cell);
    const stack = list.map((one) => ({ ...one, zoom: 1, slim: 1, tight: false, room: own(one) ? bottom - y : 0 }));
    const words = (/** @type {Shown} */ one) => !one.code && !EVIDENCE.includes(one.what);
    for (let tries = 0; tries < 80; tries += 1) {
      let to = y;
      for (const one of stack) {
        const high = this.put(one, x, to, width);
        to += high && high + gap;
      }
      const over = to - gap - bottom;
      if (over <= 1 || !stack.length) return { end: to - gap, stack, small };
      const evidence = stack.filter((one) => !words(one)), said = stack.filter(words);
      const passing = said.find((one) => one.what === "text" && one !== stack.at(-1));
      const asked = said.find((one) => one.what === "answer" && !one.brief);
      const folds = evidence.find((one) => one.code && one.out && !one.folded && this.puts(one.cell) && !own(one));
      const earlier = evidence.slice(0, -1).find(own);
      let gone;
      const loose = evidence.find((one) => one.code && !one.folded && !one.tight);
      const smaller = SIZES[SIZES.indexOf(this.size) + 1];
      if (passing && loose && smaller) this.setSize(smaller);
      else if (passing && loose) loose.tight = true;
      else if (passing && evidence.length) {
        gone = passing;
        for (const one of evidence) one.tight = false;
      }
      else if (folds && (over > 40 || folds !== evidence.at(-1))) folds.folded = true;
      else if (earlier) earlier.out = false;
      else if (asked) asked.brief = true;
      else if (evidence.length > 1) [gone] = evidence;
      else if (said.length > 1) [gone] = said;
      else {
        const one = evidence[0] ?? said[0];
        const part = Math.max(.02, over / (2 * (bottom - y)));
        if (one.code && !one.tight) one.tight = true;
        else if (one.what === "picture" && one.slim > .6) one.slim -= part;
        else if (one.zoom > .6) {
          this.shrunk[this.at] = one.zoom = Math.max(.6, one.zoom - part);
          small = true;
        }
        else if (one.out && !one.room) one.room = (bottom - y) / one.zoom;
        else { this.tooHigh[this.at] = Math.round(over); return { end: bottom + over, stack, small }; }
      }
      if (gone) {
        stack.splice(stack.indexOf(gone), 1);
        this.shown.delete(this.cell(gone.cell).node);
      }
    }
    return { end: bottom, stack, small };
  }

  /** Whether a cell has put anything out. @param {string} id */
  puts(id) { return this.cell(id).model.outputs.length > 0; }

  /**
   * Give a cell its place; its height.
   * @param {Shown & {zoom?: number, slim?: number, tight?: boolean, room?: number}} one
   */
  put(one, x, y, width) {
    const cell = this.cell(one.cell);
    if (!cell) return 0; // taken away on stage
    const { node } = cell, zoom = one.zoom ?? 1, { slide } = this;
    this.shown.add(node);
    node.classList.add("cs-on");
    Object.assign(node.dataset, { what: one.what, column: one.column });
    const isCode = cell.model.type === "code";
    node.classList.toggle("cs-nocode", isCode && (!one.code || Boolean(one.folded)));
    node.classList.toggle("cs-noout", isCode && !one.out);
    node.classList.toggle("cs-tight", Boolean(one.tight));
    node.classList.toggle("cs-lone", Boolean(one.lone)); // its caption beside it
    node.classList.toggle("cs-brief", Boolean(one.brief));
    node.classList.toggle("cs-old", one.what === "text" && one.column === "right"
      && slide.parts.some((next) => next.column === "right" && next.step > one.step
        && next.step <= this.step));
    Object.assign(node.style, { left: `${x / zoom}px`, top: `${y / zoom}px`, width: `${width / zoom}px`,
      zoom: zoom === 1 ? "" : zoom });
    node.style.setProperty("--slim", String(one.slim ?? 1));
    node.style.setProperty("--room", `${one.room ?? 0}px`);
    node.classList.toggle("cs-scrolls", Boolean(one.room));
    if (!isCode) this.fitFormulas(node);
    return node.offsetHeight * zoom;
  }

  /** A formula does not break: it is as small as its column asks for. @param {HTMLElement} node */
  fitFormulas(node) {
    const size = (/** @type {Element} */ one) => parseFloat(getComputedStyle(one).fontSize);
    for (const one of /** @type {any} */ (node.querySelectorAll("mjx-container, math:not(mjx-container *)"))) {
      one.style.fontSize = "";
      const ink = one.matches("math:not([display=block])") ? one : one.firstElementChild;
      const wide = ink.getBoundingClientRect().width / this.unit;
      const room = node.clientWidth - 24;
      this.tightest = Math.min(this.tightest ?? 1, room / wide);
      if (wide > room) {
        const full = 100 * size(one) / size(one.parentElement);
        one.style.setProperty("font-size", `${Math.max(60, Math.floor(full * room / wide))}%`, "important");
      }
    }
  }

  // --- what is not a cell: head, number, foot -------------------------------------------

  /** Markdown as a node, each time a copy of the one that was rendered. @param {string} source */
  inline(source, place) {
    if (place.dataset.source === source) return;
    place.dataset.source = source;
    place.replaceChildren();
    if (!source) return;
    if (!/[*_`$\\[]/.test(source)) { place.textContent = source; return; }
    this.host.render(source).then((/** @type {HTMLElement} */ node) => {
      if (place.dataset.source !== source) return;
      const words = node.querySelector("p") ?? node;
      place.replaceChildren(...words.childNodes);
      if (this.at >= 0) this.place();
    });
  }

  /** The head of a slide: the last whose step is reached. @param {Slide} slide */
  head(slide, step) {
    const texts = slide.heads.filter((one) => one.step <= step).map((one) => one.source || this.title(one.picture));
    return texts.findLast(Boolean) ?? "";
  }

  /** The title that a picture brings. @param {string} id */
  title(id) {
    const outputs = this.ran.has(id) && this.cell(id)?.model.outputs;
    for (let i = 0; outputs && i < outputs.length; i += 1) {
      const { title } = outputs.get(i).metadata?.course ?? {};
      if (title) return String(title);
    }
    return "";
  }

  words(at, step) {
    const slide = this.slides[at], block = this.plan.blocks[slide.block];
    const { kind } = slide, plain = ["title", "opener"].includes(kind);
    const above = kind === "summary" ? "" : slide.name || (block ? `${block.number}\u2002${block.title}`.trim() : this.plan.title);
    this.inline(plain ? "" : above, this.$("kicker"));
    this.inline(this.head(slide, step), this.$("head"));
    this.$("number").textContent = kind === "opener" ? block.number : "";
    this.$("map").replaceChildren(...(kind === "opener" ? this.plan.blocks : []).map((one, i) =>
      make("li", i === slide.block ? "cs-here" : i < slide.block ? "cs-gone" : "", one.number || "·")));
    const art = this.$("art");
    art.hidden = kind !== "title" || !this.plan.opening;
    if (!art.hidden && !art.firstChild) art.innerHTML = this.plan.opening;
    const [left, right] = this.$("foot").children;
    this.inline(kind === "title" ? "" : this.plan.title, left);
    right.textContent = kind === "title" ? "" : `${at + 1} / ${this.slides.length}`;
    let gone = at + (step + 1) / (slide.steps + 1);
    for (const bit of this.$("track").children) {
      const count = Number(bit.dataset.count);
      bit.firstChild.style.width = `${100 * Math.max(0, Math.min(1, gone / count))}%`;
      gone -= count;
    }
    this.$("raised").textContent = this.problem(slide);
  }

  /** What a cell of this slide has raised, or one that is on no slide; which cell it is, in words. */
  problem(slide) {
    const of = (/** @type {Slide} */ one) => one.parts.filter((part) => !part.source).map((part) => part.cell);
    const here = [...new Set(of(slide))], on = new Set(this.slides.flatMap(of));
    const id = [...this.raised.keys()].find((one) => here.includes(one) || !on.has(one));
    if (!id) return "";
    const name = !here.includes(id) ? `A cell on no slide (${this.cell(id)?.model.getMetadata("tags")})`
      : here.length > 1 ? `Cell ${here.indexOf(id) + 1} of ${here.length} on this slide` : "This cell";
    return `${name}: ${this.raised.get(id)}`;
  }
}
