/** Sound, vibration and notification: off until switched on, and the same for every seat and card. */
import { settings } from '../ui/settings.svelte';

export type Stroke = { pitch: number; length: number; noise?: boolean; delay?: number };

const KNOCK: Stroke[] = [{ pitch: 190, length: 0.09 }];

let context: AudioContext | null = null;

export function play(strokes: readonly Stroke[]): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const stroke of strokes) strike(context, stroke);
}

function strike(audio: AudioContext, { pitch, length, noise, delay = 0 }: Stroke): void {
  const start = audio.currentTime + delay;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(settings.volume * 0.5, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(audio.destination);
  if (noise) {
    const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let k = 0; k < data.length; k++) data[k] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    source.connect(filter).connect(gain);
    source.start(start);
  } else {
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
    tone.connect(gain);
    tone.start(start);
    tone.stop(start + length);
  }
}

export function callToTurn(words: string): void {
  play(KNOCK);
  if (!settings.notify) return;
  navigator.vibrate?.(80);
  if (document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted') {
    new Notification('Turncoat', { body: words, tag: 'turn', icon: '/icon.svg' });
  }
}
