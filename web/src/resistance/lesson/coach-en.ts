/** The words of the first game, in English. They are loaded with it. */
const words = {
  title: 'First game',
  went: 'went',
  stayed: 'stayed out',
  wentThen: 'on mission {n}',
  more: 'Choose 1 more',
  choose: 'Choose a player',
  anyway: 'Pick {name} anyway',
  loyal: "You're loyal, so you can only play Success. Everyone is shown both cards, so that no screen tells a side.",
  steps: [
    {
      title: 'Somebody here is lying',
      text: 'Five people sit at this table. Three are with the Resistance, two are spies. The spies know each other; nobody else knows anything.',
      main: 'Next',
    },
    {
      title: 'This is your card',
      text: 'It says which side you are on. Nobody else sees it. Your side needs three missions to succeed.',
      main: 'Got it',
    },
    {
      title: 'The leader picks a team',
      text: 'Cleo leads and wants to send Cleo and you on mission 1. After that, the next player leads and picks.',
      main: 'Next',
    },
    {
      title: 'Everyone votes',
      text: 'Do you trust this team? Votes are shown all at once. Three of five must approve; five rejections in a row and the spies win.',
      main: 'Approve',
    },
    {
      title: 'You are on the mission',
      text: 'Approved, {yes} to {no}. Each of you plays one card in secret: hold yours for a second. One Fail is enough to fail the mission.',
      main: 'Success',
    },
    {
      title: 'At least one of these three is a spy',
      text: 'Mission 1 succeeded. Then Dee sent Ada, Bo and Cleo, and one card said Fail. Only a spy can play Fail. You and Dee stayed out, so it wasn’t you two.',
      main: 'Next',
    },
    {
      title: 'Now you lead: pick two',
      text: 'Start with yourself: yours is the only card you know. Who else wasn’t on the team that failed?',
      main: 'Propose this team',
    },
    {
      title: 'Read the votes',
      text: 'You and Dee succeeded. Look at who voted against that team: Bo and Cleo. Spies don’t like teams without a spy.',
      main: 'Next',
    },
    {
      title: 'The resistance wins',
      text: 'Ada, Dee and you made it three. Bo and Cleo were the spies. People will also talk, and lie: but teams and votes are facts.',
      main: 'Play a real game',
    },
  ],
  doubt: '{name} was on the team that failed. Pick {name} anyway?',
  outvoted:
    'The others remembered that {name} was on the failed team, and rejected yours. Ada sent you and Dee instead. It succeeded, and look who voted against it: Bo and Cleo.',
};

export default words;
export type Words = typeof words;
