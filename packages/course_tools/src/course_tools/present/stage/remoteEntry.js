// @ts-check
/**
 * What JupyterLab loads: a container of module federation is two functions, so it is written by
 * hand. It makes a `Stage` of a notebook that brings its slides (metadata `stage`), and is all that
 * the stage asks of JupyterLab: cells, kernel, Markdown, theme.
 */
(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {any} */ let scope;
  const shared = async (/** @type {string} */ name) =>
    (await /** @type {any} */ (Object.values(scope[name])[0]).get())();

  /** What a stage needs of a page; the deck without a kernel has its own. */
  const host = (/** @type {any} */ app, /** @type {any} */ panel, /** @type {any} */ lab) => ({
    run: (/** @type {any} */ cell) => lab.CodeCell.execute(cell, panel.sessionContext),
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
        activate: (/** @type {any} */ app, /** @type {any} */ tracker) =>
          tracker.widgetAdded.connect((/** @type {any} */ _, /** @type {any} */ panel) =>
            open(app, panel, { CodeCell, NotebookActions })),
      };
      return () => ({ __esModule: true, default: plugin });
    },
  };
})();
