/** How an `update` changes what a client holds. */
import type { Patch } from './schema';

/** The object after a patch; the old one stays as it was, so that past moments can be kept. */
export function patched<T extends object>(object: T, patch: Patch): T {
  const next = { ...object, ...(patch.set ?? {}) } as Record<string, unknown>;
  for (const [field, [kept, added]] of Object.entries(patch.tail ?? {})) {
    const before = (next[field] ?? []) as readonly unknown[];
    next[field] = [...before.slice(0, kept), ...(added as readonly unknown[])];
  }
  return next as T;
}
