// @ts-check
/**
 * The presenter's window: notes, minutes, what comes next, and buttons that drive the stage.
 *
 * It belongs to the stage's page (`window.open`), so it follows at once. What comes next is drawn by
 * a deck of its own (`deck.html` beside this file: stored outputs, nothing runs there), so that the
 * audience's page is never laid out for it.
 */

/**
 * @param {any} stage  the running stage; its `view` is set
 */
function presenter(stage) {
  if (stage.view?.window.closed === false) return stage.view.window.focus();
  const page = window.open("", "course-presenter", "width=1280,height=800");
  if (!page) return; // the browser keeps windows closed; the key may be pressed again
  const doc = page.document;
  doc.head.innerHTML = `<title>Presenter: ${escape(stage.plan.title)}</title>`;
  const style = doc.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("presenter.css", import.meta.url).href;
  doc.head.append(style);
  doc.body.innerHTML = PAGE;
  stage.view = new View(stage, page);
}

/** @type {any} */ (window).coursePresenter = presenter;

const ACTS = [["back", "◀ Back"], ["on", "On ▶"], ["black", "Black"], ["code", "Code"],
  ["pointer", "Pointer"]];
const PAGE = `<header><b id="clock" title="Press to begin again">0:00</b><span id="due"></span>
    <span id="place"></span></header>
  <main><section id="left"><h2 id="which">Next</h2><div id="thumb"><iframe title="Slide"></iframe></div>
    <nav>${ACTS.map(([act, name]) => `<button data-act="${act}">${name}</button>`).join("")}
      <select aria-label="Jump to a slide"></select></nav>
    <table><tbody></tbody></table></section>
  <section id="notes" aria-live="polite"></section></main><iframe id="room" title="Room" hidden></iframe>`;

