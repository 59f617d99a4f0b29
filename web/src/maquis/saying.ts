/** Moves and events of RESIST! in words. */
import { list, t, tryT } from '../i18n/words.svelte';
import { ENEMIES, MAQUIS } from './cards';
import type { AnyEvent, AnyMove, MaquisView, PickEnemy } from './schema';

export const sayMission = (mission: string) => tryT(`raid.${mission}`) ?? mission;

export function sayCard(card: string): string {
  const enemy = ENEMIES[card];
  if (enemy) return `${tryT(`enemy.${enemy.kind}`) ?? enemy.kind} ${enemy.defense}`;
  return MAQUIS[card]?.name ?? (card === 'spy' ? t('solo.spy') : card);
}

/** An enemy without its number, or a mission. */
export const sayRaiser = (card: string) => {
  const kind = ENEMIES[card]?.kind;
  return kind ? (tryT(`enemy.${kind}`) ?? kind) : sayMission(card);
};

const sayCards = (cards: readonly string[]) => list(cards.map(sayCard));

function sayEnemy(move: PickEnemy, view: MaquisView): string {
  const site = view.missions.find((each) => each.mission === move.mission);
  const card = site?.garrison[move.slot]?.card;
  const enemy = card ? sayCard(card) : t('solo.move.facedown', { n: move.slot + 1 });
  return move.mission === view.raid.mission ? enemy : `${enemy} · ${sayMission(move.mission)}`;
}

/** A move as a button or a piece of advice names it. */
export function sayMove(move: AnyMove, view: MaquisView): string {
  switch (move.move) {
    case 'act':
      return t(move.use ? 'solo.act.use' : 'solo.act.not');
    case 'done':
      return t('solo.done');
    case 'continue':
      return t('solo.continue');
    case 'end':
      return t('solo.end');
    case 'play':
      return t(`solo.move.${move.persona}`, { card: sayCard(move.card) });
    case 'choose':
      return t('solo.attackthis', { mission: sayMission(move.mission) });
    case 'mission':
      return sayMission(move.mission);
    case 'enemy':
      return sayEnemy(move, view);
    case 'sort':
      return move.top.length ? t('solo.move.sort', { cards: sayCards(move.top) }) : t('solo.sort.none');
    default:
      return sayCard(move.card);
  }
}

type KeyOf<T> = T extends unknown ? keyof T : never;

/** A field of an event, where it has one of that name. */
function field<K extends KeyOf<AnyEvent>>(event: AnyEvent, name: K) {
  return (event as Extract<AnyEvent, { [key in K]: unknown }> | { [key in K]?: undefined })[name];
}

const say = <T>(value: T | undefined, how: (value: T) => string) => (value === undefined ? '' : how(value));

/** An event as a sentence; empty where there is nothing to say that the board does not show. */
export function sayEvent(event: AnyEvent): string {
  const cost = field(event, 'cost');
  const params = {
    mission: say(field(event, 'mission'), sayMission),
    target: event.event === 'enemy-moved' ? sayMission(event.target) : say(field(event, 'target'), placeName),
    card: say(field(event, 'card'), sayCard),
    cards: say(field(event, 'cards'), sayCards),
    enemy: say(field(event, 'enemy'), sayCard),
    enemies: say(field(event, 'enemies'), sayCards),
    missions: say(field(event, 'missions'), (missions) => list(missions.map(sayMission))),
    deck: say(field(event, 'deck'), (deck) => tryT(`solo.deck.${deck}`) ?? ''),
    does: tryT(`fx.${field(event, 'action') ?? field(event, 'effect')}`) ?? '',
    n: field(event, 'points') ?? cost ?? field(event, 'attack') ?? field(event, 'civilians') ?? 0,
    cost: cost ?? 0,
  };
  const key = event.event === 'played' ? `solo.move.${event.persona}` : `solo.event.${event.event}`;
  const said = tryT(key, params) ?? '';
  return said && !/[.!?]$/.test(said) ? `${said}.` : said;
}

const placeName = (place: string) => tryT(`solo.to.${place}`) ?? '';
