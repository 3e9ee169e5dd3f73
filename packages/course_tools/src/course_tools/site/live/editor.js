// @ts-check
/**
 * The editor of an answer, in the book's own colours: tokens get the class names of Pygments, so
 * that its style sheet serves the light and the dark theme. No other file imports CodeMirror.
 */
import {
  EditorState, EditorView, Prec, StreamLanguage, bracketMatching, closeBrackets,
  closeBracketsKeymap, defaultKeymap, drawSelection, highlightSpecialChars, history, historyKeymap,
  indentLess, indentMore, indentOnInput, indentUnit, indentWithTab, keymap, python,
  syntaxHighlighting, tagHighlighter, tags as t, undo,
} from "./codemirror.js";

/** @type {Record<string, string>} What the mode calls keywords and Pygments does not. */
const WORDS = { True: "bool", False: "bool", None: "null", and: "operatorKeyword",
  or: "operatorKeyword", not: "operatorKeyword", is: "operatorKeyword", in: "operatorKeyword" };
const PYTHON = StreamLanguage.define({ ...python, tokenTable: { self: t.variableName },
  token(/** @type {any} */ stream, /** @type {any} */ state) {
    const kind = python.token(stream, state);
    // A bracket that was closed by itself is still the last of its line.
    if (/[([{]/.test(stream.current()) && stream.match(/^\s*[)\]}]*\s*$/, false)) {
      state.scopes[state.scopes.length - 1].align = null;
    }
    return kind === "keyword" ? WORDS[stream.current()] ?? kind : kind;
  } });

const PYGMENTS = tagHighlighter([
  { tag: t.keyword, class: "k" }, { tag: t.operatorKeyword, class: "ow" },
  { tag: [t.bool, t.null], class: "kc" }, { tag: t.string, class: "s2" },
  { tag: t.number, class: "mi" }, { tag: t.comment, class: "c1" },
  { tag: t.operator, class: "o" }, { tag: t.meta, class: "nd" },
  { tag: t.definition(t.variableName), class: "nf" },
  { tag: t.standard(t.variableName), class: "nb" },
]);

/**
 * An editor in a place of the page. Shift+Enter runs; Esc, then Tab leaves it.
 * @param {HTMLElement} parent
 * @param {{text: string, label: string, describedBy: string, run: () => void,
 *   changed: (text: string) => void}} about
 */
export function edit(parent, { text, label, describedBy, run, changed }) {
  const runs = () => { run(); return true; };
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: [
    Prec.highest(keymap.of([{ key: "Shift-Enter", run: runs }, { key: "Mod-Enter", run: runs }])),
    highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(),
    closeBrackets(), indentUnit.of("    "), EditorState.tabSize.of(4), PYTHON,
    syntaxHighlighting(PYGMENTS), EditorView.lineWrapping,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy,
      autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "enter" }),
    EditorView.updateListener.of((/** @type {any} */ now) => {
      if (now.docChanged) changed(now.state.doc.toString());
    }),
  ] }) });
  // Sphinx listens for "/" on the document, the theme for Ctrl+K: in here they are letters.
  parent.addEventListener("keydown", (event) => event.stopPropagation());
  const doing = (/** @type {(view: any) => void} */ what) => () => { what(view); view.focus(); };
  return {
    text: () => view.state.doc.toString(),
    /** @param {string} now */
    set: (now) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }),
    /** What is typed goes around what is chosen. @param {string} before @param {string} after */
    type(before, after = "") {
      const { from, to } = view.state.selection.main, chosen = view.state.sliceDoc(from, to);
      view.dispatch({ changes: { from, to, insert: before + chosen + after },
        selection: { anchor: from + before.length + chosen.length } });
      view.focus();
    },
    undo: doing(undo), indent: doing(indentMore), unindent: doing(indentLess),
  };
}
