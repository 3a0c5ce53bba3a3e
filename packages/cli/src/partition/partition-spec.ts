/** The axes of each dimension. */
export type AxisLists = readonly (readonly string[])[];

const NAME = /^(?:[A-Za-z_]\w*\.)*(?:P|PartitionSpec)\s*\((.*)\)$/s;
const TOKEN = /\s*(?:(None\b)|([(),])|'([^']*)'|"([^"]*)")\s*/y;

/**
 * Reads the axes of a `PartitionSpec` as Python writes it: `P("data", None)`, `PartitionSpec(('data', 'model'),)`. Dimensions
 * after the last one that it names are whole. Returns `null` for other text.
 */
export function partitionSpecAxes(text: string): AxisLists | null {
  const [, inner] = NAME.exec(text.trim()) ?? [];
  const tokens = inner === undefined ? null : tokensOf(inner);
  return tokens === null ? null : new SpecReader(tokens).dimensions();
}

/** A comma or a parenthesis, `None`, or the name of an axis. */
type Token = { readonly mark: string } | { readonly axis: string };

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return null;
    const [, none, mark, single, double] = found;
    const axis = single ?? double;
    tokens.push(axis === undefined ? { mark: none ?? mark ?? '' } : { axis });
  }
  return tokens;
}

/** Reads dimensions between commas, the last of which may be followed by one, as in Python. */
class SpecReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  dimensions(): AxisLists | null {
    const lists: (readonly string[])[] = [];
    while (this.#at < this.#tokens.length) {
      const list = this.#dimension();
      if (list === null) return null;
      lists.push(list);
      if (this.#at < this.#tokens.length && !this.#take(',')) return null;
    }
    return lists;
  }

  #dimension(): readonly string[] | null {
    if (this.#take('None')) return [];
    const axis = this.#axis();
    if (axis !== null) return [axis];
    return this.#take('(') ? this.#tuple() : null;
  }

  #tuple(): readonly string[] | null {
    const axes: string[] = [];
    while (!this.#take(')')) {
      const axis = this.#axis();
      if (axis === null) return null;
      axes.push(axis);
      if (!this.#take(',') && !this.#sees(')')) return null;
    }
    return axes;
  }

  #axis(): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !('axis' in token)) return null;
    this.#at += 1;
    return token.axis;
  }

  #take(mark: string): boolean {
    if (!this.#sees(mark)) return false;
    this.#at += 1;
    return true;
  }

  #sees(mark: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && 'mark' in token && token.mark === mark;
  }
}
