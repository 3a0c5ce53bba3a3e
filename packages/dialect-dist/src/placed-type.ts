import {
  ComplexType,
  defineType,
  DYNAMIC,
  FloatType,
  IntegerType,
  type Parameter,
  parseDimensions,
  type Parser,
  RankedTensorType,
  TupleType,
  type Type,
  type TypeConstraint,
  typeOf,
} from '@shardform/ir-core';

/** The location of a value: the number of a device, or the name of the variable that a `dist.pmap` binds. */
export type DeviceRef = number | string;

/** `4x8xf32`. */
const tensorParameter: Parameter<RankedTensorType> = {
  kind: 'shape and element type',
  parse: (parser) => {
    const shape = parseDimensions(parser);
    const { offset } = parser;
    const elementType = parser.parseType();
    return isElementType(elementType)
      ? RankedTensorType.get(shape, elementType)
      : parser.fail(`expected the type of a number, got '${String(elementType)}'`, offset);
  },
  print: (printer, { shape, elementType }) => {
    printer.writeShape(shape);
    printer.printType(elementType);
  },
  key: ({ id }) => String(id),
  parts: (tensor) => [tensor],
  // Types are replaced by types; one that is no ranked tensor can't be placed.
  withParts: (tensor, [part]) => (part instanceof RankedTensorType ? part : tensor),
};

const deviceParameter: Parameter<DeviceRef> = {
  kind: 'number of a device or variable',
  parse: parseDeviceRef,
  print: (printer, device) => printer.write(String(device)),
  key: String,
};

/**
 * `!dist.tensor<4x8xf32, 1>`: a tensor that lives on a device, here device 1. In the body of `dist.pmap` the device
 * may be the variable that it binds: `!dist.tensor<4x8xf32, d>`. Scalars have no sizes: `!dist.tensor<f32, 0>`.
 */
export class PlacedTensorType extends defineType('dist.tensor', {
  summary: 'tensor on a device',
  parameters: { tensor: tensorParameter, device: deviceParameter },
  format: '`<` $tensor `,` $device `>`',
}) {
  /** @param shape sizes, `DYNAMIC` where unknown. */
  static of(shape: readonly number[], elementType: Type, device: DeviceRef): PlacedTensorType {
    return PlacedTensorType.get({ tensor: RankedTensorType.get(shape, elementType), device });
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
    return PlacedTensorType.get({ tensor: this.tensor, device });
  }

  /** Returns a tensor of another shape on the same device. */
  withShape(shape: readonly number[]): PlacedTensorType {
    return PlacedTensorType.get({ tensor: this.tensor.withShape(shape), device: this.device });
  }

  /** The same shape but for one dimension. */
  withSize(axis: number, size: number): PlacedTensorType {
    return this.withShape(this.shape.map((old, dim) => (dim === axis ? size : old)));
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
