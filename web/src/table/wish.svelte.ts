/** The set-up the host is putting together: checked by the server, sent to the table once it can be dealt. */
import { language } from '../i18n/words.svelte';
import { api, Refusal } from '../net/api';
import type { LineUp, RulesetInfo, Settings, SetupReport } from '../net/schema';
import { gameOf } from './games';

/** Where a name comes in an order; names it does not have come last. */
export const place = (order: readonly string[], name: string) =>
  (order.indexOf(name) + order.length + 1) % (order.length + 1);

/** The rulesets of the same game, in the order its folder gives. */
export function familyOf(ruleset: string, all: readonly RulesetInfo[]): RulesetInfo[] {
  const order = Object.keys(gameOf(ruleset).rulesets);
  const game = all.find((each) => each.id === ruleset)?.game;
  return all.filter((each) => each.game === game).sort((one, other) => place(order, one.id) - place(order, other.id));
}

export type Change = (settings: Settings) => void;

export class Wish {
  settings = $state.raw<Settings>()!;
  report = $state.raw<SetupReport | null>(null);
  private round = 0;

  constructor(
    settings: Settings,
    private readonly change: Change,
  ) {
    this.settings = settings;
  }

  get players(): number {
    return this.settings.players ?? 5;
  }

  has(role: string, info: RulesetInfo): boolean {
    const option = info.roles[role]?.option;
    return option ? this.option(option, info) === true : this.settings.roles.includes(role);
  }

  option(name: string, info: RulesetInfo): unknown {
    return this.settings.options[name] ?? info.options[name]?.default;
  }

  setOption(name: string, value: unknown, info: RulesetInfo): void {
    const options: Record<string, unknown> = { ...this.settings.options, [name]: value };
    if (value === info.options[name]?.default) delete options[name];
    this.set({ options });
  }

  toggleRole(role: string): void {
    const roles = this.settings.roles.includes(role)
      ? this.settings.roles.filter((each) => each !== role)
      : [...this.settings.roles, role];
    this.set({ roles });
  }

  choosePlayers(players: number, info: RulesetInfo): void {
    const lineup = recommended(info, players);
    this.set({ players, ...(lineup ? { roles: lineup.roles, options: lineup.options } : {}) });
  }

  chooseRuleset(info: RulesetInfo): void {
    const lineup = recommended(info, this.players);
    this.set({ ruleset: info.id, roles: lineup?.roles ?? [], options: lineup?.options ?? {} });
  }

  set(part: Partial<Settings>): void {
    this.settings = { ...this.settings, ...part };
    void this.check(true);
  }

  /** Asks the server what follows from the set-up, in the language spoken now. */
  async check(send = false): Promise<void> {
    const round = ++this.round;
    const { ruleset, options, roles } = this.settings;
    try {
      const report = await api.check({ ruleset, players: this.players, options, roles, language: language() });
      if (round !== this.round) return;
      this.report = report;
      if (report.ok && send) this.change(this.settings);
    } catch (error) {
      if (error instanceof Refusal && round === this.round) {
        const nothing = { warnings: [], rules: null, sights: [], summary: [], agreed: [], cannot_add: {} };
        this.report = { ok: false, error: error.code, message: error.message, ...nothing };
      }
    }
  }
}

export function recommended(info: RulesetInfo, players: number): LineUp | null {
  const fitting = info.lineups.filter((each) => each.players === players);
  return fitting.find((each) => each.id === 'recommended') ?? fitting[0] ?? null;
}
