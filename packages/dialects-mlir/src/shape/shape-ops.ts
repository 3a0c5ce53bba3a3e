import {
  type Attribute,
  boolAttr,
  commutative,
  defineOp,
  defineTrait,
  DenseElementsAttr,
  DYNAMIC,
  type FoldResult,
  i1,
  IntegerAttr,
  index,
  onlyType,
  optionalAttr,
  type Operation,
  type OpReport,
  RankedTensorType,
  ShapedType,
  stringAttr,
  type Trait,
  type Type,
  type Value,
  variadic,
} from '@shardform/ir-core';
import { extents } from './constant-ops.ts';
import {
  anyShapeOrSize,
  extentTensor,
  indexOnly,
  indexTensor,
  isExtentTensor,
  isShapeOrSize,
  shape,
  shaped,
  shapedOrValueShape,
  shapeOrExtentTensor,
  shapeOrSize,
  ShapeType,
  size,
  sizeOrIndex,
  SizeType,
  valueAsShape,
  valueShape,
} from './types.ts';

type Constants = readonly (Attribute | null)[];
type Folded = readonly FoldResult[] | null;

const bool = /* @__PURE__ */ onlyType(i1, '1-bit signless integer');

/** An operand that may be an error, being a shape or a size, makes the result one that may be. */
/* @__NO_SIDE_EFFECTS__ */
function propagatesErrors(result: Type, name: 'shape' | 'size'): Trait {
  return defineTrait({
    name: 'ErrorPropagation',
    verify: (op: Operation, report: OpReport) =>
      !op.operandTypes().some(isShapeOrSize) ||
      op.getResult().type === result ||
      report.opError(
        `if at least one of the operands can hold error values then the result must be of type \`${name}\` to propagate them`,
      ),
  });
}

const toSize = /* @__PURE__ */ propagatesErrors(SizeType.instance, 'size');
const toShape = /* @__PURE__ */ propagatesErrors(ShapeType.instance, 'shape');

/** Returns true if all values are the same. */
export function areSame(values: readonly Value[]): boolean {
  return values.every((value) => value === values[0]);
}

/** The sizes of a constant shape. */
function sizesOf(attribute: Attribute | null | undefined): readonly bigint[] | null {
  return attribute instanceof DenseElementsAttr ? attribute.integers() : null;
}

function sizeAttr(value: bigint | number): readonly FoldResult[] {
  return [IntegerAttr.get(value, index)];
}

/** The shape of a value (MLIR, `shape.shape_of`). */
export class ShapeOfOp extends defineOp('shape.shape_of', {
  summary: 'returns shape of a value or shaped type operand',
  operands: { arg: shapedOrValueShape },
  results: { result: shapeOrExtentTensor },
  effects: 'none',
  speculates: 'always',
  format: '$arg attr-dict `:` type($arg) `->` type($result)',
  infer: (op) => {
    const { type } = op.arg;
    if (!(type instanceof ShapedType)) return [ShapeType.instance];
    return [RankedTensorType.get([type.shape === null ? DYNAMIC : type.shape.length], index)];
  },
}) {
  override isCompatibleResultType(inferred: Type, actual: Type): boolean {
    if (inferred === actual || actual === ShapeType.instance) return true;
    return isExtentTensor(inferred) && isExtentTensor(actual) && actual.shape[0] === DYNAMIC;
  }
}

/** MLIR, `shape.num_elements`. */
export class NumElementsOp extends defineOp('shape.num_elements', {
  summary: 'returns the number of elements for a given shape',
  operands: { shape: shapeOrExtentTensor },
  results: { result: sizeOrIndex },
  traits: [toSize],
  effects: 'none',
  speculates: 'always',
  format: '$shape attr-dict `:` type($shape) `->` type($result)',
}) {
  override fold([sizes]: Constants): Folded {
    const known = sizesOf(sizes);
    return known === null ? null : sizeAttr(known.reduce((product, one) => product * one, 1n));
  }
}

/** MLIR, `shape.rank`. */
export class RankOp extends defineOp('shape.rank', {
  summary: 'gets the rank of a shape',
  operands: { shape: shapeOrExtentTensor },
  results: { rank: sizeOrIndex },
  traits: [toSize],
  effects: 'none',
  speculates: 'always',
  format: '$shape attr-dict `:` type($shape) `->` type($rank)',
}) {
  override fold([sizes]: Constants): Folded {
    const known = sizesOf(sizes);
    return known === null ? null : sizeAttr(known.length);
  }
}

/** MLIR, `shape.to_extent_tensor`. */
export class ToExtentTensorOp extends defineOp('shape.to_extent_tensor', {
  summary: 'creates a dimension tensor from a shape',
  operands: { input: shapeOrExtentTensor },
  results: { result: indexTensor },
  effects: 'none',
  speculates: 'always',
  format: '$input attr-dict `:` type($input) `->` type($result)',
}) {
  override fold([sizes]: Constants): Folded {
    return sizes instanceof DenseElementsAttr ? [sizes] : null;
  }
}

