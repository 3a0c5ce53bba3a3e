/** Names of functions, each given once. */
export class SymbolNames {
  readonly #used = new Set<string>();

  /** Returns a name as an identifier: `compare-greater-than.1` as `compare_greater_than.1`. */
  sanitized(name: string): string {
    const identifier = name.replaceAll(/[^\w.$]/g, '_');
    return /^[A-Za-z_]/.test(identifier) ? identifier : `_${identifier}`;
  }

  /** Returns the identifier of a name, with a number if it is taken. */
  unique(name: string): string {
    const base = this.sanitized(name);
    let found = base;
    for (let number = 0; this.#used.has(found); number += 1) found = `${base}_${number}`;
    this.#used.add(found);
    return found;
  }
}
