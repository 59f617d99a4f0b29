/**
 * JSON with blanks after it, as long as if every `true` were `false`. Encryption does not hide the size of a message,
 * and nobody on the same network may learn from it how somebody votes.
 */
export function padded(value: unknown): string {
  const json = JSON.stringify(value);
  return json + ' '.repeat(json.split('true').length - 1);
}
