/** The reveal read aloud: even pauses, and no line left out for a role that nobody may know to be absent. */
import type { View } from './schema';
import { language, t } from '../i18n/words.svelte';

/** The lines for what is in play. Which characters are in the game is public. */
export function scriptOf(view: View): string[] {
  const has = (role: string) => view.rules.roles.includes(role);
  if (view.rules.options.blind_spies) return [];
  if (view.rules.ruleset !== 'avalon') {
    return [t('say.close'), t('say.spies'), t('say.evil.close'), t('say.all'), t('say.open')];
  }
  const lines = [t('say.close'), t(has('oberon') ? 'say.evil.oberon' : 'say.evil'), t('say.evil.close'), t('say.all')];
  if (has('merlin')) {
    lines.push(
      t(has('mordred') ? 'say.thumb.mordred' : 'say.thumb'),
      t('say.merlin'),
      t('say.thumb.down'),
      t('say.merlin.close'),
      t('say.all'),
    );
  }
  if (has('percival')) {
    lines.push(
      t(has('morgana') ? 'say.percival.thumb.morgana' : 'say.percival.thumb'),
      t('say.percival'),
      t('say.thumb.down'),
      t('say.percival.close'),
      t('say.all'),
    );
  }
  return [...lines, t('say.open')];
}

export class Narrator {
  line = $state('');
  speaking = $state(false);
  /** Seconds between lines. */
  pause = $state(4);
  private round = 0;

  async speak(lines: readonly string[]): Promise<void> {
    const round = ++this.round;
    this.speaking = true;
    for (const line of lines) {
      this.line = line;
      await Promise.race([said(line), wait(8000)]);
      await wait(this.pause * 1000);
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
