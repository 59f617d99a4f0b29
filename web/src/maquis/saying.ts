/** Moves and events of RESIST! in words. */
import type { Move } from '../net/commands';
import type { SoloMaquisView } from '../net/schema';
import { list, t, tryT } from '../i18n/words.svelte';
import { ENEMIES, MAQUIS } from './cards';

export type SoloEvent = { event: string } & Record<string, unknown>;

export const sayMission = (mission: unknown) => tryT(`raid.${String(mission)}`) ?? String(mission);

export function sayCard(card: string): string {
  const enemy = ENEMIES[card];
  if (enemy) return `${tryT(`enemy.${enemy.kind}`) ?? enemy.kind} ${enemy.defense}`;
  return MAQUIS[card]?.name ?? (card === 'spy' ? t('solo.spy') : card);
}

const sayCards = (cards: unknown) => list((cards as readonly string[]).map(sayCard));

function sayEnemy(move: Move, view: SoloMaquisView): string {
  const site = view.missions.find((each) => each.mission === move['mission']);
  const card = site?.garrison[move['slot'] as number]?.card;
  const enemy = card ? sayCard(card) : t('solo.move.facedown', { n: (move['slot'] as number) + 1 });
  return move['mission'] === view.raid.mission ? enemy : `${enemy} · ${sayMission(move['mission'])}`;
}

/** A move as a button or a piece of advice names it. */
export function sayMove(move: Move, view: SoloMaquisView): string {
  const card = sayCard(String(move['card'] ?? ''));
  switch (move.move) {
    case 'act':
      return t(move['use'] ? 'solo.act.use' : 'solo.act.not');
    case 'done':
      return t('solo.done');
    case 'continue':
      return t('solo.continue');
    case 'end':
      return t('solo.end');
    case 'play':
      return t(move['persona'] === 'hidden' ? 'solo.move.hidden' : 'solo.move.revealed', { card });
    case 'choose':
      return t('solo.attackthis', { mission: sayMission(move['mission']) });
    case 'mission':
      return sayMission(move['mission']);
    case 'enemy':
      return sayEnemy(move, view);
    case 'sort': {
      const top = (move['top'] ?? []) as readonly string[];
      return top.length ? t('solo.move.sort', { cards: sayCards(top) }) : t('solo.sort.none');
    }
    default:
      return card;
  }
}

/** An event as a sentence; empty where there is nothing to say that the board does not show. */
export function sayEvent(event: SoloEvent): string {
  const { mission, target, card, cards, enemy, enemies, missions, deck, cost, points, attack, civilians } = event;
  const params = {
    mission: mission ? sayMission(mission) : '',
    target: event.event === 'enemy-moved' ? sayMission(target) : (tryT(`solo.to.${String(target)}`) ?? ''),
    card: card ? sayCard(String(card)) : '',
    cards: cards ? sayCards(cards) : '',
    enemy: enemy ? sayCard(String(enemy)) : '',
    enemies: enemies ? sayCards(enemies) : '',
    missions: missions ? list((missions as readonly string[]).map(sayMission)) : '',
    deck: deck ? (tryT(`solo.deck.${String(deck)}`) ?? '') : '',
    does: tryT(`fx.${String(event['action'] ?? event['effect'])}`) ?? '',
    n: Number(cost ?? attack ?? civilians ?? 0),
    points: Number(points ?? 0),
  };
  const key = event.event === 'played' ? `solo.move.${String(event['persona'])}` : `solo.event.${event.event}`;
  const said = tryT(key, params) ?? '';
  return said && !/[.!?]$/.test(said) ? `${said}.` : said;
}
