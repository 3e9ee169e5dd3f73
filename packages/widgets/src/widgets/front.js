// @ts-check
/** What every live box of ours needs of a page: elements, keys, and to know that its kernel is gone. */

const ASK = 3000; // ms after which a kernel that was lost is asked whether it is back

/**
 * An element; attributes that are undefined, null or false are left out, functions are listeners.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") one.addEventListener(name, value);
    else if (value === true) one.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) one.setAttribute(name, value);
  }
  one.append(...children);
  return one;
}

/**
 * Whether a key pressed on a control of ours belongs to the control: not with Ctrl or Cmd, not
 * Shift+Enter, and not what goes on in a lecture (Space, Page Down, Page Up) while one is held.
 * @param {KeyboardEvent} event
 */
export function ours(event) {
  const one = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || (event.shiftKey && event.key === "Enter")) return false;
  if (!one.matches("select, input, textarea, button, summary, a")) return false;
  if (document.body.dataset.courseStage === undefined) return true;
  return !one.matches("button, summary, a") && ![" ", "PageDown", "PageUp"].includes(event.key);
}

/**
 * Ask a page with shortcuts of its own (JupyterLab: "d" "d" deletes a cell) to leave alone the keys
 * that a control of ours uses. It looks for the attribute while the key comes down from the
 * document, so this listens above it; one listener serves the page.
 */
export function keepKeys() {
  const page = /** @type {any} */ (window);
  if (page.courseKeys) return;
  page.courseKeys = true;
  window.addEventListener("keydown", (event) => {
    const one = event.target;
    if (!(one instanceof Element) || !one.closest(".course-live")) return;
    one.toggleAttribute("data-lm-suppress-shortcuts", ours(event));
  }, true);
}

/**
 * Call back when it changes whether the kernel behind a box can be reached. ipywidgets tells that
 * something has changed, not what: so the kernel is asked, and `Front` answers if it is there.
 * @param {any} model
 * @param {(gone: boolean) => void} told
 */
export function watchKernel(model, told) {
  let before = false, asking = 0;
  const now = (/** @type {boolean} */ gone) => { if (gone !== before) told(before = gone); };
  model.on("comm_live_update", () => {
    now(true);
    clearTimeout(asking);
    asking = window.setTimeout(() => {
      try { model.send({ act: "here" }); } catch { /* nobody is */ }
    }, ASK);
  });
  model.on("msg:custom", () => now(false));
}
