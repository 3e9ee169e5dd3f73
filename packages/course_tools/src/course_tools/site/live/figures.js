// @ts-check
/**
 * Explorers of the page: the frames drawn beforehand until the page's Python is there, then its
 * own, with all controls free and the neighbours drawn ahead. Nothing jumps: the position stays.
 */
const LIMIT = 150_000; // ms for making one; some train first
const PARTS = "input, select, button";

/** @param {import("./exercise.js").Page} page */
export function figures(page) {
  for (const one of page.data.cells.filter((each) => each.explorer)) {
    /** @type {any} */
    const box = document.getElementById(one.cell)?.querySelector(".course-moves");
    const wake = () => new Figure(box, one, page).wake();
    for (const touch of ["pointerdown", "focusin"]) {
      box?.addEventListener(touch, () => { box.awake ??= wake(); });
    }
  }
}

class Figure {
  /**
   * @param {any} box @param {import("./cells.js").Below} one
   * @param {import("./exercise.js").Page} page
   */
  constructor(box, one, page) {
    this.box = box;
    this.one = one;
    this.page = page;
    /** @type {number[][]} */ this.wish = [];
    this.busy = false;
  }

  make() {
    const { one, page } = this;
    const theirs = Object.fromEntries(one.uses.flatMap((id) => {
      const answer = page.answers.get(id);
      return answer?.status === "passed" ? [[id, answer]] : [];
    }));
    const before = one.statements.map((i) => page.statements[i]);
    return page.kernel.call("explore", { notebook: page.notebook, needs: one.packages, theirs,
      cell: one.cell, code: one.code, before }, LIMIT);
  }

  async wake() {
    const { box } = this;
    let made;
    try {
      made = await this.make();
    } catch { /* the frames that are here stay */ }
    if (!made?.about) { box.awake = undefined; return; }
    while (box.matches(":active")) await new Promise((then) => { setTimeout(then, 100); });
    const { Player, mount } = await import("./explorers/explorer.js");
    const { player: old, place } = box, { about } = made;
    const full = old.about.controls.map((/** @type {any} */ control, /** @type {number} */ i) =>
      control.labels.map((/** @type {string} */ label) => about.controls[i].labels.indexOf(label)));
    const there = (/** @type {number[]} */ at) => at.map((k, i) => full[i][k]);
    const player = new Player(about, { want: ({ want }) => this.want(want) }, there(old.at));
    for (const [key, frame] of old.frames) {
      player.frames.set(there(key.split(",").map(Number)).join(), frame);
    }
    const picture = old.bitmaps.get(old.key);
    if (picture) player.bitmaps.set(player.key, picture);
    player.best = old.best;
    const focus = [...place.querySelectorAll(PARTS)].indexOf(document.activeElement);
    place.replaceChildren();
    mount(player, place);
    player.show();
    place.querySelectorAll(PARTS)[focus]?.focus();
    player.touch(old.active);
    Object.assign(box, { player });
  }

  /** One frame is on its way at a time: what else is asked of Python waits for no more. */
  async want(/** @type {number[][]} */ keys) {
    this.wish = [...keys];
    if (this.busy) return;
    this.busy = true;
    try {
      for (let at = this.wish.shift(); at; at = this.wish.shift()) {
        const said = await this.page.kernel.call("frame", { cell: this.one.cell, at });
        if (said.gone) { await this.make(); this.wish.unshift(at); continue; }
        const bytes = Uint8Array.from(atob(said.png), (letter) => letter.charCodeAt(0));
        this.box.player.keep(at.join(), { ...said, png: new Blob([bytes], { type: "image/png" }) });
      }
    } catch { /* Python has ended: what is here stays, and the next touch begins again */ }
    this.busy = false;
  }
}
