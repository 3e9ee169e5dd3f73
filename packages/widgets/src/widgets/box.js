// @ts-check
/**
 * A box of HTML that the kernel writes: a press on a button with `data-act` is told to the kernel,
 * which answers with the HTML as it is now. Only what differs is changed in the page, so that focus
 * and live regions stay; a focus whose button is gone goes to the one with `data-next`.
 */
import { keepKeys, make, watchKernel } from "./front.js";

/**
 * Make one element look as another.
 * @param {Element} now
 * @param {Element} then
 */
export function patch(now, then) {
  for (const { name } of [...now.attributes]) if (!then.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of [...then.attributes]) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  if (now.innerHTML === then.innerHTML) return;
  const alike = (/** @type {any} */ a, /** @type {any} */ b) => a && b && a.nodeName === b.nodeName
    && (a.dataset?.act ?? "") === (b.dataset?.act ?? "");
  const fresh = [...then.childNodes];
  fresh.forEach((node, i) => {
    const old = now.childNodes[i];
    if (!alike(old, node)) now.insertBefore(node, old ?? null);
    else if (node instanceof Element) patch(/** @type {Element} */ (old), node);
    else if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
  });
  while (now.childNodes.length > fresh.length) now.lastChild?.remove();
}

/** @param {{model: any, el: HTMLElement}} view */
function render({ model, el }) {
  keepKeys();
  const box = make("div", { class: "course-live" });
  const draw = () => {
    const mine = box.contains(document.activeElement);
    patch(box, make("div", { class: "course-live" }, document.createRange()
      .createContextualFragment(model.get("html"))));
    if (mine && !box.contains(document.activeElement)) box.querySelector("[data-next]")?.focus();
  };
  box.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("[data-act]");
    if (button && button.getAttribute("aria-disabled") !== "true") {
      model.send({ act: button.dataset.act });
    }
  });
  // This class is what ipywidgets gives to its own; the still is shown instead of such a box.
  watchKernel(model, (gone) => el.classList.toggle("jupyter-widgets-disconnected", gone));
  model.on("change:html", draw);
  el.append(box);
  draw();
}

/** What anywidget asks for. */
export function start() {
  return { render };
}
