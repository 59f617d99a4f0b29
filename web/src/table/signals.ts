/** Sound, vibration and notification: off until switched on, and the same for every seat and card. */
import type { GameEvent } from '../net/schema';
import { settings } from '../ui/settings.svelte';

type Stroke = { pitch: number; length: number; noise?: boolean; delay?: number };

const KNOCK: Stroke[] = [{ pitch: 190, length: 0.09 }];
const TAP: Stroke[] = [{ pitch: 900, length: 0.05, noise: true }];
const FLICK: Stroke[] = [{ pitch: 2400, length: 0.08, noise: true }];
const ONE: Stroke[] = [{ pitch: 120, length: 0.18 }];
const TWO: Stroke[] = [
  { pitch: 110, length: 0.09 },
  { pitch: 110, length: 0.09, delay: 0.11 },
];

let context: AudioContext | null = null;

function play(strokes: readonly Stroke[]): void {
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

/** Public events only: private acts make no sound. */
export function soundEvents(events: readonly GameEvent[]): void {
  for (const event of events) {
    if (event.event === 'votes') play(TAP);
    else if (event.event === 'mission') play(event.success ? ONE : TWO);
    else if (event.event === 'proposed') play(FLICK);
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
