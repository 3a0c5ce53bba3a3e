import type { BraceScope, NameToken } from './text-names.ts';

/** Links uses of names to definitions, and definitions to uses. */
export class NameIndex {
  readonly tokens: readonly NameToken[];
  readonly #definitions = new Map<string, NameToken[]>();

  /** @param tokens in the order of the text, with {@link NameToken.isDefinition} settled. */
  constructor(tokens: readonly NameToken[]) {
    this.tokens = tokens;
    for (const token of tokens) {
      if (!token.isDefinition) continue;
      const known = this.#definitions.get(token.text);
      if (known === undefined) this.#definitions.set(token.text, [token]);
      else known.push(token);
    }
  }

  /** The name at an offset, its end included; `null` when there is none. */
  at(offset: number): NameToken | null {
    const index = this.#indexFrom(offset);
    // Of two adjacent tokens, the one that begins at the offset is taken.
    const [first, second] = [this.tokens[index], this.tokens[index + 1]];
    if (second?.start === offset) return second;
    return first !== undefined && first.start <= offset ? first : null;
  }

  /** The first name that does not end before an offset, or `null`. */
  firstFrom(offset: number): NameToken | null {
    return this.tokens[this.#indexFrom(offset)] ?? null;
  }

  /**
   * Returns the definition of a name. Arguments of a region precede its braces, so that several definitions may be
   * visible: the nearest one before the use is taken, else the first after it.
   */
  definitionOf(token: NameToken): NameToken | null {
    if (token.isDefinition) return token;
    const candidates = this.#definitions.get(token.text) ?? [];
    for (let i = candidates.length - 1; i >= 0; i--) {
      const candidate = candidates[i]!;
      if (candidate.start < token.start && isVisible(candidate, token)) return candidate;
    }
    return candidates.find((candidate) => isVisible(candidate, token)) ?? null;
  }

  /** Returns all occurrences of a name, including its definition. */
  occurrencesOf(token: NameToken): NameToken[] {
    const definition = this.definitionOf(token);
    if (definition === null) return [];
    return this.tokens.filter(
      (other) => other.text === token.text && this.definitionOf(other) === definition,
    );
  }

  /** Names of values that may be used at an offset. */
  visibleValues(offset: number): string[] {
    const before = this.tokens.findLast((token) => token.start < offset) ?? null;
    const names = new Set<string>();
    for (const token of this.tokens) {
      if (token.start >= offset) break;
      if (token.kind !== 'percent' || !token.isDefinition) continue;
      if (before === null || isEnclosing(token.scope, before.scope)) names.add(token.text);
    }
    return [...names];
  }

  #indexFrom(offset: number): number {
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle]!.end < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The names of a kind that are defined anywhere. */
  defined(kind: NameToken['kind']): string[] {
    return [
      ...new Set(
        this.tokens.filter((token) => token.kind === kind && token.isDefinition).map(({ text }) => text),
      ),
    ];
  }
}

function isVisible(definition: NameToken, use: NameToken): boolean {
  if (definition.kind === 'caret') return definition.scope === use.scope;
  return definition.kind !== 'percent' || isEnclosing(definition.scope, use.scope);
}

function isEnclosing(outer: BraceScope, inner: BraceScope): boolean {
  for (let scope: BraceScope | null = inner; scope !== null; scope = scope.parent)
    if (scope === outer) return true;
  return false;
}
