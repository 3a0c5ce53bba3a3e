/**
 * Interning table of one attribute class. Keys are made from the parts' text or ids, so that equal parts
 * give equal keys and nothing else does.
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

/** Escapes nothing but length-prefixes text, so that concatenated parts can't be confused. */
export function textKey(text: string): string {
  return `${text.length}:${text}`;
}
