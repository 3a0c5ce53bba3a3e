/** How a language in which Tenstorrent's library is called writes values. */
export interface Language {
  /** `Python` or `C++`. */
  readonly name: 'Python' | 'C++';
  /** What stands for an argument that is not there. */
  readonly none: string;
  readonly string: (text: string) => string;
  readonly bool: (value: boolean) => string;
  readonly float: (value: number) => string;
  /** @param form the type of a list, where the language has several; the first of several, `a|b`, that has this length. */
  readonly list: (items: readonly string[], form: string | null) => string;
  /** A member of an enumeration: `member('Layout', 'TILE')`. */
  readonly member: (kind: string, word: string) => string;
  /** An object of its parts: `make('CoreCoord', ['0', '1'])`. */
  readonly make: (kind: string, parts: readonly string[]) => string;
  /** The size of a tensor. */
  readonly shape: (sizes: readonly number[]) => string;
  /** The place of a device. */
  readonly coordinate: (numbers: readonly number[]) => string;
  /** Members by their names; those without a value are `null`. */
  readonly configuration: (kind: string, members: readonly (readonly [string, string | null])[]) => string;
}
