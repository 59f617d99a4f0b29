/** The code that moves a chair to another device: the table's letters, a dash, six signs. */
export function transferCode(text: string): { table: string; code: string } | null {
  const found = /^([A-Z]{6}|[A-Z]{4})[-\s]*([2-9A-Z]{6})$/.exec(text.trim().toUpperCase());
  return found ? { table: found[1]!, code: `${found[1]}-${found[2]}` } : null;
}
