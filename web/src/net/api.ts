/** Requests over HTTP. Every refusal is a code for programs and a sentence for people. */
import { padded } from './padding';
import type {
  Book,
  Daily,
  NewTable,
  Ok,
  QuickPlay,
  RecordListing,
  Replay,
  RulesetInfo,
  ServerInfo,
  SetupCheck,
  SetupReport,
  SoloGame,
  SoloStats,
  TableListing,
  TableReply,
  ViewInWords,
} from './schema';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** No answer came: the network or the server is away. */
export const UNREACHABLE = 'UNREACHABLE';

/** Sends a request. Where the server does not know this device's secret, it gets another one, once and silently. */
export async function request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  try {
    return await send<T>(method, path, body, token);
  } catch (error) {
    if (token || !(error instanceof Refusal) || error.code !== 'UNKNOWN_VISITOR') throw error;
  }
  await identifyAgain();
  return send<T>(method, path, body);
}

async function send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: token ? 'omit' : 'same-origin',
      body: body === undefined ? undefined : padded(body),
    });
  } catch {
    throw new Refusal(UNREACHABLE, '');
  }
  const isJson = response.headers.get('Content-Type')?.includes('json');
  const answer: unknown = isJson ? await response.json() : null;
  if (response.ok && isJson) return answer as T;
  const refusal = (answer ?? {}) as { error?: string; message?: string };
  throw new Refusal(refusal.error ?? 'UNAVAILABLE', refusal.message ?? '', response.status);
}

let visitor: Promise<unknown> | null = null;

/**
 * Makes sure that this device has its one secret, before anything is done that needs it. The server hands it out only
 * here: two requests at once would get two, and the later would take the chair of the first away.
 */
export function identify(): Promise<unknown> {
  visitor ??= send('POST', '/visitors/cookie').catch(() => {
    visitor = null;
  });
  return visitor;
}

let renewal: Promise<unknown> | null = null;

/** As `identify`, where the server has refused the secret of this device. Several refusals at once bring one secret. */
export function identifyAgain(): Promise<unknown> {
  if (renewal === null) {
    visitor = null;
    renewal = identify().finally(() => {
      renewal = null;
    });
  }
  return renewal;
}

export const get = <T>(path: string) => request<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
/** As `get`, for what belongs to this device. */
export const ownGet = <T>(path: string) => identify().then(() => get<T>(path));
const ownPost = <T>(path: string, body: unknown = {}) => identify().then(() => post<T>(path, body));

/** Uses what is fetched; where it cannot be had, the page does without. */
export function quietly<T>(wanted: Promise<T>, use: (found: T) => void): void {
  wanted.then(use).catch(() => undefined);
}

let rulesets: Promise<RulesetInfo[]> | null = null;
let info: Promise<ServerInfo> | null = null;

export const api = {
  /** The rulesets never change while a page lives. */
  rulesets: () =>
    (rulesets ??= get<RulesetInfo[]>('/rulesets').catch((error: unknown) => {
      rulesets = null;
      throw error;
    })),
  /** Nor does what the server offers. */
  info: () =>
    (info ??= get<ServerInfo>('/info').catch((error: unknown) => {
      info = null;
      throw error;
    })),
  /** At tables opened here, bots wait while people look at what just happened. */
  play: (wish: Partial<QuickPlay>) => ownPost<TableReply>('/play', { moments: true, ...wish }),
  open: (wish: Partial<NewTable>) => ownPost<TableReply>('/tables', { moments: true, ...wish }),
  take: (table: string, code: string) => ownPost<Ok>(`/tables/${table}/take`, { code }),
  tables: () => get<TableListing[]>('/tables'),
  words: (table: string) => ownGet<ViewInWords>(`/tables/${table}/words`),
  mine: () => ownGet<TableListing[]>('/tables/mine'),
  rules: (
    ruleset: string,
    { players, roles, options }: { players?: number; roles?: readonly string[]; options?: Record<string, unknown> },
    language: string,
  ) => {
    const wish = new URLSearchParams({ language });
    if (players) wish.set('players', String(players));
    if (roles) wish.set('roles', roles.join(','));
    if (options) wish.set('options', JSON.stringify(options));
    return get<Book>(`/rulesets/${ruleset}/rules?${wish}`);
  },
  check: (wish: SetupCheck) => post<SetupReport>('/setups', wish),
  records: (limit = 8) => ownGet<RecordListing[]>(`/records?mine=true&limit=${limit}`),
  replay: (id: string, seat: number | null) =>
    ownGet<Replay>(`/records/${encodeURIComponent(id)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  record: <T>(id: string) => ownGet<T>(`/records/${encodeURIComponent(id)}`),
  solo: (wish: Partial<SoloGame>) => ownPost<TableReply>('/solo', wish),
  soloGames: () => ownGet<TableListing[]>('/solo'),
  daily: () => get<Daily>('/solo/daily'),
  stats: () => ownGet<SoloStats>('/solo/stats'),
};
