/** What happened and what was claimed, in sentences. */
import { list, t, tryT, type Params } from '../i18n/words.svelte';
import { roleName, type People } from '../table/people';
import type { AnyClaim, AnyEvent } from './schema';

export const cardName = (card: string) => tryT(`plot.${card}`) ?? card;
export const sideName = (side: string) => tryT(`know.tag.${side}`) ?? side;
export const meansName = (means: string) => tryT(`means.${means}`) ?? tryT(`plot.${means}`) ?? means;

/** A role as a sentence names it: "a Servant of Good", "the Assassin". */
export const roleSaid = (role: string) => tryT(`role.card.${role}`) ?? roleName(role);

type Sentences = { [K in AnyEvent['event']]?: (event: Extract<AnyEvent, { event: K }>, who: People) => string };

type StoryKey =
  | 'story.leader'
  | 'story.proposed'
  | 'story.plot-drawn'
  | 'story.plot-given'
  | 'story.plot-used'
  | 'story.plot-used.on'
  | 'story.passed'
  | 'story.loyalty-shown'
  | 'story.lady'
  | 'story.shot';

/** A sentence about a seat, in the second person where that is you. */
function say(key: StoryKey, seat: number, who: People, params: Params = {}): string {
  return t(who.isYou(seat) ? `${key}.you` : key, { name: who.name(seat), ...params });
}

/** Public events in one sentence each. Secrets are never among them. */
const SENTENCES: Sentences = {
  dealt: () => t('story.dealt'),
  leader: (event, who) => say('story.leader', event.seat, who),
  proposed: (event, who) => say('story.proposed', event.leader, who, { team: who.names(event.team) }),
  votes: (event) =>
    t(event.approved ? 'story.approved' : 'story.rejected', { yes: event.approvals, no: event.rejections }),
  mission: (event, who) =>
    t(event.success ? 'story.success' : 'story.failed', {
      n: event.mission,
      fails: t('story.fails', { n: event.fails }),
      team: who.names(event.team),
    }),
  forfeited: (event) => t('story.forfeited', { n: event.mission }),
  'plot-drawn': (event, who) => say('story.plot-drawn', event.leader, who, { cards: list(event.cards.map(cardName)) }),
  'plot-given': (event, who) => say('story.plot-given', event.seat, who, { card: cardName(event.card) }),
  'plot-used': (event, who) =>
    event.on == null
      ? say('story.plot-used', event.seat, who, { card: cardName(event.card) })
      : say('story.plot-used.on', event.seat, who, { card: cardName(event.card), target: who.inline(event.on) }),
  'plot-discarded': (event) => t('story.plot-discarded', { card: cardName(event.card) }),
  passed: (event, who) => say('story.passed', event.seat, who),
  'loyalty-shown': (event, who) =>
    who.isYou(event.seat)
      ? t('story.loyalty-shown.on-you', { name: who.name(event.by) })
      : say('story.loyalty-shown', event.by, who, { target: who.name(event.seat) }),
  lady: (event, who) => say('story.lady', event.seat, who),
  assassination: () => t('story.assassination'),
  shot: (event, who) => (event.seat === null ? '' : say('story.shot', event.seat, who)),
  over: (event) => `${t(event.winner === 'good' ? 'end.good' : 'end.evil')}.`,
};

export function sentenceOf(event: AnyEvent, who: People): string {
  const tell = SENTENCES[event.event] as ((event: AnyEvent, who: People) => string) | undefined;
  return tell?.(event, who) ?? '';
}

/** What is claimed, without who claims it. */
function contentOf(claim: AnyClaim, who: People): string {
  const about = (kind: 'trust' | 'suspect', seat: number) =>
    t(who.isYou(seat) ? `claim.what.${kind}.you` : `claim.what.${kind}`, { name: who.name(seat) });
  switch (claim.claim) {
    case 'role':
      return t('claim.what.role', { role: roleSaid(claim.role) });
    case 'saw':
      return about(claim.side === 'good' ? 'trust' : 'suspect', claim.seat);
    case 'team':
      return t(claim.evil === false ? 'claim.what.team.good' : 'claim.what.team.evil', {
        names: who.names(claim.team),
      });
    default:
      return about(claim.claim, claim.seat);
  }
}

/** A claim as it follows its speaker's name. */
export function claimOf(claim: AnyClaim, speaker: number, who: People, withdrawn = false): string {
  const what = contentOf(claim, who);
  if (withdrawn) return t('claim.withdrew', { what });
  if (who.isYou(speaker)) return t('claim.says.you', { what });
  if (claim.claim !== 'saw') return t('claim.says', { what });
  return t(claim.means === undefined || claim.means === 'lady' ? 'claim.says.saw' : 'claim.says.card', { what });
}
