// Written by web/scripts/write_words.py from the game's rule book. Do not edit.

export default {
  "plot.keeping-a-close-eye-on-you": "Bajo vigilancia",
  "plot.no-confidence": "Sin confianza",
  "plot.strong-leader": "Mano firme",
  "plot.opinion-maker": "Voz pública",
  "plot.take-responsibility": "Responsable",
  "plot.overheard-conversation": "Oído al paso",
  "plot.open-up": "Confesión",
  "plot.establish-confidence": "Ganar confianza",
  "plot.in-the-spotlight": "Bajo el foco",
};
