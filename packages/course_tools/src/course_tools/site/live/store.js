// @ts-check
/**
 * What a reader's browser keeps of the book: answers, and events in the form of a notebook's memory
 * ({at, kind, id, …}, only ever added). Used by pages and by the worker.
 */
let persistent = true;
/** Where nothing may be kept: until the page is left. @type {Map<string, any>} */
const spare = new Map();
/** @type {Promise<IDBDatabase> | undefined} */ let opened;
/** @type {IDBDatabase | undefined} */ let base;

/** Whether what is kept here is still there after the page is left. */
export const lasts = () => persistent;

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((yes, no) => {
    const asked = indexedDB.open("course", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("events");
      asked.result.createObjectStore("answers");
    };
    asked.onsuccess = () => yes(asked.result);
    asked.onerror = () => no(asked.error);
  });
}

/**
 * One transaction; what it asked for once it is over, `otherwise()` where nothing may be kept.
 * @param {string} name @param {"readonly"|"readwrite"} mode
 * @param {(objects: IDBObjectStore) => IDBRequest} work @param {() => any} otherwise
 */
async function within(name, mode, work, otherwise) {
  try {
    base ??= await (opened ??= open()); // once it is there, a page that ends is not too late
    const all = base.transaction(name, mode);
    return await new Promise((yes, no) => {
      const asked = work(all.objectStore(name));
      all.oncomplete = () => yes(asked.result);
      all.onerror = all.onabort = () => no(all.error);
    });
  } catch {
    persistent = false;
    return otherwise();
  }
}

/** @param {string} key @returns {Promise<any>} */
export const answer = (key) =>
  within("answers", "readonly", (all) => all.get(key), () => spare.get(key));

/** @param {string} key @param {any} value */
export const keepAnswer = (key, value) => within("answers", "readwrite", (all) => {
  const asked = all.put(value, key);
  all.transaction.commit(); // waits for no page that may be gone by then
  return asked;
}, () => { spare.set(key, value); });

/** In the order in which they happened: a merge adds older ones. @param {any[]} list */
export const ordered = (list) => list.map((one, i) => ({ one, i, at: Date.parse(one.at) }))
  .sort((a, b) => a.at - b.at || a.i - b.i).map(({ one }) => one);

/** The events of a notebook. @param {string} notebook @returns {Promise<any[]>} */
export const events = async (notebook) => ordered(await within("events", "readonly",
  (all) => all.get(notebook), () => spare.get(`events ${notebook}`)) ?? []);

/** Forget a notebook. @param {string} notebook @param {string[]} keys of its answers */
export async function forget(notebook, keys) {
  await within("events", "readwrite", (all) => all.delete(notebook), () => spare.clear());
  for (const key of keys) await within("answers", "readwrite", (all) => all.delete(key), () => {});
}

/** The notebooks of which something is remembered. @returns {Promise<string[]>} */
export const notebooks = () => within("events", "readonly", (all) => all.getAllKeys(),
  () => [...spare.keys()].filter((key) => key.startsWith("events ")).map((key) => key.slice(7)));

/**
 * Add events: read and written in one transaction, so that two tabs lose none.
 * @param {string} notebook @param {any[]} more
 */
export const keepEvents = (notebook, more) => within("events", "readwrite", (all) => {
  const asked = all.get(notebook);
  asked.onsuccess = () => all.put([...(asked.result ?? []), ...more], notebook);
  return asked;
}, () => {
  spare.set(`events ${notebook}`, [...(spare.get(`events ${notebook}`) ?? []), ...more]);
});
