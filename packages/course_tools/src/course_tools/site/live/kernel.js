// @ts-check
/**
 * The page's hold on its Python, which lives in a worker of the page: start, ask, end, start anew.
 *
 * A worker can be ended at any moment, whatever it is doing; a SharedWorker cannot. Who asks sees
 * no difference between a first start and one after an end. Events: `stage` ({text, part, ready})
 * and `failed` (why there is no Python here).
 *
 * @typedef {Error & {ended?: boolean}} Unanswered `ended`: Python was ended while it was at it
 */
import { cached } from "./cache.js";

const SILENCE = 15_000; // ms without a sign of life from a worker that starts
const COMPUTING = 60_000; // and once all of it has come: a slow phone has to compute
const HIDDEN = 300_000; // ms after which a page that nobody looks at gives its memory back

export class Kernel extends EventTarget {
  /** @param {object} runtime where its files lie */
  constructor(runtime) {
    super();
    this.runtime = runtime;
    /** @type {Worker | undefined} */ this.worker = undefined;
    /** The first is what Python is at, the others wait.
     * @type {Map<number, {yes: (value: any) => void, no: (why: Error) => void, asked: object,
     *   patience: number}>} */
    this.calls = new Map();
    /** @type {symbol | undefined} */ this.started = undefined;
    this.ready = false;
    this.count = 0;
    let timer = 0;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => this.calls.size || this.end(), HIDDEN);
    });
  }

  /** Begin, where it has not begun; with the files that this browser keeps, where it keeps some. */
  async start() {
    if (this.started) return;
    const started = this.started = Symbol("a life");
    this.heard();
    await cached();
    if (this.started !== started) return; // ended meanwhile
    try {
      this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    } catch (error) {
      this.fail(`The browser starts no worker (${/** @type {Error} */ (error).message}).`);
      return;
    }
    this.worker.onerror = (event) => this.fail(
      `The worker that holds Python could not be loaded (${event.message ?? "refused"}).`);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.postMessage({ runtime: this.runtime });
    for (const [call, { asked }] of this.calls) this.worker.postMessage({ call, ...asked });
  }

  /** A sign of life: while something loads there is one for all that comes. @param {number} part */
  heard(part = 0) {
    clearTimeout(this.silence);
    if (this.ready) return;
    const most = part < 0.95 ? SILENCE : COMPUTING;
    this.silence = window.setTimeout(() => this.fail(
      `Nothing more came of it for ${most / 1000} seconds.`), most);
  }

  /** @param {any} told */
  hear(told) {
    if (told.stage) {
      if (this.ready !== told.stage.ready) this.time(told.stage.ready);
      this.dispatchEvent(new CustomEvent("stage", { detail: told.stage }));
    }
    this.heard(told.stage?.part);
    if (told.failed) this.fail(told.failed);
    const call = this.calls.get(told.call);
    if (!call) return;
    if (told.broken) { this.giveUp(told.broken); return; }
    this.calls.delete(told.call);
    if (told.missing) call.no(new Error(told.missing)); else call.yes(told.value);
    if (told.value?.fresh) this.renew(); else this.time();
  }

  /**
   * Ask Python. What it has been at for `patience` ms ends the worker: the last resort against
   * what no look at the clock inside Python can stop.
   * @param {string} op @param {object} data @param {number} patience @returns {Promise<any>}
   */
  call(op, data, patience = 60_000) {
    return new Promise((yes, no) => {
      const call = this.count += 1, asked = { op, ...data };
      this.calls.set(call, { yes, no, asked, patience });
      if (this.worker) this.worker.postMessage({ call, ...asked });
      else this.start();
      if (this.calls.size === 1) this.time();
    });
  }

  /** A slow network is nobody's loop, nor is a wait for another answer: then no time runs. */
  time(ready = this.ready) {
    this.ready = ready;
    clearTimeout(this.timer);
    const [first] = this.calls.values();
    if (!ready || !first) return;
    const why = `It was still running after ${first.patience / 1000} seconds`;
    this.timer = window.setTimeout(() => this.giveUp(why), first.patience);
  }

  /** End what Python is at. @param {string} why */
  giveUp(why) {
    const [[call, { no }]] = this.calls;
    this.calls.delete(call);
    no(Object.assign(new Error(why), { ended: true }));
    this.renew();
  }

  /** A fresh Python at once, for what waits and for the next answer. */
  renew() {
    const waiting = this.calls;
    this.calls = new Map();
    this.end();
    this.calls = waiting;
    this.start();
  }

  /** End all that was asked. @param {string} why */
  stop(why) {
    this.end(why, true);
    this.start();
  }

  /** @param {string} why */
  end(why = "Python has ended", ended = false) {
    this.worker?.terminate();
    this.worker = this.started = undefined;
    this.ready = false;
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    for (const { no } of this.calls.values()) no(Object.assign(new Error(why), { ended }));
    this.calls.clear();
  }

  /** @param {string} why */
  fail(why) {
    this.end(why.replace(/[.]$/, ""));
    this.dispatchEvent(new CustomEvent("failed", { detail: why }));
  }
}
