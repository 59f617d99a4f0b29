/** Sentences that are put together from parts, read for every number, person and character. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chair } from '../src/net/schema';
import { fill, speak, t, tryT, useWordsOf, withWords, type Language } from '../src/i18n/words.svelte';
import { justNow } from '../src/resistance/justNow';
import type { AnyClaim, AnyEvent, View } from '../src/resistance/schema';
import { claimOf, roleSaid, sentenceOf } from '../src/resistance/sentences';
import { peopleOf } from '../src/table/people';
import type { Catalogue, Key } from '../src/i18n/catalogue';

const PLAY = import.meta.glob<Partial<Catalogue>>('../src/maquis/words/play-*.ts', { import: 'default' });

/** What no native writes, whatever the sentence. */
const WRONG: Record<Language, RegExp[]> = {
  en: [
    /(?<!and )\byou (names|proposes|chooses|draws|gets|uses|checks|holds|points|claims|says|is|was|has|does)\b/i,
    /[a-z,] You\b/,
    /\bloyalty of you\b|\byou's\b/i,
    /\b1 (points|players|games|fails|votes|ballots|cards|teams|missions|quests|civilians)\b/,
    /\b1 of \d+ ([a-z]+ )*(are|want|have)\b|\b1 agree\b/,
    /\bYou (are|were) (Servant|Resistance|Resistant|Spy|Minion|Changeling|Assassin)\b/,
  ],
  es: [
    /\b(a|de|con|por|para|en|sin|sobre) tú(?!\p{L})/iu,
    /(?<!\p{L})(a|con|sobre) \p{Lu}[^.:]* y tú(?!\p{L})/u,
    /\b(a|de) el\b/i,
    /tú (es|era|sirve)\b/i,
    /\bera tú(?!\p{L})/iu,
    /\bFueron [^.]*tú(?!\p{L})/u,
    /tú (aprobaron|rechazaron|van)\b/,
    /\b(quedan|faltan|quieren|deben aprobar) 1\b/i,
    /\b1 de \d+ (quieren|se apuntan)\b/,
    /\bsoy (Resistencia|Asesino)\b/,
  ],
  fr: [
    /\b(de|que) [aeiouéè]/i,
    /\b(de|à) les?\b/i,
    /\btoi (est|était|sert|servait|a|ont|partent)\b/i,
    /\b[01] (équipes|votes|groupes|paires|trios|quatuors|échecs|places)\b/,
    /\b1 sur \d+ (veulent|en sont|doivent|sont)\b/,
    /\b(est|suis|étais|était) (Assassin|Sbire|Espion|Fidèle|Résistance)\b/,
  ],
};

const NAMES = ['Ada', 'Bo', 'Inés', 'Zoé', 'Émile', 'Gus', 'Hal'];
const chairs = NAMES.map((name) => ({ name })) as unknown as Chair[];
/** You are among them, or only others are. */
const READERS = [peopleOf(chairs, 0), peopleOf(chairs, 1), peopleOf(chairs, null)];
const TEAMS = [
  [0, 1],
  [1, 0, 4],
  [2, 3, 4, 5],
];
const ROLES =
  'merlin percival servant assassin minion mordred morgana oberon resistance spy resistant changeling'.split(' ');
const ROOMS = ['classic', 'avalon', 'changelings', 'cards'];
const VIEW = { team: TEAMS[0], mission: 2, score: { good: 1, evil: 1 } } as unknown as View;

const votesOf = (yes: readonly number[]) => NAMES.map((_, seat) => yes.includes(seat));

function events(): AnyEvent[] {
  const seats = [0, 1, 4];
  return [
    ...TEAMS.flatMap((team) => [
      { event: 'proposed', leader: 1, team },
      { event: 'proposed', leader: 0, team },
      ...[0, 1, 2].map((fails) => ({ event: 'mission', mission: 2, team, fails, success: fails === 0, needed: 1 })),
      { event: 'votes', votes: votesOf(team), approved: true, approvals: team.length, rejections: 7 - team.length },
    ]),
    ...[[0], [1]].map((yes) => ({ event: 'votes', votes: votesOf(yes), approved: false, approvals: 1, rejections: 6 })),
    ...seats.flatMap((seat) =>
      seats.flatMap((on) => [
        { event: 'plot-used', seat, on, card: 'in-the-spotlight' },
        ...(on === seat ? [] : [{ event: 'loyalty-shown', by: on, seat }]), // nobody checks their own
      ]),
    ),
    ...seats.flatMap((seat) => [
      { event: 'leader', seat },
      { event: 'plot-given', seat, card: 'open-up' },
      { event: 'passed', seat },
      { event: 'lady', seat },
      { event: 'shot', seat },
    ]),
  ] as unknown as AnyEvent[];
}

