import {
  type ConversionPattern,
  conversionPattern,
  type ConversionRewriter,
  countParts,
  DenseArrayAttr,
  i32,
  i64,
  i64Attr,
  IndexType,
  IntegerType,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  ConcatenateOp,
  ConvertOp,
  GetDimensionSizeOp,
  MaxOp,
  MulOp,
  ReshapeOp,
  SliceOp,
  tensorType,
} from '@shardform/dialect-stablehlo';
import { arith, shape, tensor } from '@shardform/dialects-mlir';
import { asI32, cast, constantI32, constantIndex, isIndexTensor, scalarTensor } from './casts.ts';

/** Operations on sizes and shapes, by arithmetic on tensors of i32. */
export const shapePatterns: readonly ConversionPattern[] = [
  conversionPattern(shape.NumElementsOp, 'num-elements', (op, { shape: operand }, rewriter) => {
    if (!isIndexTensor(operand.type) || !operand.type.hasStaticShape) return false;
    if (!(op.getResult().type instanceof IndexType)) return false;
    const sizes = asI32(operand, rewriter)!;
    countParts(op, operand.type.elementCount, 3);
    let product = constantI32([1], [], rewriter);
    for (let d = 0; d < operand.type.elementCount; d++) {
      const size = element(sizes, [d], rewriter);
      product = rewriter.create(MulOp, { lhs: product, rhs: size }, [size.type]).result;
    }
    return replaceByCast(op, product, rewriter);
  }),
  conversionPattern(shape.ShapeOfOp, 'shape-of', (op, { arg }, rewriter) => {
    if (!(arg.type instanceof RankedTensorType) || !isIndexTensor(op.getResult().type)) return false;
    const sizes = arg.type.shape.map((_, d) => reshaped(dimensionSize(arg, d, rewriter), [1], rewriter));
    const all = sizes.length === 0 ? constantI32([], [0], rewriter) : joined(sizes, rewriter);
    return replaceByCast(op, all, rewriter);
  }),
  conversionPattern(shape.ConstShapeOp, 'const-shape', (op, _, rewriter) => {
    const sizes = op.shape.integers();
    return replaceByCast(op, constantI32(sizes, [sizes.length], rewriter), rewriter);
  }),
  conversionPattern(shape.BroadcastOp, 'broadcast', (op, { shapes }, rewriter) => {
    if (shapes.length !== 2 || !isIndexTensor(op.getResult().type)) return false;
    const types = shapes.map(({ type }) => type);
    const ranks = types.map((type) =>
      isIndexTensor(type) && type.hasStaticShape ? type.elementCount : null,
    );
    const [left, right] = ranks;
    if (left == null || right == null) return false;
    const rank = Math.max(left, right);
    const values = shapes.map((value) => asI32(value, rewriter)!);
    // A shape of fewer dimensions has leading ones.
    const [lhs, rhs] = values.map((value, i) => {
      const missing = rank - ranks[i]!;
      return missing === 0 ? value : joined([constantI32([1], [missing], rewriter), value], rewriter);
    });
    const broadcast = rewriter.create(MaxOp, { lhs: lhs!, rhs: rhs! }, [lhs!.type]);
    return replaceByCast(op, broadcast.result, rewriter);
  }),
  conversionPattern(tensor.DimOp, 'tensor-dim', (op, { source, index }, rewriter) => {
    const at = constantIndex(index);
    const { type } = source;
    if (at === null || !(type instanceof RankedTensorType) || at < 0n || at >= BigInt(type.rank))
      return false;
    return replaceByCast(op, dimensionSize(source, Number(at), rewriter), rewriter);
  }),
  conversionPattern(tensor.FromElementsOp, 'tensor-from-elements', (op, { elements }, rewriter) => {
    const { type } = op.result;
    const [only] = elements;
    if (type.rank === 0) {
      rewriter.replaceOp(op, [cast(only!, type, rewriter)]);
      return true;
    }
    if (type.rank !== 1 || !elements.every((value) => value.type instanceof IndexType)) return false;
    const parts = elements.map((value) => {
      const part = asI32(value, rewriter, [1])!;
      return constantIndex(value) === null ? reshaped(part, [1], rewriter) : part;
    });
    return replaceByCast(op, joined(parts, rewriter), rewriter);
  }),
  conversionPattern(tensor.ExtractOp, 'tensor-extract', (op, { tensor: source, indices }, rewriter) => {
    const { type } = source;
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
    const at = indices.map(constantIndex);
    if (!at.every((index, d) => index !== null && index >= 0n && index < BigInt(type.dimSize(d))))
      return false;
    const values = isIndexTensor(type) ? asI32(source, rewriter)! : source;
    return replaceByCast(op, element(values, at.map(Number), rewriter), rewriter);
  }),
  conversionPattern(arith.IndexCastOp, 'index-cast', (op, { in: operand }, rewriter) => {
    const [from, to] = [operand.type, op.getResult().type];
    if (from instanceof RankedTensorType || to instanceof RankedTensorType) {
      const isI32 = (type: Type): boolean => type instanceof RankedTensorType && type.elementType === i32;
      if (isIndexTensor(from) && isI32(to)) rewriter.replaceOp(op, [asI32(operand, rewriter)!]);
      else if (isI32(from) && isIndexTensor(to)) rewriter.replaceOp(op, [cast(operand, to, rewriter)]);
      else return false;
      return true;
    }
    if (from instanceof IntegerType)
      return replaceByCast(op, cast(operand, scalarTensor(from), rewriter), rewriter);
    let value = asI32(operand, rewriter);
    if (value === null) return false;
    if (to !== i32) value = rewriter.create(ConvertOp, { operand: value }, [scalarTensor(to)]).result;
    return replaceByCast(op, value, rewriter);
  }),
  conversionPattern(arith.MulIOp, 'muli', (op, { lhs, rhs }, rewriter) => {
    if (!(lhs.type instanceof IndexType)) return false;
    const [left, right] = [asI32(lhs, rewriter)!, asI32(rhs, rewriter)!];
    return replaceByCast(op, rewriter.create(MulOp, { lhs: left, rhs: right }, [left.type]).result, rewriter);
  }),
];

