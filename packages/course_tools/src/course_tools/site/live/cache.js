// Keeps the runtime in this browser, so that the next page loads no byte of it (`sw.js`).

/**
 * Put the service worker in charge of what a worker made from now on loads.
 * @param {number} patience milliseconds; without it all works, through the browser's own cache
 * @returns {Promise<boolean>} whether it is in charge
 */
export async function cached(patience = 1500) {
  if (!navigator.serviceWorker || !isSecureContext) return false;
  try {
    const script = new URL("../../../live-sw.js", import.meta.url);
    const there = await navigator.serviceWorker.getRegistration(new URL(".", script));
    // The browser itself looks for a newer one when a page is opened.
    if (there?.active?.scriptURL !== script.href) await navigator.serviceWorker.register(script);
    const late = new Promise((yes) => { setTimeout(yes, patience); });
    return Boolean(await Promise.race([navigator.serviceWorker.ready, late]));
  } catch {
    return false; // not allowed here
  }
}
