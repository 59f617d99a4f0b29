/** One phone passed round: every player's chair is held on this device, each by a token of its own. */
import { request } from '../net/api';
import type { RulesetInfo, TableReply } from '../net/schema';
import type { View } from './schema';
import { TokenTransport } from '../net/token';
import { recommended } from '../table/wish.svelte';
import { keep, recall } from '../ui/settings.svelte';
import { TableStore } from '../table/table.svelte';
import type { Resistance } from './messages';

type Kept = { table: string; tokens: string[] };
const KEY = 'turncoat.pass';

export class PassTable {
  seats = $state.raw<readonly TableStore<Resistance>[]>([]);
  /** Whose hands the phone is in; null: it lies in the middle. */
  holder = $state<number | null>(null);
  /** Who has yet to look at their role. */
  unseen = $state.raw<readonly number[]>([]);

  private transports: TokenTransport[] = [];

  static resume(): PassTable | null {
    const kept = recall<Kept | null>(KEY, null);
    if (!kept) return null;
    const pass = new PassTable();
    pass.attach(kept);
    void pass.pull();
    return pass;
  }

  static async deal(names: readonly string[], info: RulesetInfo): Promise<PassTable> {
    const tokens: string[] = [];
    for (let k = 0; k < names.length; k++) {
      tokens.push((await request<{ token: string }>('POST', '/visitors', {})).token);
    }
    const lineup = recommended(info, names.length);
    const wish = {
      ruleset: info.id,
      players: names.length,
      roles: lineup?.roles ?? [],
      options: lineup?.options ?? {},
      takeover: 0,
      watch: false,
      name: names[0],
    };
    const { table } = await request<TableReply>('POST', '/tables', wish, tokens[0]);
    for (let k = 1; k < names.length; k++) {
      await request('POST', `/tables/${table.id}/join`, { name: names[k], seat: k }, tokens[k]);
    }
    const now = await request<TableReply>('GET', `/tables/${table.id}`, undefined, tokens[0]);
    for (let k = 1; k < names.length; k++) {
      await request('POST', `/tables/${table.id}/ready`, { contract: now.table.contract }, tokens[k]);
    }
    await request('POST', `/tables/${table.id}/start`, {}, tokens[0]);
    const pass = new PassTable();
    pass.attach({ table: table.id, tokens });
    pass.unseen = names.map((_, k) => k);
    await pass.pull();
    keep(KEY, { table: table.id, tokens });
    return pass;
  }

  /** The first chair, which hears all that is public. */
  get public(): TableStore<Resistance> | undefined {
    return this.seats[0];
  }

  /** The game as everybody sees it: without what only the first chair knows. */
  get view(): View | null {
    const view = this.public?.view;
    return view ? { ...view, you: null } : null;
  }

  /** Whoever is to be handed the phone next. */
  get next(): number | null {
    if (this.unseen.length > 0) return this.unseen[0] ?? null;
    if (this.public?.reveal) return null;
    const found = this.seats.findIndex((seat) => seat.asks.some((ask) => !seat.sent.has(ask.id)));
    return found < 0 ? null : found;
  }

  take(): void {
    this.holder = this.next;
  }

  pass(): void {
    this.unseen = this.unseen.filter((seat) => seat !== this.holder);
    this.holder = null;
  }

  forget(): void {
    keep(KEY, null);
    this.seats.forEach((seat) => seat.close());
  }

  private attach({ table, tokens }: Kept): void {
    this.seats = tokens.map(
      (token) =>
        new TableStore<Resistance>(table, (hooks) => {
          const transport = new TokenTransport(table, token, hooks, () => this.pull());
          this.transports.push(transport);
          return transport;
        }),
    );
  }

  private async pull(): Promise<void> {
    for (const transport of this.transports) await transport.pull();
  }
}