/** Operations of StableHLO get their shapes as tensors of i32. */
export const operandPattern: ConversionPattern = {
  name: 'cast-index-operands',
  root: null,
  matchAndRewrite(op, _, rewriter) {
    if (op.definition.dialect !== 'stablehlo' || !hasIndexOperand(op)) return false;
    const values = op
      .operandValues()
      .map((value) => (isIndexTensor(value.type) ? asI32(value, rewriter)! : value));
    rewriter.modifyInPlace(op, () => {
      op.setOperands(values);
    });
    return true;
  },
};

/** Returns true if an operand of the operation is a tensor of `index`. */
export function hasIndexOperand(op: Operation): boolean {
  return op.operands.some(({ value }) => isIndexTensor(value.type));
}

function replaceByCast(op: Operation, value: Value, rewriter: ConversionRewriter): true {
  rewriter.replaceOp(op, [cast(value, op.getResult().type, rewriter)]);
  return true;
}

function dimensionSize(operand: Value, d: number, rewriter: ConversionRewriter): Value {
  return rewriter.create(GetDimensionSizeOp, { operand, dimension: i64Attr(d) }, [scalarTensor(i32)]).result;
}

function reshaped(operand: Value, sizes: readonly number[], rewriter: ConversionRewriter): Value {
  const type = RankedTensorType.get(sizes, elementTypeOf(operand));
  return rewriter.create(ReshapeOp, { operand }, [type]).result;
}

/** One element of a tensor, as a scalar. */
function element(operand: Value, at: readonly number[], rewriter: ConversionRewriter): Value {
  const slice = rewriter.create(
    SliceOp,
    {
      operand,
      startIndices: DenseArrayAttr.get(i64, at),
      limitIndices: DenseArrayAttr.get(
        i64,
        at.map((index) => index + 1),
      ),
      strides: DenseArrayAttr.get(
        i64,
        at.map(() => 1),
      ),
    },
    [
      RankedTensorType.get(
        at.map(() => 1),
        elementTypeOf(operand),
      ),
    ],
  );
  return reshaped(slice.result, [], rewriter);
}

/** Tensors of one dimension in one; a single one is joined as well. */
function joined(inputs: readonly Value[], rewriter: ConversionRewriter): Value {
  const count = inputs.reduce((sum, { type }) => sum + tensorType(type).elementCount, 0);
  const type = RankedTensorType.get([count], elementTypeOf(inputs[0]!));
  return rewriter.create(ConcatenateOp, { inputs, dimension: i64Attr(0) }, [type]).result;
}

function elementTypeOf({ type }: Value): Type {
  // Called with values that were made tensors.
  return tensorType(type).elementType;
}
