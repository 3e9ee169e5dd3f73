// Keeps the runtime in this browser, so that the next page loads no byte of it (`sw.js`).

/**
 * Put the service worker in charge of what a worker made from now on loads.
 * @param {number} patience milliseconds; without it all works, through the browser's own cache
 * @returns {Promise<boolean>} whether it is in charge
 */
export async function cached(patience = 1500) {
  if (!navigator.serviceWorker || !isSecureContext) return false;
  try {
    await navigator.serviceWorker.register(new URL("../../../live-sw.js", import.meta.url));
    const late = new Promise((yes) => { setTimeout(yes, patience); });
    return Boolean(await Promise.race([navigator.serviceWorker.ready, late]));
  } catch {
    return false; // not allowed here
  }
}
