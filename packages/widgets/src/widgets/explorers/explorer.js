// @ts-check
/**
 * An explorer on a page: controls of the browser, a picture and words for each of their positions.
 *
 * A `Player` knows the positions, keeps the frames that it has been given, and paints one in the
 * event of the key when it is there. What it lacks it wants of a source: the kernel (`start`), or
 * the page itself, where frames were drawn beforehand (`awaken`).
 *
 * @typedef {{name: string, unit: string, kind: "slider"|"list"|"buttons", labels: string[]}} Control
 * @typedef {{name: string, soFar: string, controls: Control[], edition?: number, along?: number[]}}
 *   About  `along`: where all others go back to when one moves, for there are no frames between
 * @typedef {{words: string, score: ?number, error?: boolean, png?: Blob, src?: string}} Frame
 * @typedef {{at: number[], want: number[][], best: ?number, moved: boolean, held: boolean}} Wish
 *   `moved`: the reader has come to `at`; `held`: by a key held down, which brings more like it
 * @typedef {{want: (wish: Wish) => void}} Source
 */
import { keepKeys, make, ours, watchKernel } from "../front.js";

const FRAMES = 400; // whose bytes are kept, 20 to 40 kB each
const BITMAPS = 24; // whose pixels are kept, 1.4 MB each
const AHEAD = 16; // positions in the direction of travel
const COARSE = 8; // parts of a track that are drawn early, for jumps
const HELD = 100; // ms between two moves of a key held down, and of a hand that drags
const LATE = 2000; // ms until a picture that does not come is spoken of

/**
 * The positions worth having, the likeliest first: `active` is the control that moves, `way` 1 or -1,
 * turned at the ends of its track; a key that is `held` goes on that way.
 * @param {number[]} counts @param {number[]} at @param {number} active @param {number} way
 * @param {boolean} held @returns {number[][]}
 */
export function plan(counts, at, active, way, held = false) {
  /** @type {Map<string, number[]>} */
  const found = new Map(), others = [...counts.keys()].filter((i) => i !== active);
  const add = (/** @type {number} */ i, /** @type {number} */ k) => {
    if (k < 0 || k >= counts[i]) return;
    const one = at.map((v, j) => (j === i ? k : v));
    found.set(one.join(), one);
  };
  const on = at[active] + way >= 0 && at[active] + way < counts[active] ? way : -way;
  const steps = (/** @type {number} */ i, /** @type {number[]} */ ...all) =>
    all.forEach((d) => add(i, at[i] + d * on));
  const coarse = (/** @type {number} */ i) => {
    for (let c = 0; c <= COARSE; c += 1) add(i, Math.round(c * (counts[i] - 1) / COARSE));
  };
  const ahead = [...Array(AHEAD + 1).keys()];
  steps(active, ...(held ? ahead : ahead.slice(0, 5)), -1);
  others.forEach((i) => steps(i, 1, -1));
  coarse(active);
  steps(active, ...ahead);
  steps(active, -2, -3, -4, -5, -6);
  others.forEach((i) => steps(i, 2, -2));
  others.forEach(coarse);
  return [...found.values()];
}

export class Player {
  /** @param {About} about @param {Source} source @param {number[]} at */
  constructor(about, source, at) {
    this.about = about;
    this.source = source;
    this.at = [...at];
    this.active = 0;
    this.way = 1;
    /** @type {?number} */ this.best = null;
    /** @type {?number[]} */ this.left = null;
    this.gone = this.touched = this.held = false;
    this.moved = -HELD; // when the reader moved last
    /** @type {Map<string, Frame>} */ this.frames = new Map();
    /** @type {Map<string, any>} */ this.bitmaps = new Map();
    /** @type {Set<string>} */ this.decoding = new Set();
    /** @type {Set<() => void>} */ this.views = new Set();
    /** What is seen: the key of the frame, its picture, its words. */
    this.seen = { key: "", picture: /** @type {any} */ (null), words: "", note: "" };
  }

  get key() { return this.at.join(); }

  /** Positions worth having from here. */
  get near() {
    const counts = this.about.controls.map((one) => one.labels.length);
    return plan(counts, this.at, this.active, this.way, this.held);
  }