const claims = [
  ...ROLES.map((role) => ({ claim: 'role', role })),
  ...[0, 1, 4].flatMap((seat) => [
    { claim: 'trust', seat },
    { claim: 'suspect', seat },
    { claim: 'saw', seat, side: 'evil' },
  ]),
  ...TEAMS.flatMap((team) => [true, false].map((evil) => ({ claim: 'team', team, evil }))),
] as unknown as AnyClaim[];

const COUNTED: Key[] = [
  'track',
  'centre.ballots',
  'centre.onemore',
  'marks.fit',
  'end.again.count',
  'board.again.tap',
  'scribe.left.2',
  'scribe.left.3',
  'scribe.left.4',
  'scribe.approve',
  'mission.fails',
  'reveal.count',
  'watch.taken',
  'tv.here',
  'solo.discarded',
  'solo.stats.points',
  'motion.count',
  'game.with',
];

/** Every sentence that is built from parts, in the room that is spoken of now. */
function said(): string[] {
  const told = READERS.flatMap((who) => [
    ...events().flatMap((event) => [sentenceOf(event, who), ...justNow(event, VIEW, who)]),
    ...claims.map((claim) => claimOf(claim, 1, who)),
    ...TEAMS.flatMap((team) => [
      t('history.sentence', { leader: 'Ada', team: who.names(team) }),
      t('study.team', { n: '2.1', name: 'Ada', team: who.names(team) }),
      t('study.votes', { n: '2.1', team: who.names(team), yes: 3, no: 2 }),
      t('study.cards', { n: 2, team: who.names(team), fails: t('story.fails', { n: 1 }) }),
      t('reveal.went', { names: who.names(team) }),
    ]),
    ...[0, 1, 4].flatMap((seat) => [
      t('study.knew', { name: 'Bo', about: who.inline(seat) }),
      t('study.shot', { name: 'Bo', about: who.inline(seat) }),
      t('end.assassin-missed', { merlin: who.inline(seat) }),
      t('end.assassin-missed.named', { merlin: who.inline(seat), named: who.inline(2) }),
      t('end.assassination', { merlin: who.inline(seat) }),
      t('end.looked.to', { name: who.inline(seat) }),
    ]),
  ]);
  const roles = ROLES.flatMap((role) => [
    `${t('role.youare')} ${roleSaid(role)}.`,
    t('shot.was', { name: 'Ada', role: roleSaid(role) }),
    t('shot.was.you', { role: roleSaid(role) }),
  ]);
  const counts = COUNTED.flatMap((key) => [0, 1, 2, 5].map((n) => t(key, { n, of: 10, game: 'RESIST!', average: 7 })));
  return [...told, ...roles, ...counts].filter(Boolean);
}

for (const language of Object.keys(WRONG) as Language[]) {
  describe(`sentences in ${language}`, () => {
    beforeAll(async () => {
      await speak(language);
      await withWords(PLAY, () => Promise.resolve())();
    });
    for (const room of ROOMS) {
      it(`are grammatical in ${room}: one, two and many, you and others, every character`, () => {
        useWordsOf(room);
        const sentences = said();
        expect(sentences.length).toBeGreaterThan(300);
        for (const wrong of WRONG[language]) {
          expect(
            sentences.filter((sentence) => wrong.test(sentence)),
            String(wrong),
          ).toEqual([]);
        }
      });
      it(`leave nothing unsaid in ${room}`, () => {
        useWordsOf(room);
        expect(said().filter((sentence) => /[{}]|undefined/.test(sentence))).toEqual([]);
      });
    }
  });
}

describe('French', () => {
  it('elides before a vowel, and only there', () => {
    const message = 'La loyauté de {name} ; que {name} joue';
    expect(fill(message, { name: 'Ada' }, 'fr')).toBe("La loyauté d'Ada ; qu'Ada joue");
    expect(fill(message, { name: 'Bo' }, 'fr')).toBe('La loyauté de Bo ; que Bo joue');
    expect(fill('la lealtad de {name}', { name: 'Ada' }, 'es')).toBe('la lealtad de Ada');
  });
  it('names every character', () => {
    for (const role of ROLES) expect(tryT(`role.${role}`), role).not.toBeNull();
  });
});
