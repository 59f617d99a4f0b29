/** A text with `{name}` where a value belongs; in two forms where the number `n` decides (`Intl.PluralRules`). */
export type Message = string | { readonly one: string; readonly other: string };

/** Every message by its key. A folder's `words/en.ts` adds the keys of that folder. */
export interface Catalogue {}

export type Key = keyof Catalogue;
