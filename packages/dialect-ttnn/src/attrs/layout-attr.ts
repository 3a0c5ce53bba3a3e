import {
  type AffineMapAttr,
  Attribute,
  InternTable,
  isInstance,
  MemRefType,
  parseAffineMapBody,
  type Parser,
  type Printer,
  type Type,
} from '@shardform/ir-core';
import { GridAttr, TileType } from '@shardform/dialect-ttcore';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';

/**
 * How a tensor lies in memory:
 * `#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>`.
 * The map makes the tensor a matrix, the grid says over how many cores it is spread, the buffer what each of them
 * holds: numbers in rows, or tiles.
 */
export class LayoutAttr extends Attribute {
  static readonly mnemonic = 'ttnn.ttnn_layout';
  static readonly #table = new InternTable<LayoutAttr>();
  readonly linear: AffineMapAttr;
  readonly grid: GridAttr;
  readonly memref: MemRefType;
  /** `null` in the host's memory. */
  readonly memoryLayout: TensorMemoryLayoutAttr | null;

  private constructor(
    linear: AffineMapAttr,
    grid: GridAttr,
    memref: MemRefType,
    memoryLayout: TensorMemoryLayoutAttr | null,
  ) {
    super();
    this.linear = linear;
    this.grid = grid;
    this.memref = memref;
    this.memoryLayout = memoryLayout;
  }

  static get(
    linear: AffineMapAttr,
    grid: GridAttr,
    memref: MemRefType,
    memoryLayout: TensorMemoryLayoutAttr | null,
  ): LayoutAttr {
    const key = `${linear.id}|${grid.id}|${memref.id}|${memoryLayout?.id ?? ''}`;
    return this.#table.get(key, () => new LayoutAttr(linear, grid, memref, memoryLayout));
  }

  static parse(this: void, parser: Parser): LayoutAttr {
    parser.expect('<');
    const linear = parseAffineMapBody(parser);
    parser.expect(',');
    const grid = GridAttr.parse(parser);
    parser.expect(',');
    const { offset } = parser;
    const memref = parser.parseType();
    if (!isInstance(MemRefType, memref) || memref.shape === null)
      return parser.fail('expected a memref type', offset);
    if (!(memref.memorySpace instanceof BufferTypeAttr))
      parser.fail("expected memory space '#ttnn.buffer_type'", offset);
    const memoryLayout = parser.accept(',') ? parseMemoryLayout(parser) : null;
    parser.expect('>');
    return LayoutAttr.get(linear, grid, memref, memoryLayout);
  }

  /** The memory of the buffer. */
  get bufferType(): BufferTypeAttr['value'] {
    // The parser and the factory admit no other memory spaces.
    return (this.memref.memorySpace as BufferTypeAttr).value;
  }

  get isTiled(): boolean {
    return this.memref.elementType instanceof TileType;
  }

  get isOnHost(): boolean {
    return this.bufferType === 'system_memory';
  }

  /** The type of one number. */
  get scalarType(): Type {
    const { elementType } = this.memref;
    return elementType instanceof TileType ? elementType.elementType : elementType;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', LayoutAttr.mnemonic, () => {
      printer.write('<');
      this.linear.printBody(printer);
      printer.write(', ');
      this.grid.printBody(printer);
      printer.write(', ');
      printer.printType(this.memref);
      if (this.memoryLayout !== null) printer.write(`, <${this.memoryLayout.value}>`);
      printer.write('>');
    });
  }
}

function parseMemoryLayout(parser: Parser): TensorMemoryLayoutAttr {
  parser.expect('<');
  const layout = TensorMemoryLayoutAttr.parseValue(parser);
  parser.expect('>');
  return layout;
}
