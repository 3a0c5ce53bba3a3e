import { pythonNames } from '@shardform/ir-core';

/** Returns what is a name in Python of a suggestion: other characters become underscores; `''` for a keyword. */
export function validName(suggestion: string): string {
  const plain = suggestion.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const name = /^\d/.test(plain) ? `var_${plain}` : plain;
  return pythonNames.keywords.has(name) ? '' : name;
}

/** Names of variables in nested scopes. */
export class ScopedNames {
  /** The names that each scope took; those of outer ones are taken, too. */
  readonly #used: Set<string>[] = [new Set()];
  readonly #counts: number[] = [0];

  /** Runs `body` in a scope of its own: its names are free again behind it. */
  inScope<T>(body: () => T): T {
    this.#used.push(new Set());
    this.#counts.push(this.#counts.at(-1)!);
    try {
      return body();
    } finally {
      this.#used.pop();
      this.#counts.pop();
    }
  }

  /** Takes a name, so that variables have others. */
  reserve(name: string): void {
    this.#used.at(-1)!.add(name);
  }

  /** Returns a number that no other name of the scope has got. */
  next(): number {
    const last = this.#counts.length - 1;
    const count = this.#counts[last]!;
    this.#counts[last] = count + 1;
    return count;
  }

  /** Returns the name, with numbers behind it while it is taken, and takes it. */
  unused(name: string): string {
    let own = name;
    while (this.#used.some((names) => names.has(own))) own = `${own}_${this.next()}`;
    this.reserve(own);
    return own;
  }
}
