// @ts-check
/**
 * The page that works: stubs become editors, results below run on the reader's answers. Without
 * this script, or where Python cannot run, the page is complete as it is.
 */
import { Kernel } from "./kernel.js";

const READING = 20_000; // ms after which somebody who reads is likely to write
const data = JSON.parse(document.getElementById("live-data")?.textContent ?? "null");
const boxes = [...document.querySelectorAll("[data-exercise]")];

/** Where a phone's keyboard is over the page: above it lies the row of keys. */
function aboveTheKeyboard() {
  const seen = window.visualViewport, { style } = document.documentElement;
  const lift = () => seen && style.setProperty("--course-keyboard",
    `${Math.max(0, innerHeight - seen.height - seen.offsetTop)}px`);
  for (const change of ["resize", "scroll"]) seen?.addEventListener(change, lift);
}

async function begin() {
  const [{ exercise }, { below }, { figures }, { remembered }] = await Promise.all([
    "exercise", "cells", "figures", "remembered"].map((name) => import(`./${name}.js`)));
  const page = {
    kernel: new Kernel(data.runtime),
    data,
    notebook: data.notebook,
    /** Of all cells; an exercise's name holds the reader's answer, or the course's. */
    statements: data.statements.map((/** @type {{code: string, exercise?: string}} */ one) =>
      (one.exercise ? `${one.exercise} = exercise("${one.exercise}")(None)` : one.code)),
    touch: matchMedia("(pointer: coarse)").matches,
    saves: Boolean(/** @type {any} */ (navigator).connection?.saveData),
    answers: new Map(),
    news: new EventTarget(), // "answer": one was judged
  };
  below(page);
  figures(page);
  remembered(page);
  await Promise.all(boxes.map((cell) => exercise(/** @type {HTMLElement} */ (cell), page)));
  page.news.dispatchEvent(new Event("answer"));
  if (page.touch) aboveTheKeyboard();
  if (!page.saves) setTimeout(() => document.hidden || page.kernel.start(), READING);
}

if (data && boxes.length) begin();
