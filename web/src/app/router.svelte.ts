/** Addresses of the client, without a hash and without a library. */

export type Route =
  | { at: 'home' }
  | { at: 'setup'; ruleset: string | null }
  | { at: 'table'; code: string }
  | { at: 'board'; code: string }
  | { at: 'pass-round'; ruleset: string | null }
  | { at: 'replay'; record: string; seat: number | null; moment: number | null }
  | { at: 'solo'; code: string | null }
  | { at: 'solo-replay'; record: string }
  | { at: 'watch' }
  | { at: 'learn' }
  | { at: 'settings' }
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
      return second ? { at: 'table', code: second } : { at: 'nowhere' };
    case 'board':
      return second ? { at: 'board', code: second } : { at: 'nowhere' };
    case 'pass-round':
      return { at: 'pass-round', ruleset: second ?? null };
    case 'replay': {
      const number = (name: string) => (query.get(name) ? Number(query.get(name)) : null);
      return second
        ? { at: 'replay', record: second, seat: number('seat'), moment: number('moment') }
        : { at: 'nowhere' };
    }
    case 'solo':
      if (second === 'replay') return third ? { at: 'solo-replay', record: third } : { at: 'nowhere' };
      return { at: 'solo', code: second ?? null };
    case 'watch':
    case 'learn':
    case 'settings':
      return { at: first };
    default:
      return { at: 'nowhere' };
  }
}

let current = $state.raw<Route>(routeOf(location.pathname, location.search));

export const route = () => current;

function read(): void {
  current = routeOf(location.pathname, location.search);
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  read();
  window.scrollTo(0, 0);
}

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
