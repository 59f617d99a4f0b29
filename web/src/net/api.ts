/** Requests over HTTP. Every refusal is a code for programs and a sentence for people. */
import type {
  Daily,
  NewTable,
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

export async function request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: token ? 'omit' : 'same-origin',
      body: body === undefined ? undefined : JSON.stringify(body),
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

const get = <T>(path: string) => request<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);

let rulesets: Promise<RulesetInfo[]> | null = null;

export const api = {
  info: () => get<ServerInfo>('/info'),
  /** The rulesets never change while a page lives. */
  rulesets: () =>
    (rulesets ??= get<RulesetInfo[]>('/rulesets').catch((error: unknown) => {
      rulesets = null;
      throw error;
    })),
  play: (wish: Partial<QuickPlay>) => post<TableReply>('/play', wish),
  open: (wish: Partial<NewTable>) => post<TableReply>('/tables', wish),
  table: (id: string) => get<TableReply>(`/tables/${encodeURIComponent(id)}`),
  tables: () => get<TableListing[]>('/tables'),
  mine: () => get<TableListing[]>('/tables/mine'),
  check: (wish: SetupCheck) => post<SetupReport>('/setups', wish),
  history: (id: string) => get<Replay>(`/tables/${encodeURIComponent(id)}/history`),
  records: (limit = 8) => get<RecordListing[]>(`/records?mine=true&limit=${limit}`),
  replay: (id: string, seat: number | null) =>
    get<Replay>(`/records/${encodeURIComponent(id)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  record: (id: string) => get<Record<string, unknown>>(`/records/${encodeURIComponent(id)}`),
  solo: (wish: Partial<SoloGame>) => post<TableReply>('/solo', wish),
  soloGames: () => get<TableListing[]>('/solo'),
  daily: () => get<Daily>('/solo/daily'),
  stats: () => get<SoloStats>('/solo/stats'),
};
