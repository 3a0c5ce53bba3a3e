import {
  attributeField,
  defineStructAttr,
  enumField,
  type FieldValues,
  listField,
  pointField,
  strippedField,
  type StructAttr,
} from '@shardform/dialect-ttcore';
import { Attribute, InternTable, idKey, type Parser, type Printer } from '@shardform/ir-core';
import { ShardDistributionStrategyAttr, ShardOrientationAttr } from './enums.ts';
import { ShapeAttr } from './shape-attrs.ts';

/** `#ttnn.core_coord<8, 8>`: column and row of a core, or a number of both. */
export class CoreCoordAttr extends Attribute {
  static readonly mnemonic = 'ttnn.core_coord';
  static readonly #table = new InternTable<CoreCoordAttr>();
  readonly x: number;
  readonly y: number;

  private constructor(x: number, y: number) {
    super();
    this.x = x;
    this.y = y;
  }

  static get(x: number, y: number): CoreCoordAttr {
    return this.#table.get(`${x},${y}`, () => new CoreCoordAttr(x, y));
  }

  static parse(this: void, parser: Parser): CoreCoordAttr {
    parser.expect('<');
    const x = parser.parseNumber();
    parser.expect(',');
    const y = parser.parseNumber();
    parser.expect('>');
    return CoreCoordAttr.get(x, y);
  }

  printBody(printer: Printer): void {
    printer.write(`<${this.x}, ${this.y}>`);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', CoreCoordAttr.mnemonic, () => this.printBody(printer));
  }
}

const rangeFields = { start_coord: pointField, end_coord: pointField };

function rangeProblem({
  start_coord: start,
  end_coord: end,
}: FieldValues<typeof rangeFields>): string | null {
  if (start[0] <= end[0] && start[1] <= end[1]) return null;
  const [from, to] = [start, end].map((point) => `#ttnn.core_coord<${point.join(', ')}>`);
  return `Start coordinates ${from!} must be less than or equal to end coordinates ${to!}`;
}

/** `#ttnn.core_range<(0,0), (7,3)>`: a rectangle of cores from its first to its last column and row. */
export const CoreRangeAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.core_range',
  'A range of cores in the core grid',
  rangeFields,
  {
    style: 'positional',
    problems: (values) => [rangeProblem(values)].filter((problem) => problem !== null),
  },
);
export type CoreRangeAttr = StructAttr<typeof rangeFields>;

const rangesField = /* @__PURE__ */ listField(/* @__PURE__ */ attributeField(CoreRangeAttr));

/** `#ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,3)>]>`: cores; the ranges don't overlap. */
export class CoreRangeSetAttr extends Attribute {
  static readonly mnemonic = 'ttnn.core_range_set';
  static readonly #table = new InternTable<CoreRangeSetAttr>();
  static readonly empty = /* @__PURE__ */ CoreRangeSetAttr.get([]);
  readonly ranges: readonly CoreRangeAttr[];

  private constructor(ranges: readonly CoreRangeAttr[]) {
    super();
    this.ranges = ranges;
  }

  static get(ranges: readonly CoreRangeAttr[]): CoreRangeSetAttr {
    return this.#table.get(idKey(ranges), () => new CoreRangeSetAttr([...ranges]));
  }

  static parse(this: void, parser: Parser): CoreRangeSetAttr {
    const start = parser.offset;
    parser.expect('<');
    const ranges = parser.at('>') ? [] : rangesField.parse(parser);
    parser.expect('>');
    for (const [i, first] of ranges.entries()) {
      const second = ranges.slice(i + 1).find((range) => overlap(first, range));
      if (second !== undefined)
        parser.fail(`Core ranges overlap: ${String(first)} and ${String(second)}`, start);
    }
    return CoreRangeSetAttr.get(ranges);
  }

  printBody(printer: Printer): void {
    printer.write('<');
    if (this.ranges.length > 0) rangesField.print(printer, this.ranges);
    printer.write('>');
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', CoreRangeSetAttr.mnemonic, () => this.printBody(printer));
  }
}

function overlap({ values: a }: CoreRangeAttr, { values: b }: CoreRangeAttr): boolean {
  return [0, 1].every((i) => a.start_coord[i]! <= b.end_coord[i]! && b.start_coord[i]! <= a.end_coord[i]!);
}

const shardFields = {
  coreRangeSet: /* @__PURE__ */ strippedField(CoreRangeSetAttr),
  /** In elements. */
  shape: /* @__PURE__ */ strippedField(ShapeAttr),
  shardOrientation: /* @__PURE__ */ enumField(ShardOrientationAttr),
};

/** `#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>`: which core holds which block. */
export const ShardSpecAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.shard_spec',
  'TTNN ShardSpec attribute',
  shardFields,
  { style: 'positional' },
);
export type ShardSpecAttr = StructAttr<typeof shardFields>;

const ndShardFields = {
  ...shardFields,
  shardDistributionStrategy: /* @__PURE__ */ enumField(ShardDistributionStrategyAttr),
};

/** Like {@link ShardSpecAttr}, for blocks with any number of dimensions. */
export const NdShardSpecAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.nd_shard_spec',
  'TTNN ShardSpec attribute',
  ndShardFields,
  { style: 'positional' },
);
export type NdShardSpecAttr = StructAttr<typeof ndShardFields>;
