// @ts-check
/**
 * The page's hold on its Python, which lives in a worker of the page: start, ask, end, start anew.
 *
 * A worker can be ended at any moment, whatever it is doing; a SharedWorker cannot. Who asks sees
 * no difference between a first start and one after an end. Events: `stage` ({text, part, ready})
 * and `failed` (why there is no Python here).
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
    /** @type {Map<number, {yes: (value: any) => void, no: (why: Error) => void, asked: object,
     *   patience: number, timer: number}>} */
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
    this.calls.delete(told.call);
    clearTimeout(call.timer);
    if (told.error === undefined) call.yes(told.value);
    else { // our side of Python never raises: whatever this is, it is not to be trusted any more
      call.no(new Error(`Python broke down (${told.error})`));
      this.end();
    }
  }

  /**
   * Ask Python. What has no answer after `patience` ms ends the worker: the last resort against
   * what no look at the clock inside Python can stop.
   * @param {string} op @param {object} data @param {number} patience @returns {Promise<any>}
   */
  call(op, data, patience = 60_000) {
    return new Promise((yes, no) => {
      const call = this.count += 1, asked = { op, ...data };
      this.calls.set(call, { yes, no, asked, patience, timer: 0 });
      if (this.worker) this.worker.postMessage({ call, ...asked });
      else this.start();
      this.time(this.ready, [call]);
    });
  }

  /**
   * A slow network is nobody's loop: while something loads nobody's time runs.
   * @param {boolean} ready @param {Iterable<number>} calls
   */
  time(ready, calls = this.calls.keys()) {
    this.ready = ready;
    for (const call of calls) {
      const one = this.calls.get(call);
      if (!one) continue;
      clearTimeout(one.timer);
      const why = `Stopped after ${one.patience / 1000} seconds`;
      if (ready) one.timer = window.setTimeout(() => this.stop(why), one.patience);
    }
  }

  /** End what runs, and start anew at once: the next answer should not wait. @param {string} why */
  stop(why) {
    this.end(why);
    this.start();
  }

  /** @param {string} why */
  end(why = "Python has ended") {
    this.worker?.terminate();
    this.worker = this.started = undefined;
    this.ready = false;
    clearTimeout(this.silence);
    for (const { no, timer } of this.calls.values()) { clearTimeout(timer); no(new Error(why)); }
    this.calls.clear();
  }

  /** @param {string} why */
  fail(why) {
    this.end(why.replace(/[.]$/, ""));
    this.dispatchEvent(new CustomEvent("failed", { detail: why }));
  }
}
