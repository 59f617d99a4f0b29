/** The words around every lesson, in English. They are loaded with it. */
const words = {
  step: 'step {n} of {of}',
  skip: 'Skip',
  skipped: 'You can find this under Learn.',
  back: 'Back',
  coach: 'The coach',
  calm: 'No clock here. The table waits for you.',
  leave: 'Leave at any time. We keep your place.',
  welcome: 'Welcome back to step {n}.',
  over: 'Start over',
};

export default words;
export type Words = typeof words;