  /** Keep a frame; the one used longest ago goes. @param {string} key @param {Frame} frame */
  keep(key, frame) {
    this.frames.delete(key);
    this.frames.set(key, frame);
    this.drop(key);
    if (this.frames.size > FRAMES) {
      const [old] = this.frames.keys();
      this.frames.delete(old);
      this.drop(old);
    }
    if (key === this.key) this.show();
    else if (this.touched) this.decodeAhead();
  }

  /** @param {string} key */
  drop(key) {
    const old = this.bitmaps.get(key);
    this.bitmaps.delete(key);
    if (old && old !== this.seen.picture) old.close?.();
  }

  /** The reader's hand is on a control: what may come next is worth having. @param {number} active */
  touch(active) {
    this.active = active;
    this.touched = true;
    this.held = false;
    this.ask(false);
  }

  /** The reader moves a control. @param {number} active @param {number} k */
  move(active, k) {
    this.way = Math.sign(k - this.at[active]) || this.way;
    this.active = active;
    this.go((this.about.along ?? this.at).map((v, i) => (i === active ? k : v)));
  }

  /** The reader goes to a position. @param {number[]} at */
  go(at) {
    this.at = [...at];
    this.left = null;
    this.touched = true;
    const now = performance.now();
    this.held = now - this.moved < HELD;
    this.moved = now;
    this.show();
    this.ask(true);
  }

  /** @param {boolean} moved */
  ask(moved) {
    const { at, best, held } = this;
    const want = this.near.filter((one) => !this.frames.has(one.join())).slice(0, 60);
    if (want.length || moved) this.source.want({ at, want, best, moved, held });
    clearTimeout(this.late);
    if (this.frames.has(this.key)) return;
    this.late = setTimeout(() => {
      this.source.want({ at, want: [at], best, moved: false, held });
      this.say();
    }, LATE);
  }

  /** Words on a picture that is not there: only after a while, or when none can come. */
  say() {
    const there = this.frames.has(this.key), others = "It goes on with the pictures that are here";
    const end = there ? "." : "; this position is not among them.", waits = there ? ""
      : `This picture waits for the kernel: a cell is running, or it is gone. ${others}.`;
    this.seen.note = this.gone ? `The kernel behind this explorer is gone. ${others}${end}` : waits;
    this.views.forEach((view) => view());
  }

  /** Paint the position if it is there, else the nearest on this track until it comes. */
  show() {
    const frame = this.frames.get(this.key);
    if (!frame) return this.showNearest();
    this.frames.delete(this.key);
    this.frames.set(this.key, frame);
    clearTimeout(this.late);
    if (frame.error) return this.paint(frame, null);
    const bitmap = this.bitmaps.get(this.key);
    if (bitmap) this.paint(frame, bitmap);
    else this.decode(this.key);
  }

