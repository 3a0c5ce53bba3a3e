import {
  type Attribute,
  DYNAMIC,
  ComplexType,
  FloatType,
  InternTable,
  IntegerType,
  parseDimensions,
  type Parser,
  type Printer,
  RankedTensorType,
  TupleType,
  Type,
  type TypeConstraint,
  typeOf,
} from '@shardform/ir-core';

/** The location of a value: the number of a device, or the name of the variable that a `dist.pmap` binds. */
export type DeviceRef = number | string;

/**
 * `!dist.tensor<4x8xf32, 1>`: a tensor that lives on a device, here device 1. In the body of `dist.pmap` the device
 * may be the variable that it binds: `!dist.tensor<4x8xf32, d>`. Scalars have no sizes: `!dist.tensor<f32, 0>`.
 */
export class PlacedTensorType extends Type {
  static readonly mnemonic = 'dist.tensor';
  static readonly #table = new InternTable<PlacedTensorType>();
  readonly tensor: RankedTensorType;
  readonly device: DeviceRef;

  private constructor(tensor: RankedTensorType, device: DeviceRef) {
    super();
    this.tensor = tensor;
    this.device = device;
  }

  static get(tensor: RankedTensorType, device: DeviceRef): PlacedTensorType {
    return this.#table.get(`${tensor.id}|${device}`, () => new PlacedTensorType(tensor, device));
  }

  /** @param shape sizes, `DYNAMIC` where unknown. */
  static of(shape: readonly number[], elementType: Type, device: DeviceRef): PlacedTensorType {
    return PlacedTensorType.get(RankedTensorType.get(shape, elementType), device);
  }

  static parse(this: void, parser: Parser): PlacedTensorType {
    parser.expect('<');
    const shape = parseDimensions(parser);
    const { offset } = parser;
    const elementType = parser.parseType();
    if (!isElementType(elementType)) {
      parser.fail(`expected the type of a number, got '${String(elementType)}'`, offset);
    }
    parser.expect(',');
    const device = parseDeviceRef(parser);
    parser.expect('>');
    return PlacedTensorType.of(shape, elementType, device);
  }

  get shape(): readonly number[] {
    return this.tensor.shape;
  }

  /** Returns the size of a dimension. @throws when there is no such dimension. */
  dimSize(dim: number): number {
    return this.tensor.dimSize(dim);
  }

  get rank(): number {
    return this.tensor.rank;
  }

  get elementType(): Type {
    return this.tensor.elementType;
  }

  get hasStaticShape(): boolean {
    return this.tensor.hasStaticShape;
  }

  /** The same tensor elsewhere. */
  onDevice(device: DeviceRef): PlacedTensorType {
    return PlacedTensorType.get(this.tensor, device);
  }

  /** Returns a tensor of another shape on the same device. */
  withShape(shape: readonly number[]): PlacedTensorType {
    return PlacedTensorType.get(this.tensor.withShape(shape), this.device);
  }

  /** The same shape but for one dimension. */
  withSize(axis: number, size: number): PlacedTensorType {
    return this.withShape(this.shape.map((old, dim) => (dim === axis ? size : old)));
  }

  override subAttributes(): readonly Attribute[] {
    return [this.tensor];
  }

  override withSubAttributes([tensor]: readonly Attribute[]): PlacedTensorType {
    // Types are replaced by types; one that is no ranked tensor can't be placed.
    return tensor instanceof RankedTensorType ? PlacedTensorType.get(tensor, this.device) : this;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', PlacedTensorType.mnemonic, () => {
      printer.write('<');
      printer.writeShape(this.shape);
      printer.printType(this.elementType);
      printer.write(`, ${this.device}>`);
    });
  }
}

/** Reads a device: a number, or a variable's name. */
export function parseDeviceRef(parser: Parser): DeviceRef {
  if (parser.at('integer')) return parser.parseNumber();
  const { offset } = parser;
  const name = parser.parseOptionalKeyword();
  return name ?? parser.fail('expected a device: its number, or the variable of a pmap', offset);
}

/** Returns true if tensors on devices may have elements of a type. */
export function isElementType(type: Type): boolean {
  return type instanceof FloatType || type instanceof IntegerType || type instanceof ComplexType;
}

/** A tensor on a device. */
export const placed: TypeConstraint<PlacedTensorType> = /* @__PURE__ */ typeOf(
  PlacedTensorType,
  'tensor on a device',
);

/** A tuple of tensors on devices. */
export const placedTuple: TypeConstraint<TupleType> = {
  summary: 'tuple of tensors on devices',
  accepts: (type): type is TupleType => type instanceof TupleType && isPlacedOrTuple(type),
};

/** A tensor on a device, or a tuple of them: several values as one. */
export const placedOrTuple: TypeConstraint<PlacedTensorType | TupleType> = {
  summary: 'tensor on a device or tuple of them',
  accepts: (type): type is PlacedTensorType | TupleType => isPlacedOrTuple(type),
};

function isPlacedOrTuple(type: Type): boolean {
  if (type instanceof TupleType) return type.types.every((part) => part instanceof PlacedTensorType);
  return type instanceof PlacedTensorType;
}

/** Returns the tensors that values of these types hold, with tuples flattened in order. */
export function placedTypes(types: readonly Type[]): PlacedTensorType[] {
  return types.flatMap((type) => {
    if (type instanceof TupleType) return placedTypes(type.types);
    return type instanceof PlacedTensorType ? [type] : [];
  });
}

/** Elements of a type, `NaN` when its shape is not known. */
export function elementCountOf(type: PlacedTensorType): number {
  let count = 1;
  for (const size of type.shape) count *= size === DYNAMIC ? NaN : size;
  return count;
}
