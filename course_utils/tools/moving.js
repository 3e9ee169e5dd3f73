// Explorers that move without Python: a control for each track, a frame for each position.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".course-moves")) {
    const data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
    const image = box.querySelector("img"), words = box.querySelector(".course-finding");
    const state = [...data.start], inputs = [], said = [];
    let loaded = false;
    function draw() {
      const [source, finding] = data.frames[state.join(",")];
      image.src = source;
      image.alt = `Explorer: ${data.name}. ${finding}`;
      words.textContent = finding;
      data.controls.forEach((control, i) => {
        const label = `${control.labels[state[i]]} ${control.unit}`.trim();
        inputs[i].value = state[i];
        if (!control.list) inputs[i].setAttribute("aria-valuetext", label);
        if (said[i]) said[i].textContent = label;
      });
      if (loaded) return;
      loaded = true;  // the other frames at the first move, so that none is waited for
      if (!source.startsWith("data:") && draw.moved) {
        Object.values(data.frames).forEach(([one]) => { new Image().src = one; });
      } else { loaded = Boolean(draw.moved); }
    }
    const controls = document.createElement("div");
    controls.className = "course-controls";
    data.controls.forEach((control, i) => {
      const label = document.createElement("label"), name = document.createElement("span");
      name.textContent = control.name;
      const input = document.createElement(control.list ? "select" : "input");
      if (control.list) {
        control.labels.forEach((text, k) => input.add(new Option(text, k)));
      } else {
        input.type = "range";
        Object.assign(input, { min: 0, max: control.labels.length - 1, step: 1 });
        said[i] = document.createElement("output");
      }
      inputs.push(input);
      input.addEventListener("input", () => {
        if (!data.grid) data.start.forEach((k, other) => { if (other !== i) state[other] = k; });
        state[i] = Number(input.value);
        draw.moved = true;
        draw();
      });
      label.append(name, input, ...(said[i] ? [said[i]] : []));
      controls.append(label);
    });
    image.before(controls);
    if (!data.grid && data.controls.length > 1) {
      const note = document.createElement("p");
      note.className = "course-note";
      note.innerHTML = "<small>Here one control moves at a time; the others go back to where they "
        + "began.</small>";
      controls.append(note);
    }
    draw();
  }
});
