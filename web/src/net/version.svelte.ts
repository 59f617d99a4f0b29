/** Whether the server has a newer client than this page. Nobody is ever left on old code. */

const EVERY = 5 * 60_000;
let stale = $state(false);
// Of the page itself: an old page from the cache must not take the first name that it hears for its own.
const own = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content;

export const isStale = () => stale;

async function published(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    return response.ok ? ((await response.json()) as { version: string }).version : null;
  } catch {
    return null;
  }
}

async function check(): Promise<void> {
  const version = await published();
  stale = version !== null && version !== own;
}

/** Loads the page again with the newest code. */
export async function renew(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.update().catch(() => undefined);
  location.reload();
}

export function keepCurrent(): void {
  if (import.meta.env.DEV) return;
  void check();
  setInterval(() => void check(), EVERY);
  document.addEventListener('visibilitychange', () => document.hidden || void check());
  // A part of the old build that the server no longer has: only the new page can help.
  window.addEventListener('vite:preloadError', () => void renew());
  if ('serviceWorker' in navigator) {
    const register = () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
    // The catalogue is awaited before this runs, so the page may have loaded already.
    if (document.readyState === 'complete') register();
    else addEventListener('load', register);
  }
}
