import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '' });
const { routeOf } = await import('../src/app/router.svelte');

describe('addresses', () => {
  it.each([
    ['/', { at: 'home' }],
    ['/t/KMRD', { at: 'table', code: 'KMRD' }],
    ['/new/avalon', { at: 'setup', ruleset: 'avalon' }],
    ['/board/KMRD', { at: 'board', code: 'KMRD' }],
    ['/solo', { at: 'solo', code: null }],
    ['/solo/KMRD', { at: 'solo', code: 'KMRD' }],
    ['/solo/replay/x-1', { at: 'solo-replay', record: 'x-1' }],
    ['/nothing/here', { at: 'nowhere' }],
  ])('%s', (path, route) => expect(routeOf(path)).toEqual(route));

  it('keep the seat a replay is seen through, and the moment it begins at', () => {
    const replay = { at: 'replay', record: 'x-1', seat: null, moment: null };
    expect(routeOf('/replay/x-1', '?seat=3')).toEqual({ ...replay, seat: 3 });
    expect(routeOf('/replay/x-1', '?moment=0')).toEqual({ ...replay, moment: 0 });
    expect(routeOf('/replay/x-1')).toEqual(replay);
  });
});