  showNearest() {
    if (this.gone || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.say();
    const i = this.active;
    let best = "", away = Infinity;
    for (const key of this.bitmaps.keys()) {
      const other = key.split(",").map(Number), d = Math.abs(other[i] - this.at[i]);
      if (d < away && other.every((v, j) => j === i || v === this.at[j])) [best, away] = [key, d];
    }
    if (best) this.seen = { ...this.seen, key: `near ${best}`, picture: this.bitmaps.get(best) };
    this.views.forEach((view) => view());
  }

  /** The words of a frame with the best so far, or with what went wrong. @param {Frame} frame */
  spoken({ words, score = null, error }) {
    if (error) return `This position could not be drawn. ${words}`;
    if (score === null) return words;
    return words.replace(/\.$/, "") + this.about.soFar.replace("{}", String(this.best ?? score));
  }

  /** The longest words of the frames that are here: their room is kept, or the page below moves. */
  get longest() {
    const all = [...this.frames.values()].filter((one) => !one.error).map((one) => this.spoken(one));
    return all.sort((a, b) => b.length - a.length)[0] ?? "";
  }

  /** @param {Frame} frame @param {any} picture */
  paint(frame, picture) {
    const { score = null } = frame;
    if (score !== null) this.best = Math.max(this.best ?? score, score);
    const words = this.spoken(frame);
    this.seen = { key: this.key, picture: picture ?? this.seen.picture, words, note: "" };
    if (picture) { this.bitmaps.delete(this.key); this.bitmaps.set(this.key, picture); }
    if (this.gone) this.say();
    else this.views.forEach((view) => view());
    if (this.touched) requestAnimationFrame(() => setTimeout(() => this.decodeAhead())); // once it is seen
  }

  /** Pixels of the frames that may come next, one after the other. */
  decodeAhead() {
    if (this.decoding.size) return;
    const next = this.near.slice(0, BITMAPS / 2).map((one) => one.join())
      .find((key) => this.frames.has(key) && !this.frames.get(key)?.error && !this.bitmaps.has(key));
    if (next) this.decode(next);
  }

  /** @param {string} key */
  async decode(key) {
    const frame = this.frames.get(key);
    if (!frame || this.decoding.has(key)) return;
    this.decoding.add(key);
    try {
      const bitmap = await createImageBitmap(frame.png ?? await loaded(frame.src ?? ""));
      if (this.frames.get(key) === frame) this.bitmaps.set(key, bitmap);
      if (this.bitmaps.size > BITMAPS) this.drop(this.bitmaps.keys().next().value ?? "");
    } catch {
      frame.error = true; // the words stay: they say what it would show
    }
    this.decoding.delete(key);
    if (key === this.key && this.seen.key !== key) this.show();
    else if (this.touched) this.decodeAhead();
  }
}

/** @param {string} src @returns {Promise<HTMLImageElement>} */
async function loaded(src) {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/**
 * The elements of a view, drawn from its player.
 * @param {Player} player
 * @param {HTMLElement} place
 */
export function mount(player, place) {
  keepKeys();
  const { about } = player, rows = about.controls.map((control, i) => row(player, control, i));
  const canvas = make("canvas", { class: "course-picture", role: "img", width: 800, height: 450,
    "aria-label": `Explorer: ${about.name}; the words beside it say what it shows` });
  const words = make("p", { class: "course-finding", role: "status", "aria-live": "polite" });
  const note = make("p", { class: "course-note", role: "status" });
  const back = make("button", { class: "course-back", type: "button", hidden: true,
    title: "A cell has moved this explorer; go back to your own position",
    click: () => player.left && player.go(player.left) }, "↩ Back to where I left it");
  const side = make("div", { class: "course-side" }, words, note, back);
  const along = about.along && rows.length > 1
    ? [make("p", { class: "course-along" }, make("small", {},
      "Here one control moves at a time; the others go back to where they began."))] : [];
  place.append(make("div", { class: "course-room course-live" }, make("div", { class: "course-explorer" },
    make("div", { class: "course-controls" }, ...rows.map((one) => one.element), ...along), canvas, side)));
  const text = (/** @type {any} */ one, /** @type {string} */ said) => {
    if (one.textContent !== said) one.textContent = said; // told again, it would be spoken again
  };
  /** @type {any} */ let painted = null;
  const view = () => {
    const { picture, key } = player.seen;
    if (picture && picture !== painted) {
      const { naturalWidth: width = picture.width, naturalHeight: height = picture.height } = picture;
      if (canvas.width !== width) Object.assign(canvas, { width, height });
      canvas.getContext("2d").drawImage(picture, 0, 0);
      painted = picture;
    }
    canvas.dataset.shown = key;
    text(words, player.seen.words);
    if (side.dataset.longest !== player.longest) side.dataset.longest = player.longest;
    text(note, player.seen.note);
    rows.forEach((one, i) => one.draw(player.at[i]));
    back.hidden = !player.left;
  };
  player.views.add(view);
  view();
  return () => player.views.delete(view);
}

/**
 * One control: its name, the element that the browser has for it, and a slider's value.
 * @param {Player} player
 * @param {Control} control
 * @param {number} i
 */
function row(player, control, i) {
  const { name, unit, labels, kind } = control, called = unit ? `${name} (${unit})` : name;
  const move = (/** @type {number} */ k) => player.move(i, k), touch = () => player.touch(i);
  const id = `course-${Math.random().toString(36).slice(2)}`;
  const around = (/** @type {string} */ what, /** @type {any[]} */ parts, more = {}) => make("div",
    { class: `course-control course-${what}`, focusin: touch, pointerdown: touch, ...more }, ...parts);
  if (kind === "buttons") {
    const all = labels.map((label, k) =>
      make("button", { type: "button", click: () => move(k), press: () => move(k) }, label));
    return {
      element: around("choose", [make("span", { id, class: "course-name" }, called),
        make("div", {}, ...all)], { role: "group", "aria-labelledby": id }),
      draw: (/** @type {number} */ now) =>
        all.forEach((one, k) => one.setAttribute("aria-pressed", k === now)),
    };
  }
  const label = make("label", { for: id, class: "course-name" }, called);
  if (kind === "list") {
    const list = make("select", { id, input: () => move(Number(list.value)) },
      ...labels.map((text, k) => make("option", { value: String(k) }, text)));
    return { element: around("list", [label, list]),
      draw: (/** @type {number} */ now) => { list.value = String(now); } };
  }
  const track = make("input", { id, type: "range", min: 0, max: labels.length - 1, step: 1,
    input: () => move(Number(track.value)) });
  const values = labels.map((text) => Number(text.replace("−", "-")));
  const number = make("input", { type: "text", inputmode: "decimal", class: "course-number",
    "aria-label": `${called}, as a number`, change: () => {
      const wanted = Number(number.value.replace("−", "-").replace(",", "."));
      const away = values.map((one) => Math.abs(one - wanted));
      if (!Number.isNaN(wanted) && number.value.trim()) move(away.indexOf(Math.min(...away)));
      number.value = labels[player.at[i]];
    }, keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && ours(event)) number.dispatchEvent(new Event("change"));
    } });
  return {
    element: around("slide", [label, track, number]),
    draw: (/** @type {number} */ now) => {
      if (Number(track.value) !== now) track.value = String(now);
      track.setAttribute("aria-valuetext", `${labels[now]} ${unit}`.trim());
      if (number.dataset.now !== String(now)) number.value = labels[now]; // else it may be typed in
      number.dataset.now = String(now);
    },
  };
}

