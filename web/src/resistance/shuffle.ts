/** The order in which a mission's cards lie: the same on every screen, and telling nobody who played what. */
export function shuffledCards(size: number, fails: number, salt: string): boolean[] {
  const cards = Array.from({ length: size }, (_, k) => k >= fails);
  let seed = 2166136261;
  for (const letter of salt) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  for (let k = size - 1; k > 0; k--) {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519) + k;
    const j = (seed >>> 0) % (k + 1);
    [cards[k], cards[j]] = [cards[j]!, cards[k]!];
  }
  return cards;
}
