import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '' });
const { routeOf } = await import('../src/ui/router.svelte');

describe('addresses', () => {
  it.each([
    ['/', { at: 'home' }],
    ['/t/KMRD', { at: 'table', code: 'KMRD', face: 'Table' }],
    ['/new/avalon', { at: 'setup', ruleset: 'avalon' }],
    ['/board/KMRD', { at: 'table', code: 'KMRD', face: 'Board' }],
    ['/solo', { at: 'page', page: 'solo' }],
    ['/solo/KMRD', { at: 'table', code: 'KMRD', face: 'Table' }],
    ['/solo/replay/x-1', { at: 'replay', record: 'x-1', seat: null, moment: null }],
    ['/nothing/here', { at: 'nowhere' }],
  ])('%s', (path, route) => expect(routeOf(path)).toEqual(route));

  it('keep the seat a replay is seen through, and the moment it begins at', () => {
    const replay = { at: 'replay', record: 'x-1', seat: null, moment: null };
    expect(routeOf('/replay/x-1', '?seat=3')).toEqual({ ...replay, seat: 3 });
    expect(routeOf('/replay/x-1', '?moment=0')).toEqual({ ...replay, moment: 0 });
    expect(routeOf('/replay/x-1')).toEqual(replay);
  });
});
