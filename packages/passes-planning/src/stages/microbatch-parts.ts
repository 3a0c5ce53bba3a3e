import type { MeshTensorType } from '@shardform/dialect-mpmd';
import {
  AddOp,
  ConcatenateOp,
  ConstantOp,
  ConvertOp,
  ReshapeOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  elementBitWidth,
  f32,
  FloatType,
  i64,
  i64Attr,
  RankedTensorType,
  type Type,
  ui32,
  type Value,
} from '@shardform/ir-core';

/** The type of a batch of which a microbatch has a part. */
export function wholeType(type: MeshTensorType, microbatches: number): MeshTensorType {
  return joinedType(type, 0, microbatches);
}

/** The type of parts that follow each other along a dimension. */
export function joinedType(type: MeshTensorType, dim: number, parts: number): MeshTensorType {
  const sizes = type.shape.map((size, i) => (i === dim ? size * parts : size));
  return type.with({ globalType: type.globalType.withShape(sizes) });
}

/** How a batch is cut into microbatches. */
export interface BatchCut {
  readonly microbatches: number;
  /** True if each has every so-many-th row: these are on the devices that have the rows before. */
  readonly isStrided: boolean;
}

/** Cuts a batch along its first dimension. */
export function partsOfBatch(whole: Value, { microbatches, isStrided }: BatchCut, builder: Builder): Value[] {
  const type = tensorTypeOf(whole);
  const [size, ...inner] = [type.shape[0]! / microbatches, ...type.shape.slice(1)];
  const part = type.withShape([size, ...inner]);
  const cut = (from: Value, dim: number, start: number, length: number): Value => {
    const { shape } = tensorTypeOf(from);
    const bounds = (at: (own: number, i: number) => number): DenseArrayAttr =>
      DenseArrayAttr.get(
        i64,
        shape.map((own, i) => BigInt(at(own, i))),
      );
    const ranges = {
      startIndices: bounds((_, i) => (i === dim ? start : 0)),
      limitIndices: bounds((own, i) => (i === dim ? start + length : own)),
      strides: bounds(() => 1),
    };
    const sizes = shape.map((own, i) => (i === dim ? length : own));
    return builder.create(SliceOp, { operand: from, ...ranges }, [type.withShape(sizes)]).result;
  };
  if (!isStrided) return Array.from({ length: microbatches }, (_, i) => cut(whole, 0, i * size, size));
  const rows = reshaped(whole, type.withShape([size, microbatches, ...inner]), builder);
  return Array.from({ length: microbatches }, (_, i) => reshaped(cut(rows, 1, i, 1), part, builder));
}

/** Puts parts of a result together: the inverse of {@link partsOfBatch}. */
export function joinParts(parts: readonly Value[], dim: number, isStrided: boolean, builder: Builder): Value {
  const type = tensorTypeOf(parts[0]!);
  const whole = type.withShape(type.shape.map((size, i) => (i === dim ? size * parts.length : size)));
  const joined = (inputs: readonly Value[], at: number, of: RankedTensorType): Value =>
    builder.create(ConcatenateOp, { inputs, dimension: i64Attr(at) }, [of]).result;
  if (!isStrided) return joined(parts, dim, whole);
  const [size, ...inner] = [type.shape[0]!, ...type.shape.slice(1)];
  const rows = parts.map((part) => reshaped(part, type.withShape([size, 1, ...inner]), builder));
  return reshaped(joined(rows, 1, type.withShape([size, parts.length, ...inner])), whole, builder);
}

/** The type in which sums of a type are added up: rounding many small parts in a narrow float would lose them. */
export function wideType(type: RankedTensorType): RankedTensorType {
  const isNarrow = type.elementType instanceof FloatType && (elementBitWidth(type.elementType) ?? 32) < 32;
  return isNarrow ? type.withElementType(f32) : type;
}

/** Adds a part to the sum of those before it, if there are any. */
export function summed(before: Value | null, part: Value, builder: Builder): Value {
  const type = wideType(tensorTypeOf(part));
  const own = converted(part, type, builder);
  return before === null ? own : builder.create(AddOp, { lhs: before, rhs: own }, [type]).result;
}

/** A sum in the type of its parts. */
export function narrowed(sum: Value, type: Type, builder: Builder): Value {
  return converted(sum, type, builder);
}

/** The number of a microbatch, as a program asks for it. */
export function numberConstant(number: number, builder: Builder): Value {
  const type = RankedTensorType.get([], ui32);
  return builder.create(ConstantOp, { value: DenseElementsAttr.splat(type, number) }, [type]).output;
}

function converted(value: Value, type: Type, builder: Builder): Value {
  return value.type === type ? value : builder.create(ConvertOp, { operand: value }, [type]).result;
}

function reshaped(value: Value, type: RankedTensorType, builder: Builder): Value {
  return builder.create(ReshapeOp, { operand: value }, [type]).result;
}

function tensorTypeOf({ type }: Value): RankedTensorType {
  if (type instanceof RankedTensorType) return type;
  throw new TypeError(`'${String(type)}' is no tensor`);
}