/** MLIR, `shape.from_extents`. */
export class FromExtentsOp extends defineOp('shape.from_extents', {
  summary: 'creates a shape from extents',
  operands: { extents: variadic(sizeOrIndex) },
  results: { shape: shape },
  effects: 'none',
  speculates: 'always',
  format: '$extents attr-dict `:` type($extents)',
}) {
  override fold(sizes: Constants): Folded {
    const known = sizes.flatMap((one) => (one instanceof IntegerAttr ? [one.value] : []));
    return known.length === sizes.length ? [extents(known)] : null;
  }
}

/** MLIR, `shape.from_extent_tensor`. */
export class FromExtentTensorOp extends defineOp('shape.from_extent_tensor', {
  summary: 'creates a shape from a tensor of extents',
  operands: { input: extentTensor },
  results: { result: shape },
  effects: 'none',
  speculates: 'always',
  format: '$input attr-dict `:` type($input)',
}) {}

/** MLIR, `shape.get_extent`. */
export class GetExtentOp extends defineOp('shape.get_extent', {
  summary: 'gets the specified extent from a shape or extent tensor',
  operands: { shape: shapeOrExtentTensor, dim: sizeOrIndex },
  results: { extent: sizeOrIndex },
  traits: [toSize],
  effects: 'none',
  speculates: 'always',
  format: '$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)',
}) {
  override fold([sizes, dim]: Constants): Folded {
    const known = sizesOf(sizes);
    if (known === null || !(dim instanceof IntegerAttr)) return null;
    const extent = known[Number(dim.value)];
    return extent === undefined ? null : sizeAttr(extent);
  }
}

/** MLIR, `shape.dim`. */
export class DimOp extends defineOp('shape.dim', {
  summary: 'gets the specified extent from the shape of a shaped input',
  operands: { value: shaped, index: sizeOrIndex },
  results: { extent: sizeOrIndex },
  traits: [toSize],
  effects: 'none',
  speculates: 'always',
  format: '$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)',
}) {
  override fold([, dim]: Constants): Folded {
    const { type } = this.value;
    const extent =
      type instanceof ShapedType && dim instanceof IntegerAttr ? type.shape?.[Number(dim.value)] : undefined;
    return extent === undefined || extent === DYNAMIC ? null : sizeAttr(extent);
  }
}

/** MLIR, `shape.size_to_index`. */
export class SizeToIndexOp extends defineOp('shape.size_to_index', {
  summary: 'casts between index types of the shape and standard dialect',
  operands: { arg: sizeOrIndex },
  results: { result: indexOnly },
  effects: 'none',
  speculates: 'always',
  format: '$arg attr-dict `:` type($arg)',
}) {
  override fold([value]: Constants): Folded {
    const { definingOp } = this.arg;
    if (definingOp instanceof IndexToSizeOp) return [definingOp.arg];
    return value instanceof IntegerAttr ? [value] : null;
  }
}

/** MLIR, `shape.index_to_size`. */
export class IndexToSizeOp extends defineOp('shape.index_to_size', {
  summary: 'converts a standard index to a shape size',
  operands: { arg: indexOnly },
  results: { result: size },
  effects: 'none',
  speculates: 'always',
  format: '$arg attr-dict',
}) {
  override fold([value]: Constants): Folded {
    return value instanceof IntegerAttr ? [value] : null;
  }
}

