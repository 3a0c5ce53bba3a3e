/**
 * Interning table of one attribute class. Keys are made from the text or ids of the parameters, so that equal
 * parameters give equal keys and nothing else does.
 */
export class InternTable<T> {
  readonly #entries = new Map<string, T>();

  get(key: string, make: () => T): T {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = make();
      this.#entries.set(key, entry);
    }
    return entry;
  }
}

/** Joins the ids of attributes to an interning key; `_` stands for an absent one. */
export function idKey(attributes: readonly ({ readonly id: number } | null)[]): string {
  let key = '';
  for (const attribute of attributes) key += attribute === null ? '_,' : `${attribute.id},`;
  return key;
}

/** Returns length-prefixed text without escapes, so that concatenated texts can't be confused. */
export function textKey(text: string): string {
  return `${text.length}:${text}`;
}
