import { GridAttr, TensorMeshAttr, TileType } from '@shardform/dialect-ttcore';
import {
  type AffineMapAttr,
  Attribute,
  type AttrReference,
  booleanParameter,
  InternTable,
  isInstance,
  MemRefType,
  parseAffineMapBody,
  type Parser,
  type Printer,
  strippedAttribute,
  strippedEnum,
  type Type,
  lastOf,
} from '@shardform/ir-core';
import { CoreRangeSetAttr } from './core-attrs.ts';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { layoutProblems } from './layout-problems.ts';

/** Rows and columns of a tile. */
export const TILE = 32;

/** The fields that most layouts leave at their defaults. */
export interface LayoutOptions {
  readonly mesh?: TensorMeshAttr | null;
  readonly coreRanges?: CoreRangeSetAttr | null;
  readonly ignoresPhysicalLayout?: boolean;
}

const meshParameter = /* @__PURE__ */ strippedAttribute(TensorMeshAttr);
const memoryLayoutParameter = /* @__PURE__ */ strippedEnum(TensorMemoryLayoutAttr);
const coreRangesParameter = /* @__PURE__ */ strippedAttribute(CoreRangeSetAttr);

/**
 * The layout of a tensor in memory:
 * `#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>`. The map
 * makes the tensor a matrix, the grid is that of the cores it is spread over, and the buffer is what each of them
 * holds: rows of numbers, or tiles.
 *
 * By hand: all errors of a layout are reported at once, and passes make one for every tensor.
 */
export class LayoutAttr extends Attribute {
  static readonly mnemonic = 'ttnn.ttnn_layout';
  static readonly definition: AttrReference = {
    summary: 'TTNN tensor encoding attribute',
    parameters: [
      ['linear', 'affine map'],
      ['grid', '`#ttcore.grid`'],
      ['memref', 'memref'],
      ['mem_layout', '`#ttnn.tensor_memory_layout`'],
      ['tensor_mesh', '`#ttcore.tensor_mesh`'],
      ['ignorePhysicalLayout', 'boolean'],
      ['core_range_set', '`#ttnn.core_range_set`'],
    ],
    syntax:
      '`<` $linear `,` $grid (`,` `mesh` `=` $tensor_mesh^)? `,` $memref (`,` $mem_layout^)? (`,` `core_ranges` `=` $core_range_set^)? (`,` `ignorePhysicalLayout` `=` $ignorePhysicalLayout^)? `>`',
  };
  static readonly #table = new InternTable<LayoutAttr>();
  readonly linear: AffineMapAttr;
  readonly grid: GridAttr;
  readonly memref: MemRefType;
  /** `null` in the host's memory. */
  readonly memoryLayout: TensorMemoryLayoutAttr | null;
  /** The mesh over which the tensor is spread, if any. */
  readonly mesh: TensorMeshAttr | null;
  /** The cores that hold the blocks of a tensor that is spread over cores. */
  readonly coreRanges: CoreRangeSetAttr | null;
  /** True if grid and buffer are to be ignored: the backend chooses how the tensor is spread. */
  readonly ignoresPhysicalLayout: boolean;

  private constructor(
    linear: AffineMapAttr,
    grid: GridAttr,
    memref: MemRefType,
    memoryLayout: TensorMemoryLayoutAttr | null,
    options: LayoutOptions,
  ) {
    super();
    this.linear = linear;
    this.grid = grid;
    this.memref = memref;
    this.memoryLayout = memoryLayout;
    this.mesh = options.mesh ?? null;
    this.coreRanges = options.coreRanges ?? null;
    this.ignoresPhysicalLayout = options.ignoresPhysicalLayout ?? false;
  }

  static get(
    linear: AffineMapAttr,
    grid: GridAttr,
    memref: MemRefType,
    memoryLayout: TensorMemoryLayoutAttr | null,
    options: LayoutOptions = {},
  ): LayoutAttr {
    const { mesh, coreRanges, ignoresPhysicalLayout } = options;
    const key = [linear, grid, memref, memoryLayout, mesh, coreRanges]
      .map((part) => part?.id ?? '')
      .join('|');
    return this.#table.get(
      `${key}|${String(ignoresPhysicalLayout ?? false)}`,
      () => new LayoutAttr(linear, grid, memref, memoryLayout, options),
    );
  }

  static parse(this: void, parser: Parser): LayoutAttr {
    const start = parser.offset;
    parser.expect('<');
    const linear = parseAffineMapBody(parser);
    parser.expect(',');
    const grid = GridAttr.parse(parser);
    parser.expect(',');
    let mesh: TensorMeshAttr | null = null;
    if (parser.acceptKeyword('mesh')) {
      parser.expect('=');
      mesh = meshParameter.parse(parser);
      parser.expect(',');
    }
    const { offset } = parser;
    const memref = parser.parseType();
    if (!isInstance(MemRefType, memref) || memref.shape === null)
      return parser.fail('expected a memref type', offset);
    if (!(memref.memorySpace instanceof BufferTypeAttr))
      parser.fail("expected memory space '#ttnn.buffer_type'", offset);
    let memoryLayout: TensorMemoryLayoutAttr | null = null;
    let coreRanges: CoreRangeSetAttr | null = null;
    let ignoresPhysicalLayout = false;
    while (parser.accept(',')) {
      if (parser.acceptKeyword('core_ranges')) {
        parser.expect('=');
        coreRanges = coreRangesParameter.parse(parser);
      } else if (parser.acceptKeyword('ignorePhysicalLayout')) {
        parser.expect('=');
        ignoresPhysicalLayout = booleanParameter.parse(parser);
      } else memoryLayout = memoryLayoutParameter.parse(parser);
    }
    parser.expect('>');
    const options = { mesh, coreRanges, ignoresPhysicalLayout };
    const layout = LayoutAttr.get(linear, grid, memref, memoryLayout, options);
    const problems = layoutProblems(layout);
    for (const problem of problems.slice(0, -1)) parser.report(problem, start);
    return problems.length === 0 ? layout : parser.fail(lastOf(problems), start);
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

  /** The type of one number; numbers of block formats have none but that of their tile. */
  get scalarType(): Type {
    const { elementType } = this.memref;
    if (!(elementType instanceof TileType)) return elementType;
    const { dataType } = elementType;
    return dataType.startsWith('bfp')
      ? TileType.get({ shape: [TILE, TILE], dataType })
      : elementType.elementType;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', LayoutAttr.mnemonic, () => {
      printer.write('<');
      this.linear.printBody(printer);
      printer.write(', ');
      this.grid.printBody(printer);
      printer.write(', ');
      if (this.mesh !== null) {
        printer.write('mesh = ');
        meshParameter.print(printer, this.mesh);
        printer.write(', ');
      }
      printer.printType(this.memref);
      if (this.memoryLayout !== null) {
        printer.write(', ');
        memoryLayoutParameter.print(printer, this.memoryLayout);
      }
      if (this.coreRanges !== null) {
        printer.write(', core_ranges = ');
        coreRangesParameter.print(printer, this.coreRanges);
      }
      if (this.ignoresPhysicalLayout) printer.write(', ignorePhysicalLayout = true');
      printer.write('>');
    });
  }
}
