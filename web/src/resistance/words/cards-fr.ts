// Written by web/scripts/write_words.py from the game's rule book. Do not edit.

export default {
  "plot.keeping-a-close-eye-on-you": "À l'œil",
  "plot.no-confidence": "Défiance",
  "plot.strong-leader": "Poigne ferme",
  "plot.opinion-maker": "Voix publique",
  "plot.take-responsibility": "Responsable",
  "plot.overheard-conversation": "Surpris",
  "plot.open-up": "Confidence",
  "plot.establish-confidence": "Gagner la confiance",
  "plot.in-the-spotlight": "En lumière",
};
