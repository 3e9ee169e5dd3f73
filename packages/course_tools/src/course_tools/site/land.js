// Where a link of the book leads (`?path=01_….ipynb#cell-id=01-ex-…`): to a view that fits the
// screen and to the cell, with what stands above it and is needed there run. Both views of the
// browser version read this before they start; JupyterLite itself opens notebooks at their top.
(() => {
  const NARROW = "(max-width: 899px)"; // narrower, a list of files leaves no room for a notebook
  const LAB = /\/lab\/(index\.html)?$/;
  const { pathname, search, hash } = location;
  if (LAB.test(pathname) && matchMedia(NARROW).matches) {
    location.replace(pathname.replace(LAB, "/notebooks/index.html") + search + hash);
    return;
  }
  const path = new URLSearchParams(search).get("path");
  const id = decodeURIComponent((/^#cell-id=(.+)$/.exec(hash) || [])[1] || "");
  if (!path || !id) return;

  const waiting = setInterval(() => {
    const app = /** @type {any} */ (window).jupyterapp, shell = app && app.shell;
    const panel = shell && shell.widgets
      && [...shell.widgets("main")].find((one) => one.context && one.context.path === path);
    if (!panel || !panel.context.isReady || !panel.content.widgets.length) return;
    clearInterval(waiting);
    land(app, panel).catch((error) => console.error(error));
  }, 50);

  async function land(app, panel) {
    const notebook = panel.content, cells = notebook.widgets;
    const cell = cells.find((one) => one.model.id === id);
    if (!cell) return; // taken out of one's own copy
    notebook.deselectAll();
    notebook.activeCellIndex = cells.indexOf(cell);
    const bar = line(app, notebook, cell), stay = keep(notebook, cell);
    dispatchEvent(new Event("resize")); // else a toolbar may keep all its buttons folded away
    const live = tags(cell).includes("explorer"); // it shows what the cells above have made
    const shipped = live ? null : await sources();
    const needed = cells.slice(0, cells.indexOf(cell))
      .filter((one) => text(one) && (live || asked(one, shipped)));
    if (live) needed.push(cell);
    await run(panel, needed, bar, live);
    stay();
  }

  // --- which cells: those that `course check` runs (verdicts.cells_to_run) --------------------

  const text = (cell) => (cell.model.type === "code" ? cell.model.sharedModel.source.trim() : "");
  const tags = (cell) => cell.model.getMetadata("tags") || [];

  function asked(cell, shipped) {
    return tags(cell).some((tag) => tag === "setup" || tag === "state")
      || /^[^#\n]*?\bexercise\(\s*["']/m.test(text(cell))
      || (shipped ? !shipped.has(text(cell)) : !/^(\d\d[a-z]?|appendix)-/.test(cell.model.id));
  }

  async function sources() {
    try {
      const answer = await fetch(`../files/${path}`);
      return new Set((await answer.json()).cells.map((cell) => [].concat(cell.source).join("")
        .trim()));
    } catch {
      return null;
    }
  }

  async function run(panel, needed, bar, live) {
    const failed = [];
    bar.say("Python is starting in this page; you can read and write meanwhile …");
    await panel.sessionContext.ready;
    // One after the other: an error would take those that wait out of the kernel's queue.
    for (const [done, cell] of needed.entries()) {
      const reply = await cell.constructor.execute(cell, panel.sessionContext).catch(() => null);
      if (!reply || reply.content.status !== "ok") failed.push(cell);
      bar.say(`Running what is needed from above: ${done + 1} of ${needed.length} cells …`);
    }
    if (failed.some((cell) => tags(cell).includes("setup"))) {
      bar.say("Not ready: the set-up above ended in an error. Reload the page, or choose Kernel > "
        + "Restart Kernel and run the cells from the top.");
    } else {
      const how = failed.length ? "Ready, though a cell above ended in an error, which it shows. "
        : "Ready: what is needed from above has been run. ";
      bar.ready(how + (live ? "Move the controls." : "Write your answer and run it."));
    }
  }

  // --- the line above the cell, and the cell's place -------------------------------------------

  function line(app, notebook, cell) {
    const bar = document.createElement("div"), words = document.createElement("span");
    bar.className = "course-landed";
    bar.dataset.state = "busy";
    words.setAttribute("role", "status");
    bar.append(words);
    cell.node.prepend(bar);
    return {
      say(what) { words.textContent = what; },
      ready(what) {
        words.textContent = what;
        bar.dataset.state = "ready";
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "▶ Run this cell";
        button.onclick = () => {
          notebook.deselectAll();
          notebook.activeCellIndex = notebook.widgets.indexOf(cell);
          app.commands.execute("notebook:run-cell");
        };
        bar.append(button);
      },
    };
  }

  // Formulas, pictures and outputs above change their heights for some seconds after the page is
  // there: the cell is put back to its place until somebody moves the page.
  function keep(notebook, cell) {
    const scroller = notebook.outerNode || cell.node.closest(".jp-WindowedPanel-outer");
    const hands = ["wheel", "touchstart", "pointerdown", "keydown"];
    const place = () => {
      const view = scroller.getBoundingClientRect(), here = cell.node.getBoundingClientRect();
      const above = here.height < 0.6 * view.height ? 0.25 * view.height : 8;
      const off = here.top - view.top - above;
      if (Math.abs(off) > 2) scroller.scrollTop += off;
    };
    const timer = setInterval(place, 50);
    const stop = () => {
      clearInterval(timer);
      hands.forEach((one) => removeEventListener(one, stop, true));
    };
    hands.forEach((one) => addEventListener(one, stop, true));
    place();
    return () => setTimeout(stop, 2000);
  }
})();
