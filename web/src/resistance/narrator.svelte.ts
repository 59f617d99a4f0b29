/** The reveal read aloud, in the words and with the pauses that the server gives for the set-up: alike for every deal. */
import { language } from '../i18n/words.svelte';
import { request } from '../net/api';
import type { Script, TableView } from '../net/schema';

/** What is to be said before a game at this table. */
export function scriptOf({ settings, chairs }: TableView): Promise<Script> {
  const { ruleset, roles, options } = settings;
  const setup = { ruleset, roles, options, players: chairs.length, language: language() };
  return request<Script>('POST', '/narration', setup);
}

export class Narrator {
  line = $state('');
  speaking = $state(false);
  /** How much longer than written the pauses are. */
  stretch = $state(1);
  private round = 0;

  async speak(lines: Script['lines']): Promise<void> {
    const round = ++this.round;
    this.speaking = true;
    for (const { text, pause } of lines) {
      this.line = text;
      await Promise.race([said(text), wait(8000)]);
      await wait(pause * this.stretch * 1000);
      if (round !== this.round) return;
    }
    this.stop();
  }

  stop(): void {
    this.round++;
    this.speaking = false;
    this.line = '';
    if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
  }
}

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

function said(line: string): Promise<void> {
  if (typeof speechSynthesis === 'undefined' || speechSynthesis.getVoices().length === 0) return wait(1500);
  return new Promise((done) => {
    const words = new SpeechSynthesisUtterance(line);
    words.lang = language();
    words.onend = () => done();
    words.onerror = () => done();
    speechSynthesis.speak(words);
  });
}
