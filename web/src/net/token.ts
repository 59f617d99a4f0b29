/** A chair held by a token instead of the cookie: several players on one device, by plain requests. */
import { request } from './api';
import type { AnyCommand } from './commands';
import type { Hooks, Message, Transport } from './link';
import type { Ok } from './schema';

export class TokenTransport implements Transport {
  constructor(
    private readonly table: string,
    private readonly token: string,
    private readonly hooks: Hooks,
    /** Called after a command, so that everybody looks again. */
    private readonly after: () => Promise<void>,
  ) {}

  async send(command: AnyCommand): Promise<Ok> {
    const { do: what, ...fields } = command;
    const reply = await request<Ok>('POST', `/tables/${this.table}/${what}`, fields, this.token);
    await this.after();
    return reply;
  }

  async pull(): Promise<void> {
    const { n, seat } = this.hooks.where();
    const since = n === null ? '' : `?since=${n}${seat === null ? '' : `&seat=${seat}`}`;
    const messages = await request<Message[]>('GET', `/tables/${this.table}/messages${since}`, undefined, this.token);
    for (const message of messages) {
      if (message.type !== 'ok' && message.type !== 'refused') this.hooks.receive(message);
    }
    this.hooks.tell('live');
  }

  close(): void {
    // There is nothing open.
  }
}
