import { product } from '../../number/product.ts';
import { type Attribute, Type } from '../../ir/attribute.ts';
import { DYNAMIC } from '../../ir/dynamic.ts';
import { InternTable } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';
import { ComplexType } from './composite-types.ts';
import { FloatType } from './float-type.ts';
import { IntegerAttr } from '../attrs/number-attrs.ts';
import { i64, IndexType, IntegerType } from './integer-type.ts';

/** A type with dimensions and elements. `shape` is `null` when the rank is unknown. */
export abstract class ShapedType extends Type {
  abstract readonly shape: readonly number[] | null;
  abstract readonly elementType: Type;

  get hasStaticShape(): boolean {
    return this.shape !== null && !this.shape.includes(DYNAMIC);
  }

  /**
   * Returns the size of a dimension, {@link DYNAMIC} where it is unknown; dimensions below zero count from the end.
   *
   * @throws when there is no such dimension.
   */
  dimSize(dim: number): number {
    const size = this.shape?.at(dim);
    if (size === undefined) throw new Error(`'${String(this)}' has no dimension ${dim}`);
    return size;
  }

  /** @throws when a dimension is not known. */
  get elementCount(): number {
    if (!this.hasStaticShape || this.shape === null) throw new Error('the shape is not static');
    return product(this.shape);
  }
}

/** `tensor<2x?xf32>` with an optional encoding. */
export class RankedTensorType extends ShapedType {
  static readonly #table = new InternTable<RankedTensorType>();
  readonly shape: readonly number[];
  readonly elementType: Type;
  readonly encoding: Attribute | null;

  private constructor(shape: readonly number[], elementType: Type, encoding: Attribute | null) {
    super();
    this.shape = shape;
    this.elementType = elementType;
    this.encoding = encoding;
  }

  /** @param shape sizes; {@link DYNAMIC} where unknown. */
  static get(
    shape: readonly number[],
    elementType: Type,
    encoding: Attribute | null = null,
  ): RankedTensorType {
    const key = `${shape.join('x')}|${elementType.id}|${encoding === null ? '' : encoding.id}`;
    return this.#table.get(key, () => new RankedTensorType([...shape], elementType, encoding));
  }

  get rank(): number {
    return this.shape.length;
  }

  /** The same type with another shape. */
  withShape(shape: readonly number[]): RankedTensorType {
    return RankedTensorType.get(shape, this.elementType, this.encoding);
  }

  withElementType(elementType: Type): RankedTensorType {
    return RankedTensorType.get(this.shape, elementType, this.encoding);
  }

  override subAttributes(): readonly Attribute[] {
    return this.encoding === null ? [this.elementType] : [this.elementType, this.encoding];
  }

  override withSubAttributes([elementType, encoding]: readonly Attribute[]): RankedTensorType {
    // Types are replaced by types, here and below.
    return RankedTensorType.get(this.shape, elementType as Type, encoding ?? null);
  }

  print(printer: Printer): void {
    printer.write('tensor<');
    printer.writeShape(this.shape);
    printer.printType(this.elementType);
    if (this.encoding !== null) {
      printer.write(', ');
      printer.printAttribute(this.encoding);
    }
    printer.write('>');
  }
}

/** `tensor<*xf32>`. */
export class UnrankedTensorType extends ShapedType {
  static readonly #table = new InternTable<UnrankedTensorType>();
  readonly shape = null;
  readonly elementType: Type;

  private constructor(elementType: Type) {
    super();
    this.elementType = elementType;
  }

  static get(elementType: Type): UnrankedTensorType {
    return this.#table.get(String(elementType.id), () => new UnrankedTensorType(elementType));
  }

  override subAttributes(): readonly Attribute[] {
    return [this.elementType];
  }

  override withSubAttributes([elementType]: readonly Attribute[]): UnrankedTensorType {
    // The only sub-element is the element type.
    return UnrankedTensorType.get(elementType as Type);
  }

  print(printer: Printer): void {
    printer.write('tensor<*x');
    printer.printType(this.elementType);
    printer.write('>');
  }
}

/** `vector<4x[8]xf32>`; a scalable dimension stands in brackets. */
export class VectorType extends ShapedType {
  static readonly #table = new InternTable<VectorType>();
  readonly shape: readonly number[];
  readonly scalable: readonly boolean[];
  readonly elementType: Type;

