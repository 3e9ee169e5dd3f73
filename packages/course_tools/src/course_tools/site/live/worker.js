// @ts-check
/**
 * Python for all that a page wants to know. Knows neither page nor exercise: it loads the runtime,
 * says how far it is, and hands one message after the other to `kernel.py`.
 */
import { events, keepEvents, notebooks } from "./store.js";

const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the smallest WebAssembly there is
const MEMORY = "/drive/.course/memory"; // where `misstep.memory` looks in a browser
/** @type {any} */ let python, about, started;
let queue = Promise.resolve(), got = 0; // bytes

const tell = (/** @type {object} */ told) => self.postMessage(told);
/** @param {string} text @param {number} part */
const say = (text, part, ready = false) => tell({ stage: { text, part, ready } });

/** Why there can be no Python here, in words; "" where nothing speaks against it. */
function hindrance() {
  if (typeof WebAssembly === "undefined") return "This browser runs no WebAssembly.";
  try {
    return new WebAssembly.Module(NOTHING) && "";
  } catch (error) {
    return `A content policy forbids WebAssembly here (${/** @type {Error} */ (error).message}).`;
  }
}

/** @param {any} runtime what there is, by its place beside the folder of this file */
async function boot(runtime) {
  about = runtime;
  const why = hindrance();
  if (why) throw new Error(why);
  const place = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url).href;
  await loading("Python is loading", about.bytes, async () => {
    const { loadPyodide } = await import(place(about.pyodide));
    python = await loadPyodide({
      indexURL: place(about.index), lockFileURL: place(about.lock), stdLibURL: place(about.stdlib),
      env: { HOME: "/drive", ...about.env }, stdout() {}, stderr() {} });
    await load(["start"]);
    say("Python is loading", 0.97); // what is left is computing
    python.FS.mkdirTree(MEMORY);
    await remind();
    python.runPython(await (await fetch(new URL("kernel.py", import.meta.url))).text());
  });
}

/**
 * Say how far it is whenever something has come: a server that falls silent is no sign of life.
 * @param {string} text @param {number} bytes of all of it @param {() => Promise<void>} work
 */
async function loading(text, bytes, work) {
  let told = got;
  const begun = got, part = () => Math.min(0.95, (got - begun) / bytes);
  say(text, 0);
  const watch = setInterval(() => { if (got > told) { told = got; say(text, part()); } }, 500);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  say("Ready", 1, true);
}

const fetched = self.fetch;
/** Count what comes, on a copy: the answer itself is compiled while it comes. */
self.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  count(answer.clone().body?.getReader()).catch(() => {}); // the answer's own reader is told
  return answer;
};

/** @param {ReadableStreamDefaultReader<Uint8Array> | undefined} body */
async function count(body) {
  for (let one = await body?.read(); one?.value; one = await body?.read()) got += one.value.length;
}

/** @param {string[]} kinds of packages, as the runtime names them */
async function load(kinds) {
  const names = kinds.flatMap((kind) => about.packages[kind]);
  /** @type {string[]} */ const failed = [];
  await python.loadPackage(names, { messageCallback() {},
    errorCallback: (/** @type {string} */ why) => failed.push(why) });
  if (failed.length) throw new Error(failed[0]);
}

/** Lay what is remembered where Python looks for it; how many events that is, by notebook. */
async function remind() {
  for (const file of files()) python.FS.unlink(`${MEMORY}/${file}`);
  /** @type {Record<string, number>} */ const known = {};
  for (const name of await notebooks()) {
    const list = await events(name), text = JSON.stringify({ version: 1, events: list });
    python.FS.writeFile(`${MEMORY}/${name}.json`, text);
    known[name] = list.length;
  }
  return known;
}

const files = () => python.FS.readdir(MEMORY).filter(
  (/** @type {string} */ file) => file.endsWith(".json"));

/** Keep what Python remembers beyond what is known. @param {Record<string, number>} known */
async function keep(known) {
  for (const file of files()) {
    const name = file.slice(0, -5), path = `${MEMORY}/${file}`;
    const now = JSON.parse(python.FS.readFile(path, { encoding: "utf8" })).events;
    const more = now.slice(known[name] ?? 0);
    if (more.length) await keepEvents(name, more);
  }
}

/** Load what a call needs beyond the start. @param {{needs?: string[]}} data */
async function provide({ needs = [] }) {
  const loaded = Object.keys(python.loadedPackages);
  if (needs.some((kind) => !loaded.includes(about.packages[kind][0]))) {
    await loading("What draws pictures is loading", about.more, () => load(needs));
  }
}

/** @param {any} data */
async function serve({ op, needs, notebook, ...data }) {
  const ask = python.globals.get("answer"), known = notebook && await remind();
  const value = JSON.parse(ask(op, JSON.stringify(data)));
  ask.destroy();
  if (known && !value.fresh) await keep(known); // a frame has nothing to remember
  return value;
}

/** What a break-down says is of insides, but for one kind. @param {any} error */
const brokeDown = (error) => (/call stack/.test(String(error.message ?? error))
  ? "Python crashed on this code: something in it is nested, or calls itself, too deeply"
  : "Python crashed on this code");
const said = (/** @type {any} */ error) => String(error.message ?? error).slice(-500);
self.onmessage = ({ data: { call, runtime, ...data } }) => {
  if (runtime) {
    started = boot(runtime);
    started.catch((/** @type {any} */ error) => tell({ failed: said(error) }));
    return;
  }
  queue = queue.then(() => started).then(() => provide(data)).then(
    () => serve(data).then((value) => tell({ call, value }),
      (error) => tell({ call, broken: brokeDown(error) })),
    () => tell({ call, missing: "What this needs could not be loaded" }));
};
