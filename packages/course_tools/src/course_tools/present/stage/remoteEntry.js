// @ts-check
/**
 * What JupyterLab loads: a container of module federation is two functions, so it is written by
 * hand. It makes a `Stage` of a notebook that brings its slides (metadata `stage`), and is all that
 * the stage asks of JupyterLab: cells, kernel, Markdown, theme. At a desk, too, it keeps the place
 * of an output while its cell is run again, and marks a verdict whose code has changed since.
 */
(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {any} */ let scope;
  const shared = async (/** @type {string} */ name) =>
    (await /** @type {any} */ (Object.values(scope[name])[0]).get())();

  const TICK = 50; // ms
  const SHORT = 1500, HIGH = 300; // for so long an output has to stay as it is: a still goes first
  /** How often a cell was run. @type {WeakMap<any, number>} */
  const runs = new WeakMap();
  /** The text of a cell as it was run. @type {WeakMap<any, string>} */
  const judged = new WeakMap();

  /** A verdict belongs to the text it judged: it is grey as soon as a character has changed. */
  const judge = (/** @type {any} */ cell) => {
    const text = () => cell.model.sharedModel.getSource();
    const mark = () => cell.node.classList.toggle("course-stale", text() !== judged.get(cell));
    if (!judged.has(cell)) cell.model.contentChanged.connect(mark);
    judged.set(cell, text());
    mark();
  };

  /** JupyterLab empties an output at once and fills it later: meanwhile what is below stays. */
  const hold = (/** @type {any} */ cell) => {
    const place = cell.outputArea?.node.parentElement;
    if (!place) return;
    judge(cell);
    runs.set(cell, (runs.get(cell) ?? 0) + 1);
    place.style.minHeight = `${place.offsetHeight}px`;
  };

  /** The cell is done; a widget of its output comes a little later. */
  const release = async (/** @type {any} */ cell) => {
    const area = cell.outputArea?.node, place = area?.parentElement, run = runs.get(cell);
    if (!place) return;
    const held = parseFloat(place.style.minHeight);
    for (let same = 0, last = -1, now; same < ((now = area.offsetHeight) < held ? SHORT : HIGH); last = now) {
      await new Promise((done) => setTimeout(done, TICK));
      same = now === last ? same + TICK : 0;
    }
    if (runs.get(cell) === run) place.style.minHeight = "";
  };

  /** What a stage needs of a page; the deck without a kernel has its own. */
  const host = (/** @type {any} */ app, /** @type {any} */ panel, /** @type {any} */ lab) => ({
    run: (/** @type {any} */ cell) => {
      hold(cell);
      return lab.CodeCell.execute(cell, panel.sessionContext).finally(() => release(cell));
    },
    render: async (/** @type {string} */ source) => {
      const { rendermime } = panel.content;
      const shown = rendermime.createRenderer("text/markdown");
      await shown.renderModel(rendermime.createModel({ data: { "text/markdown": source } }));
      rendermime.latexTypesetter?.typeset(shown.node);
      return shown.node;
    },
    interrupt: () => panel.sessionContext.session?.kernel?.interrupt(),
    restart: () => panel.sessionContext.session?.kernel?.restart(),
    theme: (/** @type {string} */ theme) => app.commands.execute("apputils:change-theme", { theme }),
    /** A new code cell below the one with this index. */
    add: (/** @type {number} */ index) => {
      panel.content.activeCellIndex = index;
      lab.NotebookActions.insertBelow(panel.content);
    },
  });

  const open = async (/** @type {any} */ app, /** @type {any} */ panel, /** @type {any} */ lab) => {
    await Promise.all([panel.context.ready, panel.revealed]);
    const model = panel.context.model, plan = model.getMetadata("stage");
    if (!plan) return;
    const { Stage } = await import(new URL("stage.js", here).href);
    await panel.sessionContext.ready;
    const stage = new Stage(panel, plan, host(app, panel, lab));
    model.cells.changed.connect(() => stage.cellsChanged());
    let gone = false; // a kernel that is new has run nothing
    panel.sessionContext.statusChanged.connect((/** @type {any} */ _, /** @type {string} */ now) => {
      if (["restarting", "autorestarting"].includes(now)) gone = true;
      if (gone && now === "idle") { gone = false; stage.restarted(); }
    });
    await stage.open(new URL("stage.css", here).href);
  };

  const page = /** @type {any} */ (window);
  (page._JUPYTERLAB ??= {}).stage = {
    init: (/** @type {any} */ given) => { scope = given; },
    get: async () => {
      const names = ["@jupyterlab/notebook", "@jupyterlab/cells"];
      const [{ INotebookTracker, NotebookActions }, { CodeCell }] = await Promise.all(names.map(shared));
      const plugin = {
        id: "stage:plugin", autoStart: true, requires: [INotebookTracker],
        activate: (/** @type {any} */ app, /** @type {any} */ tracker) => {
          NotebookActions.executionScheduled.connect((/** @type {any} */ _, { cell }) => hold(cell));
          NotebookActions.executed.connect((/** @type {any} */ _, { cell }) => release(cell));
          tracker.widgetAdded.connect((/** @type {any} */ _, /** @type {any} */ panel) =>
            open(app, panel, { CodeCell, NotebookActions }));
        },
      };
      return () => ({ __esModule: true, default: plugin });
    },
  };
})();
