// Written by web/scripts/write_words.py from the game's rule book. Do not edit.

export default {
  "plot.keeping-a-close-eye-on-you": "Close Eye",
  "plot.no-confidence": "No Confidence",
  "plot.strong-leader": "Strong Leader",
  "plot.opinion-maker": "Opinion Maker",
  "plot.take-responsibility": "Take Responsibility",
  "plot.overheard-conversation": "Overheard",
  "plot.open-up": "Open Up",
  "plot.establish-confidence": "Establish Confidence",
  "plot.in-the-spotlight": "In the Spotlight",
};