  private constructor(shape: readonly number[], scalable: readonly boolean[], elementType: Type) {
    super();
    this.shape = shape;
    this.scalable = scalable;
    this.elementType = elementType;
  }

  static get(
    shape: readonly number[],
    elementType: Type,
    scalable: readonly boolean[] = shape.map(() => false),
  ): VectorType {
    const key = `${shape.map((size, i) => `${size}${scalable[i] === true ? 's' : ''}`).join('x')}|${elementType.id}`;
    return this.#table.get(key, () => new VectorType([...shape], [...scalable], elementType));
  }

  override subAttributes(): readonly Attribute[] {
    return [this.elementType];
  }

  override withSubAttributes([elementType]: readonly Attribute[]): VectorType {
    // The only sub-element is the element type.
    return VectorType.get(this.shape, elementType as Type, this.scalable);
  }

  print(printer: Printer): void {
    printer.write('vector<');
    this.shape.forEach((size, i) => printer.write(this.scalable[i] === true ? `[${size}]x` : `${size}x`));
    printer.printType(this.elementType);
    printer.write('>');
  }
}

/** A type of a dialect that a buffer may hold. */
export interface MemRefElementType {
  readonly isMemRefElement: true;
}

/** `memref<2x3xf32, layout, space>`: a buffer. `shape` is `null` for `memref<*xf32>`. */
export class MemRefType extends ShapedType {
  static readonly #table = new InternTable<MemRefType>();
  readonly shape: readonly number[] | null;
  readonly elementType: Type;
  /** `null` for the row-major default. */
  readonly layout: Attribute | null;
  readonly memorySpace: Attribute | null;

  private constructor(
    shape: readonly number[] | null,
    elementType: Type,
    layout: Attribute | null,
    memorySpace: Attribute | null,
  ) {
    super();
    this.shape = shape;
    this.elementType = elementType;
    this.layout = layout;
    this.memorySpace = memorySpace;
  }

  static get(
    shape: readonly number[] | null,
    elementType: Type,
    layout: Attribute | null = null,
    memorySpace: Attribute | null = null,
  ): MemRefType {
    const key = `${shape === null ? '*' : shape.join('x')}|${elementType.id}|${layout?.id ?? ''}|${memorySpace?.id ?? ''}`;
    return this.#table.get(
      key,
      () => new MemRefType(shape === null ? null : [...shape], elementType, layout, memorySpace),
    );
  }

  override subAttributes(): readonly Attribute[] {
    return [this.elementType, this.layout, this.memorySpace].filter((part) => part !== null);
  }

  override withSubAttributes(parts: readonly Attribute[]): MemRefType {
    const layout = this.layout === null ? null : (parts[1] ?? null);
    const memorySpace = this.memorySpace === null ? null : (parts.at(-1) ?? null);
    // The first sub-element is the element type.
    return MemRefType.get(this.shape, parts[0] as Type, layout, memorySpace);
  }

  print(printer: Printer): void {
    printer.write('memref<');
    if (this.shape === null) printer.write('*x');
    else printer.writeShape(this.shape);
    printer.printType(this.elementType);
    if (this.layout !== null) {
      printer.write(', ');
      printer.printAttribute(this.layout);
    }
    if (this.memorySpace !== null) {
      printer.write(', ');
      // The type i64 is what a bare number means.
      const { memorySpace } = this;
      if (memorySpace instanceof IntegerAttr && memorySpace.type === i64)
        memorySpace.printWithoutType(printer);
      else printer.printAttribute(memorySpace);
    }
    printer.write('>');
  }
}

/** Bits of one element in memory: complex numbers have two components. `null` for types without a fixed width. */
export function elementBitWidth(type: Type): number | null {
  if (type instanceof IntegerType || type instanceof FloatType) return type.width;
  if (type instanceof IndexType) return 64;
  if (type instanceof ComplexType) {
    const part = elementBitWidth(type.elementType);
    return part === null ? null : 2 * part;
  }
  return null;
}

/** Bytes of one element as devices hold and send it: narrower ones than a byte take one each. `null` as above. */
export function elementByteWidth(type: Type): number | null {
  const bits = elementBitWidth(type);
  return bits === null ? null : Math.max(1, bits / 8);
}
