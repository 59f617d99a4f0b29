/** The words of the lessons beyond the first game, in English. They are loaded with them. */
type Note = { title: string; text: string; main: string; doubt?: string };
type Lesson = { steps: Note[] };

const lessons = {
  merlin: {
    steps: [
      {
        title: 'You are Merlin',
        text: 'You see who is evil: Bo and Cleo. Nobody else on your side knows it. Three quests must succeed, and evil must not find you.',
        main: 'Got it',
      },
      {
        title: 'Know it, but do not show it',
        text: 'Bo wanted to go with you. You, Ada and Dee rejected it. That is safe: nobody trusts a first team. Rejecting every evil team at once would give you away.',
        main: 'Next',
      },
      {
        title: 'You lead: who goes with you?',
        text: 'Quest 2 failed with Ada, Dee and Cleo. You know which of them it was; the others do not. Pick one for a team of two.',
        main: 'Propose this team',
        doubt: 'You saw on your card that {name} is evil. Pick {name} anyway?',
      },
      {
        title: 'Good has three. Not yet won.',
        text: 'The others sent Dee with you, and then Ada too. Now the Assassin, Bo, may name one player as Merlin. If it is the right one, evil wins.',
        main: 'Next',
      },
      {
        title: 'Bo names Ada: wrong',
        text: 'Good wins, because you voted like everybody else. As Merlin, help just enough; as the Assassin, watch who was never wrong.',
        main: 'Done',
      },
    ],
  },
  percival: {
    steps: [
      {
        title: 'You are Percival',
        text: 'Your card shows two players: one is Merlin, the other is Morgana, who is evil. It does not say which is which.',
        main: 'Got it',
      },
      {
        title: 'One of these two is Merlin',
        text: 'Ada or Cleo. Merlin knows who is evil and you do not, so watch which of them seems to know.',
        main: 'Next',
      },
      {
        title: 'Read the votes',
        text: 'Bo sent himself and Cleo, and it failed. Look who voted against that team: only Ada. Merlin saw that they were evil.',
        main: 'Next',
      },
      {
        title: 'Who is Merlin?',
        text: 'Decide for yourself, and do not say it aloud: the Assassin listens too.',
        main: 'That one',
        doubt: '{name} went on the quest that failed, and Ada voted against it. Pick {name} anyway?',
      },
      {
        title: 'The Assassin named you',
        text: 'Ada was Merlin. You acted as if you knew, Bo named you, and good wins. That is what Percival is for.',
        main: 'Done',
      },
    ],
  },
  mordred: {
    steps: [
      {
        title: 'Merlin does not see Mordred',
        text: 'You are Merlin, and your card shows only Bo. Two of the five are evil, so one is hidden from you: Mordred.',
        main: 'Got it',
      },
      {
        title: 'One of these three is Mordred',
        text: 'Ada, Cleo or Dee. About them you know no more than everybody else: use the quests.',
        main: 'Next',
      },
      {
        title: 'A quest without Bo failed',
        text: 'You went with Ada and Dee, and one card said Fail. It was not yours, and Bo stayed at home.',
        main: 'Next',
      },
      {
        title: 'Who is safe to take?',
        text: 'Pick the one player who cannot be evil by now.',
        main: 'That one',
        doubt: '{name} may be evil: Bo is on your card, and Ada or Dee failed the quest. Pick {name} anyway?',
      },
      {
        title: 'Ada or Dee is Mordred',
        text: 'So Cleo is good. With Mordred in the game Merlin has to think as well as to see, and a good Merlin is harder to spot.',
        main: 'Done',
      },
    ],
  },
  oberon: {
    steps: [
      {
        title: 'You are the Assassin, and alone',
        text: 'There is another evil player, but it is Oberon: the two of you do not know each other. Only Merlin sees you both.',
        main: 'Got it',
      },
      {
        title: 'One of these four is Oberon',
        text: 'Do not fight your own side by mistake. Watch for a Fail that was not yours.',
        main: 'Next',
      },
      {
        title: 'Somebody failed for you',
        text: 'You stayed out, and one card said Fail. So Oberon is Ada, Cleo or Dee. Later Cleo and Dee succeeded without Ada.',
        main: 'Next',
      },
      {
        title: 'Name Merlin',
        text: 'Good has three quests. Who voted against the team that failed, before anybody could know?',
        main: 'Name this player',
        doubt: 'Only Bo voted against that team. Oberon can be named too, and is always wrong. Name {name} anyway?',
      },
      {
        title: 'Bo was Merlin',
        text: 'Evil wins. Oberon makes the game harder for evil: nobody can agree with Oberon on anything.',
        main: 'Done',
      },
    ],
  },
  lady: {
    steps: [
      {
        title: 'You hold the Lady',
        text: 'Everybody sees it. After the second, third and fourth quest her holder looks at one player: good or evil, never the character.',
        main: 'Next',
      },
      {
        title: 'Whose loyalty will you check?',
        text: 'Quest 2 failed with Bo, Cleo and Eli. Look at one of these three: it tells you more than any other.',
        main: 'Check this player',
      },
      {
        title: 'Only you know this',
        text: 'What you saw of {name} stands on your card from now on.',
        main: 'Got it',
      },
      {
        title: 'The Lady changes hands',
        text: '{name} holds her now. Tell the table what you saw, keep it to yourself, or lie. Nobody can prove it. Whoever has used the Lady cannot be looked at.',
        main: 'Done',
      },
    ],
  },
  plot: {
    steps: [
      {
        title: 'The leader draws',
        text: 'Each round begins with plot cards. The leader, Cleo, gives all of them away and keeps none. Everybody sees them.',
        main: 'Next',
      },
      {
        title: 'You get No Confidence',
        text: 'You keep it until you use it, once: it sends home a team that has just been approved.',
        main: 'Got it',
      },
      {
        title: 'Now is the moment',
        text: 'Bo and Cleo were approved, 3 to 2. You are asked before they go. Not now keeps the card; using it costs a rejection.',
        main: 'Use it',
      },
      {
        title: 'The team stays at home',
        text: 'It counts as rejected, and Dee leads. Other cards act at once or stay all game: the rule book has all nine.',
        main: 'Done',
      },
    ],
  },
} satisfies Record<string, Lesson>;

export type Lessons = Record<keyof typeof lessons, Lesson>;
export default lessons as Lessons;
