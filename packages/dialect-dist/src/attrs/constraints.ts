import {
  type AttrConstraint,
  type AttrFormat,
  attrWhere,
  DenseArrayAttr,
  i64,
  IntegerAttr,
  type Parser,
  StringAttr,
} from '@shardform/ir-core';

/** The operations that combine corresponding elements of a reduction's operands. */
export const reductions = ['sum', 'max', 'min', 'product'] as const;

/** The operation of a reduction; see {@link reductions}. */
export type Reduction = (typeof reductions)[number];

const numbers: AttrFormat<DenseArrayAttr> = {
  print(printer, attribute) {
    printer.write(`[${attribute.numbers().join(', ')}]`);
  },
  parse: (parser) =>
    DenseArrayAttr.get(
      i64,
      parser.parseList('square', () => BigInt(parser.parseNumber())),
    ),
};

/** Numbers of devices, in order, each once. */
export const devicesConstraint: AttrConstraint<DenseArrayAttr> = /* @__PURE__ */ attrWhere(
  DenseArrayAttr,
  'numbers of different devices',
  (attribute) => {
    const devices = attribute.numbers();
    return (
      attribute.elementType === i64 &&
      devices.length > 0 &&
      devices.every((device) => device >= 0) &&
      new Set(devices).size === devices.length
    );
  },
  numbers,
);

const number: AttrFormat<IntegerAttr> = {
  print: (printer, attribute) => printer.write(String(attribute.value)),
  parse: (parser) => indexAttr(parser.parseNumber()),
};

/** A number that counts from 0: a device, a dimension, an index into a tuple. */
export const countConstraint: AttrConstraint<IntegerAttr> = /* @__PURE__ */ attrWhere(
  IntegerAttr,
  'non-negative 64-bit integer',
  ({ type, value }) => type === i64 && value >= 0n,
  number,
);

/** A number of shards: at least 1. */
export const partsConstraint: AttrConstraint<IntegerAttr> = /* @__PURE__ */ attrWhere(
  IntegerAttr,
  'positive 64-bit integer',
  ({ type, value }) => type === i64 && value >= 1n,
  number,
);

/** One of a few words, written as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function wordConstraint(summary: string, words: readonly string[]): AttrConstraint<StringAttr> {
  return attrWhere(StringAttr, `${summary}: ${words.join(', ')}`, ({ value }) => words.includes(value), {
    print: (printer, { value }) => printer.write(value),
    parse: (parser) => parseWord(parser, words),
  });
}

function parseWord(parser: Parser, words: readonly string[]): StringAttr {
  const { offset } = parser;
  const word = parser.parseOptionalKeyword();
  if (word === null || !words.includes(word)) parser.fail(`expected one of ${words.join(', ')}`, offset);
  return StringAttr.get(word);
}

/** A string that names one of the {@link reductions}. */
export const reductionConstraint: AttrConstraint<StringAttr> = /* @__PURE__ */ wordConstraint(
  'reduction',
  reductions,
);

/** Returns the attribute of a number that counts from 0. */
export function indexAttr(value: number): IntegerAttr {
  return IntegerAttr.get(BigInt(value), i64);
}

/** Returns the attribute of a list of devices. */
export function devicesAttr(devices: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, devices);
}
