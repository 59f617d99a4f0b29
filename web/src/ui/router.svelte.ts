/** Addresses of the client, without a hash and without a library. */

export type Route =
  | { at: 'home' }
  | { at: 'setup'; ruleset: string | null }
  | { at: 'table'; code: string; face: 'Table' | 'Board' }
  | { at: 'replay'; record: string; seat: number | null; moment: number | null }
  | { at: 'puzzle'; id: string | null }
  | { at: 'puzzles' }
  | { at: 'watch' }
  | { at: 'learn' }
  | { at: 'rules'; ruleset: string | null }
  | { at: 'settings' }
  /** A page that a game has of its own. */
  | { at: 'page'; page: string }
  | { at: 'nowhere' };

export function routeOf(path: string, search = ''): Route {
  const [first, second, third] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  switch (first) {
    case undefined:
      return { at: 'home' };
    case 'new':
      return { at: 'setup', ruleset: second ?? null };
    case 't':
    case 'board':
      return second ? { at: 'table', code: second, face: first === 't' ? 'Table' : 'Board' } : { at: 'nowhere' };
    case 'replay': {
      const number = (name: string) => (query.get(name) ? Number(query.get(name)) : null);
      return second
        ? { at: 'replay', record: second, seat: number('seat'), moment: number('moment') }
        : { at: 'nowhere' };
    }
    case 'solo': // the addresses of games for one, as they are linked to from elsewhere
      if (second === 'replay') return routeOf(`/replay/${third ?? ''}`);
      return second ? routeOf(`/t/${second}`) : { at: 'page', page: first };
    case 'rules':
      return { at: 'rules', ruleset: second ?? null };
    case 'puzzle':
      return { at: first, id: second ?? null };
    case 'puzzles':
    case 'watch':
    case 'learn':
    case 'settings':
      return { at: first };
    default:
      return second ? { at: 'nowhere' } : { at: 'page', page: first };
  }
}

let current = $state.raw<Route>(routeOf(location.pathname, location.search));

export const route = () => current;

/** An address that leads to the same screen leaves it as it is. */
function read(): void {
  const next = routeOf(location.pathname, location.search);
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(history.state, '', path);
  else history.pushState({ here: true }, '', path);
  read();
  window.scrollTo(0, 0);
}

/** Whether a step back leads to another page of the client. */
export const isFromHere = () => (history.state as { here?: boolean } | null)?.here === true;

/** Follows links inside the client without loading the page again. */
export function followLinks(): void {
  window.addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api')) return;
    event.preventDefault();
    go(url.pathname + url.search);
  });
}