const escape = (/** @type {string} */ text) =>
  text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const plain = (/** @type {string} */ markdown) => markdown.replace(/[*$`\\]/g, "");
const clock = (/** @type {number} */ seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

class View {
  /** @param {any} stage @param {Window} page */
  constructor(stage, page) {
    this.stage = stage;
    this.window = page;
    /** Seconds spent in each block. @type {number[]} */ this.gone = [];
    this.began = Date.now();
    const doc = page.document;
    /** @type {(css: string) => any} */ this.$ = (css) => doc.querySelector(css);
    this.deck = this.$("iframe");
    this.deck.src = new URL("deck.html", import.meta.url).href;
    this.deck.onload = () => this.ready();
    doc.addEventListener("keydown", (event) => stage.key(event), true);
    doc.addEventListener("click", ({ target }) => {
      const act = /** @type {HTMLElement} */ (target).closest?.("[data-act]");
      if (act) stage[/** @type {any} */ (act).dataset.act]();
      const to = /** @type {HTMLElement} */ (target).closest?.("[data-to]");
      if (to) stage.go(Number(/** @type {any} */ (to).dataset.to), 0);
    });
    this.$("#clock").onclick = () => { this.began = Date.now(); this.gone = []; this.minutes(); };
    this.$("select").onchange = (/** @type {any} */ event) => {
      stage.go(Number(event.target.value), 0);
      event.target.blur();
    };
    this.$("#thumb").onpointermove = (/** @type {PointerEvent} */ event) => this.point(event);
    this.list();
    const tick = page.setInterval(() => {
      if (page.closed) return page.clearInterval(tick);
      const { block } = stage.slide;
      this.gone[block] = (this.gone[block] ?? 0) + 1;
      this.minutes();
    }, 1000);
    this.tell();
  }

  /** The deck is there: it has what is for the speaker alone, too. */
  ready() {
    const { room } = this.deck.contentWindow.courseStage ?? {};
    if (room) Object.assign(this.$("#room"), { src: `${room}#${this.stage.plan.number}`, hidden: false });
    this.tell();
  }

  /** What a slide is called in lists. @param {any} slide @param {number} at */
  name(slide, at) {
    const head = slide.heads.find((/** @type {any} */ one) => one.source)?.source;
    return `${at + 1}  ${plain(head ?? (slide.name || slide.parts[0]?.source.slice(0, 60) || slide.kind))}`;
  }

  /** The slides to jump to, by block. */
  list() {
    const { slides, plan } = this.stage, groups = new Map();
    slides.forEach((/** @type {any} */ slide, /** @type {number} */ at) => {
      const of = slide.block < 0 ? plan.title : plain(plan.blocks[slide.block].title);
      groups.set(of, `${groups.get(of) ?? ""}<option value="${at}">${escape(this.name(slide, at))}</option>`);
    });
    this.$("select").innerHTML = [...groups].map(([of, options]) =>
      `<optgroup label="${escape(of)}">${options}</optgroup>`).join("");
  }

  /** Minutes gone and planned, by block. */
  minutes() {
    const { plan, slide, slides } = this.stage, gone = (Date.now() - this.began) / 1000;
    this.$("#clock").textContent = clock(gone);
    const note = plan.blocks[slide.block]?.note;
    const [start, end] = [note?.start ?? null, note?.end ?? null], now = gone / 60;
    this.$("#due").textContent = start === null ? "" : `planned: minute ${start} to ${end}, `
      + (now < start ? `${Math.ceil(start - now)} min early`
        : now > end ? `${Math.ceil(now - end)} min late` : `${Math.ceil(end - now)} min left`);
    this.$("#due").dataset.late = String(start !== null && now > end);
    this.$("tbody").innerHTML = plan.blocks.map((/** @type {any} */ block, /** @type {number} */ i) => {
      const planned = block.note?.start == null ? "" : `${block.note.end - block.note.start} min`;
      const to = slides.findIndex((/** @type {any} */ one) => one.block === i);
      return `<tr data-to="${to}"${i === slide.block ? ' class="here"' : ""}><td>${escape(block.number)}
        </td><td>${escape(plain(block.title))}</td><td>${clock(this.gone[i] ?? 0)}</td><td>${planned}</td></tr>`;
    }).join("");
  }

  /** Something has changed on stage. */
  tell() {
    const { stage } = this, { slide, at, step, plan } = stage;
    if (this.window.closed) return;
    this.minutes();
    if (this.$("select").length !== stage.slides.length) this.list(); // a cell was added
    const where = slide.block < 0 ? plan.title : plain(plan.blocks[slide.block].title);
    this.$("#place").textContent = `${where}   ${at + 1} / ${stage.slides.length}`
      + (slide.steps ? `, step ${step + 1} of ${slide.steps + 1}` : "");
    this.$("select").value = String(at);
    this.$("[data-act=black]").ariaPressed = String(stage.frame.classList.contains("cs-is-black"));
    this.pointing = stage.frame.classList.contains("cs-pointing");
    this.$("[data-act=pointer]").ariaPressed = String(this.pointing);
    this.notes();
    this.next();
  }

  /** What the audience does not see of this slide and its block. */
  notes() {
    const { slide, plan, step } = this.stage, found = [];
    const here = slide.parts.filter((/** @type {any} */ one) => one.step <= step);
    const note = plan.blocks[slide.block]?.note ?? {};
    for (const [name, key] of [["Poll", "poll"], ["Misconception", "misconception"],
      ["Skip if late", "skip"], ["Also", "more"]]) if (note[key]) found.push([name, note[key]]);
    const speaker = this.deck.contentWindow?.courseStage?.speaker ?? {};
    const told = here.filter((/** @type {any} */ one) => speaker[one.cell]).map(
      (/** @type {any} */ { cell, what }) =>
        `<h3>${what === "answer" ? "What tempts" : "In full"}</h3>${speaker[cell]}`);
    told.push(...found.map(([name, text]) => `<h3>${name}</h3><p>${escape(text)}</p>`));
    this.$("#notes").innerHTML = told.join("") || "<p>No note for this slide.</p>";
  }

  /** The next press, or the slide itself to point at. */
  next() {
    const other = this.deck.contentWindow?.courseStage;
    const ready = this.deck.contentDocument?.body?.dataset.courseStage === "ready";
    if (!ready) return void setTimeout(() => this.window.closed || this.next(), 300);
    let { at, step } = this.stage;
    const last = step >= this.stage.slide.steps;
    if (!this.pointing) [at, step] = last ? [at + 1, 0] : [at, step + 1];
    at -= this.stage.slides.slice(0, at).filter((/** @type {any} */ one) => one.kind === "added").length;
    this.$("#which").textContent = this.pointing ? "Now: point here" : other.slides[at] ? "Next" : "The end";
    this.$("#thumb").classList.toggle("end", !other.slides[at]);
    if (other.slides[at]) other.go(at, step);
  }

  /** The dot on the audience's screen, where the mouse is in the picture here. @param {PointerEvent} event */
  point(event) {
    const box = this.$("#thumb").getBoundingClientRect();
    this.stage.$("dot").style.translate = `${1280 * (event.clientX - box.left) / box.width}px `
      + `${720 * (event.clientY - box.top) / box.height}px`;
  }
}
