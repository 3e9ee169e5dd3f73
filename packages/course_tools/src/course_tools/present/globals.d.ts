// `deck.js` follows `stage/stage.js` in one script.
declare const Stage: typeof import("./stage/stage.js").Stage;
declare const wait: (ms: number) => Promise<void>;
declare const make: (tag: string, name: string, ...children: (Node | string)[]) => HTMLElement;