/** What anywidget asks for: one player for all views of a model, with the kernel as its source. */
export function start() {
  /** @type {Player} */ let player;
  /** @type {Set<() => void>} */ const again = new Set();
  let count = 0;
  const taken = (/** @type {any} */ model) => {
    const { at, left = null, best = null, words, score, png } = model.get("state");
    Object.assign(player, { at: [...at], left, best: player.best === null ? best : Math.max(player.best, best) });
    player.keep(at.join(), { words, score, png: new Blob([png], { type: "image/png" }) });
  };
  const made = (/** @type {any} */ model) => {
    const { edition } = model.get("about");
    player = new Player(model.get("about"), { want: (wish) => {
      model.set("wish", { ...wish, edition, count: count += 1 });
      model.save_changes();
    } }, model.get("state").at);
    taken(model);
  };
  return {
    initialize: (/** @type {any} */ { model }) => {
      made(model);
      watchKernel(model, (gone) => { player.gone = gone; player.say(); });
      model.on("change:state", () => taken(model));
      model.on("change:about", () => { made(model); again.forEach((view) => view()); });
      model.on("msg:custom", (/** @type {any} */ told, /** @type {any[]} */ [png]) => {
        const { key, edition, ...frame } = told; // a word that the kernel is here has none
        if (edition !== player.about.edition) return;
        player.keep(key, png ? { ...frame, png: new Blob([png], { type: "image/png" }) } : frame);
      });
    },
    render: (/** @type {any} */ { el }) => {
      let end = () => {};
      const view = () => {
        end();
        el.replaceChildren();
        end = mount(player, el);
      };
      again.add(view);
      view();
      return () => { end(); again.delete(view); };
    },
  };
}

/** Explorers whose frames are in the page: each stands complete without this. @param {Document} page */
export function awaken(page) {
  page.defaultView?.addEventListener("click", (event) => {
    // The book's theme searches the whole page a dozen times for each click; only open menus need it.
    const button = /** @type {any} */ (event.target).closest?.(".course-moves .course-choose button");
    if (!button || page.querySelector(".show")) return;
    event.stopPropagation();
    button.dispatchEvent(new Event("press"));
  }, true);
  for (const box of page.querySelectorAll(".course-moves")) {
    const data = box.querySelector("script[type='application/json']")?.textContent ?? "{}";
    const { frames, start: at, ...about } = JSON.parse(data), place = make("div");
    const player = new Player(about, { want: () => {} }, at);
    for (const [key, [src, words, score]] of Object.entries(frames)) {
      player.frames.set(key, { src, words, score });
    }
    const still = /** @type {HTMLImageElement} */ (box.querySelector("img"));
    if (still.complete && still.naturalWidth) player.bitmaps.set(at.join(), still); // no flicker
    box.querySelector(".course-finding")?.remove();
    still.replaceWith(place);
    mount(player, place);
    player.show();
    Object.assign(box, { player, place }); // a page that works hands it over to its Python
  }
}
