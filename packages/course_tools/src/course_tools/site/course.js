// Predictions and questions from earlier notebooks as buttons: what gives an answer away waits for
// the reader's. Without this script everything is on the page.
document.addEventListener("DOMContentLoaded", () => {
  const KEY = "course:predictions";
  const names = (one, what) => (one.dataset[what] || "").split(" ").filter(Boolean);
  let said = {};
  try { said = JSON.parse(localStorage.getItem(KEY)) || {}; } catch { said = {}; }
  const keep = () => {
    try { localStorage.setItem(KEY, JSON.stringify(said)); } catch { /* kept for this page */ }
  };
  const asked = new Set(), recalls = [], recalled = {};
  for (const one of document.querySelectorAll("[data-asks]")) {
    if (one.querySelector(".course-predict ul")) names(one, "asks").forEach((id) => asked.add(id));
  }
  // What is held back is there when one commits, or prints.
  document.querySelectorAll("[data-waits] img")
    .forEach((/** @type {HTMLImageElement} */ one) => { one.loading = "eager"; });

  function hold(one) {
    const parts = one.classList.contains("course-words")
      ? [...one.children] : [...one.querySelectorAll(".cell_output")];
    const held = parts.filter((part) => !part.classList.contains("course-held-note"));
    const note = one.querySelector(":scope > .course-held-note");
    const waits = names(one, "waits").find((id) => asked.has(id) && !said[id]);
    const closed = waits !== undefined;
    held.forEach((part) => part.classList.toggle("course-held", closed));
    if (!closed) { note?.remove(); return; }
    if (note || one.classList.contains("course-words")) return;
    const box = document.querySelector(`[data-asks~="${waits}"]`);
    const line = document.createElement("p");
    line.className = "course-held-note";
    line.innerHTML = `The result waits for <a href="#${box.id}">your prediction</a> (or `
      + '<button type="button" class="course-show">show it anyway</button>).';
    line.querySelector("button").onclick = () => {
      names(one, "waits").forEach((id) => { said[id] = said[id] || "?"; });
      draw();
    };
    one.append(line);
  }

  function right(id) {
    const box = document.querySelector(`[data-answers~="${id}"] details`)
      || document.querySelector(`[data-asks~="${id}"] details`);
    return box ? (/([A-Z]) holds:/.exec(box.textContent) || [])[1] : undefined;
  }

  /** Turn a list of choices into buttons; `chosen` gets the letter of one that is pressed. */
  function choices(list, label, chosen) {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", label);
    for (const item of [...list.children]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "course-choice";
      button.innerHTML = item.innerHTML;
      button.dataset.letter = item.textContent.trim()[0];
      button.onclick = () => {
        chosen(button.dataset.letter);
        draw();
      };
      group.append(button);
    }
    list.replaceWith(group);
    return group;
  }

  function press(box, letter) {
    box.querySelectorAll(".course-choice").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.letter === letter));
      button.disabled = Boolean(letter);
    });
  }

  function spoken(words, after) {
    const status = document.createElement("div");
    status.setAttribute("role", "status");
    status.textContent = words;
    after.after(status);
    return status;
  }

  const tell = (what, detail) => dispatchEvent(new CustomEvent(`course:${what}`, { detail }));

  function draw() {
    document.querySelectorAll("[data-waits]").forEach(hold);
    for (const one of document.querySelectorAll("[data-asks]")) {
      const id = names(one, "asks")[0], letter = said[id];
      press(one, letter);
      const status = one.querySelector("[role=status]");
      if (!status || !letter) continue;
      const fold = one.querySelector("details");
      if (fold) { fold.hidden = false; }
      status.textContent = letter === "?" ? "The answer was shown without a prediction of yours."
        : `Committed: ${letter}. The results below are open; the answer stands beside them.`;
    }
    for (const { id, group, status, fold } of recalls) {
      const letter = recalled[id], right = (/([A-Z]) holds:/.exec(fold.textContent) || [])[1];
      press(group, letter);
      fold.hidden = !letter;
      if (!letter || status.textContent) continue;
      fold.open = true;
      const own = letter === right;
      status.innerHTML = `<strong>${own ? "✓" : "✗"} ${letter} `
        + `${own ? "holds" : "does not hold"}.</strong>`;
    }
    for (const one of document.querySelectorAll("[data-answers]")) {
      const id = names(one, "answers")[0], letter = said[id], box = one.querySelector("details");
      if (!letter || letter === "?" || !box || one.querySelector(".course-own")) continue;
      const holds = letter === right(id), own = document.createElement("p");
      own.className = "course-own";
      own.innerHTML = `<strong>${holds ? "✓" : "✗"} Your prediction, ${letter}, `
        + `${holds ? "holds" : "does not hold"}.</strong>`;
      box.before(own);
    }
  }

  for (const one of document.querySelectorAll("[data-asks]")) {
    const id = names(one, "asks")[0], list = one.querySelector(".course-predict ul");
    if (!list) continue;
    const group = choices(list, "Your prediction; a choice is final", (letter) => {
      said[id] = letter;
      keep();
      tell("committed", { id, choice: letter });
    });
    if (group.nextElementSibling?.tagName === "P") group.nextElementSibling.remove();
    spoken("Choose one: what answers it is then shown.", group);
    const fold = one.querySelector("details");
    if (fold && !document.querySelector(`[data-answers~="${id}"]`)) fold.hidden = true;
  }
  for (const one of document.querySelectorAll("[data-recalls]")) {
    const folds = one.querySelectorAll(".course-recall-answer");
    names(one, "recalls").forEach((id, i) => {
      const group = choices(folds[i].previousElementSibling, "Your answer; the first one counts",
        (letter) => {
          recalled[id] = letter;
          tell("recalled", { id, choice: letter });
        });
      recalls.push({ id, group, status: spoken("", group), fold: folds[i] });
    });
  }
  draw();
  // A page that works remembers more: what was chosen in the browser version, and what to forget.
  addEventListener("course:remembered", (/** @type {CustomEvent} */ { detail }) => {
    said = { ...said, ...detail.committed };
    Object.assign(recalled, detail.recalled);
    draw();
  });
  addEventListener("course:forgotten", () => {
    for (const one of document.querySelectorAll("[data-asks]")) delete said[names(one, "asks")[0]];
    keep();
  });
  addEventListener("beforeprint", () => document.querySelectorAll(".bd-article details")
    .forEach((/** @type {HTMLDetailsElement} */ one) => { one.open = true; one.hidden = false; }));
});
