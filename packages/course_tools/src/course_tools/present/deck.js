// @ts-check
/**
 * A page without a kernel as the stage's panel (`stage/stage.js` stands above in the same script):
 * its cells have the outputs that were stored, and nothing is run. With `#pages` in the address
 * the slides are laid out below each other, for paper.
 */
const known = JSON.parse(document.querySelector("#show")?.textContent ?? "");
const nothing = () => {};
const widgets = known.cells.map((/** @type {any} */ { id, type, source, outputs }) => ({
  node: document.getElementById(id),
  model: {
    id, type, sharedModel: { getSource: () => source },
    outputs: { length: outputs.length, get: (/** @type {number} */ i) =>
      ({ ...outputs[i], toJSON: () => outputs[i] }) },
  },
}));
const node = document.querySelector(".jp-NotebookPanel");
const panel = { node, content: { node: node?.firstElementChild, widgets, mode: "command" } };
const stage = new Stage(panel, known.plan, {
  run: nothing, interrupt: nothing, restart: nothing, add: nothing,
  render: async (/** @type {string} */ source) =>
    make("div", "jp-RenderedHTMLCommon", document.createRange()
      .createContextualFragment(known.html[source] ?? source)),
  theme: (/** @type {string} */ name) => {
    document.body.dataset.jpThemeLight = String(name.endsWith("Light"));
  },
});
Object.assign(stage, { presenter: nothing, speaker: known.speaker, room: known.room });
for (const { model } of widgets) stage.ran.add(model.id); // and all at once

/**
 * Every slide with all of its steps: its last one, and before it each from which something goes.
 * @returns {Promise<void>}
 */
async function pages() {
  const all = make("div", "deck-pages");
  for (const [at, { steps }] of stage.slides.entries()) {
    /** @type {?HTMLElement} */ let page = null;
    /** @type {string[]} */ let before = [];
    for (let step = 0; step <= steps; step += 1) {
      await stage.go(at, step);
      await wait(0); // its heading is set
      const now = [...stage.shown].flatMap(({ id, classList }) =>
        [id, ...(classList.contains("cs-nocode") ? [] : [`${id} with code`])]);
      if (page && before.some((one) => !now.includes(one))) all.append(page);
      before = now;
      page = make("div", "deck-page", Object.assign(stage.sheet.cloneNode(false), { id: "" }));
      page.firstElementChild?.append(...[stage.frame, ...stage.shown].map((one) => one.cloneNode(true)));
    }
    if (page) all.append(page);
  }
  document.body.append(all);
  document.body.dataset.deck = "pages";
}

stage.open("data:text/css,").then(() => location.hash === "#pages" && pages());
