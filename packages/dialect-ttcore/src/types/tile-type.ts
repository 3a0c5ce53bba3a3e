import {
  type Attribute,
  type FloatType,
  InternTable,
  IntegerType,
  type MemRefElementType,
  type Parser,
  type Printer,
  Type,
} from '@shardform/ir-core';
import type { FloatLikeType } from '@shardform/dialects-mlir';
import { type DataType, dataTypes, elementTypeOf } from '../data-type.ts';
import { parseGrid } from '../attrs/grid-text.ts';

/** `!ttcore.tile<32x32, f32>`: the block of elements in which the machine stores and computes. */
export class TileType extends Type implements MemRefElementType, FloatLikeType {
  static readonly mnemonic = 'ttcore.tile';
  static readonly #table = new InternTable<TileType>();
  readonly isMemRefElement = true;
  /** Arithmetic on tiles is that of floats, whatever their elements are; as in tt-mlir. */
  readonly isFloatLike = true;
  /** Rows and columns. */
  readonly shape: readonly number[];
  readonly dataType: DataType;

  private constructor(shape: readonly number[], dataType: DataType) {
    super();
    this.shape = shape;
    this.dataType = dataType;
  }

  static get(shape: readonly number[], dataType: DataType): TileType {
    return this.#table.get(`${shape.join('x')},${dataType}`, () => new TileType([...shape], dataType));
  }

  static parse(this: void, parser: Parser): TileType {
    const start = parser.offset;
    parser.expect('<');
    const shape = parseGrid(parser);
    parser.expect(',');
    const dataType = dataTypes.find((word) => parser.acceptKeyword(word));
    if (dataType === undefined) return parser.fail(`expected one of: ${dataTypes.join(', ')}`);
    parser.expect('>');
    if (shape.length !== 2) parser.fail('expected 2D shape', start);
    return TileType.get(shape, dataType);
  }

  /** The type of one element; block formats count as the float type that they stand for. */
  get elementType(): FloatType | IntegerType {
    return elementTypeOf(this.dataType);
  }

  override subAttributes(): readonly Attribute[] {
    return [];
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', TileType.mnemonic, () =>
      printer.write(`<${this.shape.join('x')}, ${this.dataType}>`),
    );
  }
}
