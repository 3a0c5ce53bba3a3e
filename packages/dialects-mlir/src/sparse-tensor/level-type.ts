import type { Parser } from '@shardform/ir-core';

const FORMATS = ['dense', 'batch', 'compressed', 'singleton', 'loose_compressed', 'structured'] as const;
// In the order in which they are printed.
const PROPERTIES = ['nonunique', 'nonordered', 'soa'] as const;

/** The storage format of the coordinates of a level of a sparse tensor. */
export type LevelFormat = (typeof FORMATS)[number];

/** The properties of a level's coordinates beyond the format. */
export type LevelProperty = (typeof PROPERTIES)[number];

/** `compressed(nonunique)`, `structured[2, 4]`. */
export interface LevelType {
  readonly format: LevelFormat;
  /** In the order of printing. */
  readonly properties: readonly LevelProperty[];
  /** `[n, m]`: at most n of m elements are stored; of `structured` levels only. */
  readonly sizes: readonly [number, number] | null;
}

/** Levels that hold a list of coordinates for each position of the level before. */
export function isCompressed({ format }: LevelType): boolean {
  return format === 'compressed' || format === 'loose_compressed';
}

/** Returns the text of a level type, such as `compressed(nonunique)`. */
export function levelTypeText({ format, properties, sizes }: LevelType): string {
  const sizeText = sizes === null ? '' : `[${sizes.join(', ')}]`;
  return `${format}${sizeText}${properties.length === 0 ? '' : `(${properties.join(', ')})`}`;
}

/** Parses a level type, such as `compressed(nonunique)`. */
export function parseLevelType(parser: Parser): LevelType {
  const { offset } = parser;
  const word =
    parser.parseOptionalKeyword() ??
    parser.failSyntax('expected valid level format (e.g. dense, compressed or singleton)', offset);
  const format = FORMATS.find((one) => one === word);
  const sizes = word === 'structured' ? parseSizes(parser, offset) : null;
  const found = parser.at('(') ? parser.parseList('paren', () => parseProperty(parser)) : [];
  if (format === undefined) return parser.failSyntax(`unknown level format: ${word}`, offset);
  if (found.length > 0 && format !== 'singleton' && !isCompressed({ format, properties: [], sizes })) {
    parser.failSyntax("invalid level type: level format doesn't support the properties", offset);
  }
  return { format, properties: PROPERTIES.filter((property) => found.includes(property)), sizes };
}

function parseSizes(parser: Parser, offset: number): readonly [number, number] {
  const sizes = parser.at('[')
    ? parser.parseList('square', () =>
        parser.at('integer')
          ? parser.parseNumber()
          : parser.failSyntax('expected valid integer for structured size'),
      )
    : [];
  const [n, m] = sizes;
  if (n === undefined || m === undefined || sizes.length > 2) {
    return parser.failSyntax('expected exactly 2 structured sizes', offset);
  }
  if (n > m) parser.failSyntax('expected n <= m in n_out_of_m', offset);
  return [n, m];
}

function parseProperty(parser: Parser): LevelProperty {
  const { offset } = parser;
  const word =
    parser.parseOptionalKeyword() ??
    parser.failSyntax('expected valid level property (e.g. nonordered, nonunique or high)', offset);
  return (
    PROPERTIES.find((property) => property === word) ??
    parser.failSyntax(`unknown level property: ${word}`, offset)
  );
}