/** MLIR, `shape.concat`. */
export class ConcatOp extends defineOp('shape.concat', {
  summary: 'concatenates two shapes',
  operands: { lhs: shapeOrExtentTensor, rhs: shapeOrExtentTensor },
  results: { result: shapeOrExtentTensor },
  traits: [toShape],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {
  override fold([lhs, rhs]: Constants): Folded {
    const [first, second] = [sizesOf(lhs), sizesOf(rhs)];
    return first === null || second === null ? null : [extents([...first, ...second])];
  }
}

/** MLIR, `shape.split_at`. */
export class SplitAtOp extends defineOp('shape.split_at', {
  summary: 'splits a shape at a given index',
  operands: { operand: shapeOrExtentTensor, index: sizeOrIndex },
  results: { head: shapeOrExtentTensor, tail: shapeOrExtentTensor },
  effects: 'none',
  speculates: 'always',
}) {}

/** MLIR, `shape.broadcast`. */
export class BroadcastOp extends defineOp('shape.broadcast', {
  summary: 'returns the broadcasted output shape of two or more inputs',
  operands: { shapes: variadic(shapeOrExtentTensor) },
  attrs: { error: optionalAttr(stringAttr) },
  results: { result: shapeOrExtentTensor },
  traits: [toShape, commutative],
  effects: 'none',
  speculates: 'always',
  format: '$shapes attr-dict `:` type($shapes) `->` type($result)',
}) {}

/** MLIR, `shape.is_broadcastable`. */
export class IsBroadcastableOp extends defineOp('shape.is_broadcastable', {
  summary: 'determines if 2+ shapes can be successfully broadcasted',
  operands: { shapes: variadic(shapeOrExtentTensor) },
  results: { result: bool },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$shapes attr-dict `:` type($shapes)',
}) {
  override fold(): Folded {
    return areSame(this.operandValues()) ? [boolAttr(true)] : null;
  }
}

/** MLIR, `shape.shape_eq`. */
export class ShapeEqOp extends defineOp('shape.shape_eq', {
  summary: 'returns whether the input shapes or extent tensors are equal',
  operands: { shapes: variadic(shapeOrExtentTensor) },
  results: { result: bool },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$shapes attr-dict `:` type($shapes)',
}) {
  override fold(): Folded {
    return areSame(this.operandValues()) ? [boolAttr(true)] : null;
  }
}

/** MLIR, `shape.any`. */
export class AnyOp extends defineOp('shape.any', {
  summary: 'return any combination of the input shapes',
  operands: { inputs: variadic(shapeOrExtentTensor) },
  results: { result: shapeOrExtentTensor },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$inputs attr-dict `:` type($inputs) `->` type($result)',
}) {}

/** MLIR, `shape.meet`. */
export class MeetOp extends defineOp('shape.meet', {
  summary: 'returns the least general shape or size of its operands',
  operands: { arg0: anyShapeOrSize, arg1: anyShapeOrSize },
  attrs: { error: optionalAttr(stringAttr) },
  results: { result: anyShapeOrSize },
  traits: [commutative],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$arg0 `,` $arg1 attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)',
}) {}

/** MLIR, `shape.add`. */
export class AddOp extends defineOp('shape.add', {
  summary: 'addition of sizes and indices',
  operands: { lhs: sizeOrIndex, rhs: sizeOrIndex },
  results: { result: sizeOrIndex },
  traits: [toSize, commutative],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {
  override fold([lhs, rhs]: Constants): Folded {
    if (!(lhs instanceof IntegerAttr && rhs instanceof IntegerAttr)) return null;
    return sizeAttr(lhs.value + rhs.value);
  }
}

/** MLIR, `shape.mul`. */
export class MulOp extends defineOp('shape.mul', {
  summary: 'multiplication of sizes and indices',
  operands: { lhs: sizeOrIndex, rhs: sizeOrIndex },
  results: { result: sizeOrIndex },
  traits: [toSize, commutative],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {
  override fold([lhs, rhs]: Constants): Folded {
    if (!(lhs instanceof IntegerAttr && rhs instanceof IntegerAttr)) return null;
    return sizeAttr(lhs.value * rhs.value);
  }
}

/** MLIR, `shape.div`. */
export class DivOp extends defineOp('shape.div', {
  summary: 'division of sizes and indices',
  operands: { lhs: sizeOrIndex, rhs: sizeOrIndex },
  results: { result: sizeOrIndex },
  traits: [toSize],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {
  override fold([lhs, rhs]: Constants): Folded {
    if (!(lhs instanceof IntegerAttr && rhs instanceof IntegerAttr)) return null;
    if (rhs.value === 0n) return null;
    // Rounded towards minus infinity.
    const quotient = lhs.value / rhs.value;
    const isBelow = lhs.value % rhs.value !== 0n && lhs.value < 0n !== rhs.value < 0n;
    return sizeAttr(isBelow ? quotient - 1n : quotient);
  }
}

/** MLIR, `shape.max`. */
export class MaxOp extends defineOp('shape.max', {
  summary: 'elementwise maximum',
  operands: { lhs: shapeOrSize, rhs: shapeOrSize },
  results: { result: shapeOrSize },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {}

/** MLIR, `shape.min`. */
export class MinOp extends defineOp('shape.min', {
  summary: 'elementwise minimum',
  operands: { lhs: shapeOrSize, rhs: shapeOrSize },
  results: { result: shapeOrSize },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)',
}) {}

/** MLIR, `shape.value_of`. */
export class ValueOfOp extends defineOp('shape.value_of', {
  summary: 'returns value of a value and shape',
  operands: { arg: valueShape },
  results: { result: shaped },
  effects: 'none',
  speculates: 'always',
  format: '$arg attr-dict `:` type($result)',
}) {}

/** MLIR, `shape.value_as_shape`. */
export class ValueAsShapeOp extends defineOp('shape.value_as_shape', {
  summary: 'returns value as a shape',
  operands: { arg: valueAsShape },
  results: { result: shapeOrExtentTensor },
  effects: 'none',
  speculates: 'always',
  format: '$arg attr-dict `:` type($arg) `->` type($result)',
}) {}

/** MLIR, `shape.with_shape`. */
export class WithShapeOp extends defineOp('shape.with_shape', {
  summary: 'returns value and shape pair',
  operands: { operand: shapedOrValueShape, shape: shapeOrExtentTensor },
  results: { result: valueShape },
  effects: 'none',
  speculates: 'always',
  format: '$operand `,` $shape attr-dict `:` type($operand) `,` type($shape)',
}) {}
