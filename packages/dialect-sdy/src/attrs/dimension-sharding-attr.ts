import {
  Attribute,
  type AttrReference,
  idKey,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { AxisRefAttr } from './axis-ref-attr.ts';
import type { MeshAttr } from './mesh-attr.ts';

/**
 * The axes that split one dimension of a tensor, in `axes` from major to minor. An open dimension (`?`) may be split
 * further by propagation. Text: `{"x", ?}p1`; `p1` is the priority with which a user wants it propagated.
 *
 * By hand: keeps its text, which every sharding that has it prints.
 */
export class DimensionShardingAttr extends Attribute {
  static readonly mnemonic = 'sdy.dimension_sharding';
  static readonly definition: AttrReference = {
    summary: 'Dimension sharding',
    parameters: [
      ['axes', 'array of `#sdy.axis_ref`'],
      ['is_closed', 'boolean'],
      ['priority', 'integer'],
    ],
    syntax: '`{` $axes `,` `?` `}` `p` $priority',
  };
  static readonly #table = new InternTable<DimensionShardingAttr>();
  static readonly open: DimensionShardingAttr = /* @__PURE__ */ DimensionShardingAttr.get([], false);
  static readonly closed: DimensionShardingAttr = /* @__PURE__ */ DimensionShardingAttr.get([], true);
  readonly axes: readonly AxisRefAttr[];
  readonly isClosed: boolean;
  /** 0 is the most urgent; a signed 64-bit number. `null` where the user gave none. */
  readonly priority: bigint | null;
  /** The sharding as it stands in a tensor's sharding. */
  readonly text: string;

  private constructor(axes: readonly AxisRefAttr[], isClosed: boolean, priority: bigint | null) {
    super();
    this.axes = axes;
    this.isClosed = isClosed;
    this.priority = priority;
    const parts = axes.map((axis) => axis.text);
    if (!isClosed) parts.push('?');
    this.text = `{${parts.join(', ')}}${priority === null ? '' : `p${priority}`}`;
  }

  static get(
    axes: readonly AxisRefAttr[],
    isClosed: boolean,
    priority: bigint | null = null,
  ): DimensionShardingAttr {
    const key = `${idKey(axes)}${isClosed ? 'c' : 'o'}${priority === null ? '' : priority.toString()}`;
    return this.#table.get(key, () => new DimensionShardingAttr([...axes], isClosed, priority));
  }

  static parse(this: void, parser: Parser): DimensionShardingAttr {
    parser.expect('{');
    const axes: AxisRefAttr[] = [];
    let isClosed = true;
    while (!parser.accept('}')) {
      if (axes.length > 0) parser.expect(',');
      if (parser.accept('?')) {
        isClosed = false;
        parser.expect('}');
        break;
      }
      axes.push(AxisRefAttr.parse(parser));
    }
    return DimensionShardingAttr.get(axes, isClosed, parseOptionalPriority(parser));
  }

  get hasAxes(): boolean {
    return this.axes.length > 0;
  }

  /** Returns the number of shards that the dimension is split into. */
  shardedSize(mesh: MeshAttr): number {
    let product = 1;
    for (const axis of this.axes) product *= axis.size(mesh);
    return product;
  }

  withClosed(isClosed: boolean): DimensionShardingAttr {
    return isClosed === this.isClosed ? this : DimensionShardingAttr.get(this.axes, isClosed, this.priority);
  }

  withAxes(axes: readonly AxisRefAttr[]): DimensionShardingAttr {
    return DimensionShardingAttr.get(axes, this.isClosed, this.priority);
  }

  withoutPriority(): DimensionShardingAttr {
    return this.priority === null ? this : DimensionShardingAttr.get(this.axes, this.isClosed);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', DimensionShardingAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(this.text);
  }
}

/** The highest signed 64-bit number. */
const HIGHEST = (1n << 63n) - 1n;

function parseOptionalPriority(parser: Parser): bigint | null {
  const keyword = parser.parseOptionalKeyword();
  if (keyword === null) return null;
  if (!/^p\d+$/.test(keyword)) parser.fail(`expecting priority in format 'p<number>', got: ${keyword}`);
  if (/^p0\d/.test(keyword)) parser.fail(`priorities with leading zeros are not allowed, got: ${keyword}`);
  const priority = BigInt(keyword.slice(1));
  if (priority > HIGHEST) parser.fail(`expecting integer priority, got: ${keyword}`);
  return priority;
}
