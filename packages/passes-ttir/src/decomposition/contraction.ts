import { boolAttr, byOp, f32, FloatType, lastOf, product, type Tensor, type Value } from '@shardform/ir-core';
import { FP32_EXACT } from '@shardform/dialect-ttcore';
import {
  DotGeneralOp,
  i32Array,
  MatmulOp,
  MultiplyOp,
  SumOp,
  type TensorBuilder,
} from '@shardform/dialect-ttir';
import { type Decomposition, type Maker } from './decomposition.ts';

/** Dimensions of one operand in the order of a matrix product, with what they multiply to. */
interface Side {
  readonly order: readonly number[];
  readonly shape: readonly number[];
}

/** Rows of a tile, of which a product with a vector computes all. */
const TILE = 32;

/**
 * Weights, times a tensor that has all of their dimensions and not many more elements for each batch: the products are
 * summed where they are. `null` where that is not so.
 */
function weightedSum(op: DotGeneralOp, { create, tensors }: Maker): Value | null {
  const operands = [
    { tensor: op.lhs, batch: op.batchDimsLhs.numbers(), contracted: op.contractDimsLhs.numbers() },
    { tensor: op.rhs, batch: op.batchDimsRhs.numbers(), contracted: op.contractDimsRhs.numbers() },
  ];
  const [weights, large] =
    operands[0]!.tensor.type.rank <= operands[1]!.tensor.type.rank
      ? [operands[0]!, operands[1]!]
      : [operands[1]!, operands[0]!];
  const { batch, contracted } = large;
  const { shape } = large.tensor.type;
  const named = [...batch, ...contracted];
  const free = shape.map((_, d) => d).filter((d) => !named.includes(d));
  const isSmall = product(free.map((d) => shape[d]!)) <= TILE;
  if (weights.tensor.type.rank !== named.length || !isSmall || contracted.length === 0) return null;
  // Dimensions of the weights in the order in which the large tensor has them.
  const order = shape.flatMap((_, d) => {
    const [b, c] = [batch.indexOf(d), contracted.indexOf(d)];
    return b >= 0 ? [weights.batch[b]!] : c >= 0 ? [weights.contracted[c]!] : [];
  });
  // Sums of half floats lose digits.
  const { elementType } = op.result.type;
  const isHalf = elementType instanceof FloatType && elementType.width < 32;
  const exact = (value: Tensor): Tensor => (isHalf ? tensors.typecast(value, f32) : value);
  const lhs = exact(large.tensor);
  const rhs = exact(
    tensors.reshape(
      tensors.reorder(weights.tensor, order),
      shape.map((size, d) => (named.includes(d) ? size : 1)),
    ),
  );
  const products = create(MultiplyOp, { lhs, rhs }, [lhs.type]).result;
  const dimArg = i32Array([...contracted].sort((a, b) => a - b));
  const left = [...batch, ...free].sort((a, b) => a - b);
  const type = lhs.type.withShape(left.map((dim) => shape[dim]!));
  const exactSums = create(SumOp, { input: products, dimArg, keepDim: boolAttr(false) }, [type]).result;
  const sums = isHalf ? tensors.typecast(exactSums, elementType) : exactSums;
  return tensors.reorder(
    sums,
    [...batch, ...free].map((dim) => left.indexOf(dim)),
  );
}

const isAscending = (dims: readonly number[]): boolean =>
  dims.every((dim, i) => i === 0 || dims[i - 1]! < dim);

/** The elements of a tensor with its dimensions in an order, those of size one left out unless no element moves. */
function inOrder(input: Tensor, order: readonly number[], tensors: TensorBuilder): Tensor {
  const { shape } = input.type;
  const kept = order.filter((dim) => shape[dim] !== 1);
  if (isAscending(kept)) return input;
  if (kept.length === order.length) return tensors.permute(input, order);
  const places = [...kept].sort((a, b) => a - b);
  const without = tensors.reshape(
    input,
    places.map((dim) => shape[dim]!),
  );
  return tensors.permute(
    without,
    kept.map((dim) => places.indexOf(dim)),
  );
}

/** Batch dimensions stay in front; free and contracted ones are each joined to one. */
function contraction(op: DotGeneralOp, { create, tensors, keepsPermutes }: Maker): Value {
  const batch = [op.batchDimsLhs.numbers(), op.batchDimsRhs.numbers()] as const;
  const contracted = [op.contractDimsLhs.numbers(), op.contractDimsRhs.numbers()] as const;
  const side = (value: Tensor, index: 0 | 1): Side => {
    const { shape } = value.type;
    const free = shape
      .map((_, d) => d)
      .filter((d) => !batch[index].includes(d) && !contracted[index].includes(d));
    const sizes = (dims: readonly number[]): number[] => dims.map((d) => value.type.dimSize(d));
    const [freeSize, innerSize] = [product(sizes(free)), product(sizes(contracted[index]))];
    const outer = sizes(batch[index]);
    return index === 0
      ? { order: [...batch[0], ...free, ...contracted[0]], shape: [...outer, freeSize, innerSize] }
      : { order: [...batch[1], ...contracted[1], ...free], shape: [...outer, innerSize, freeSize] };
  };
  const [left, right] = [side(op.lhs, 0), side(op.rhs, 1)];
  const ordered = (input: Tensor, order: readonly number[]): Tensor =>
    keepsPermutes && !isAscending(order) ? tensors.permute(input, order) : inOrder(input, order, tensors);
  const [lhs, rhs] = [ordered(op.lhs, left.order), ordered(op.rhs, right.order)];
  const a = tensors.reshape(lhs, left.shape);
  const b = tensors.reshape(rhs, right.shape);
  const { type } = op.result;
  const types = [type.withShape([...left.shape.slice(0, -1), lastOf(right.shape)])];
  // Matrix products of the hardware split numbers of 32 bits; a product of single elements need not lose digits.
  const made =
    left.shape.at(-1) === 1
      ? create(MultiplyOp, { lhs: a, rhs: b }, types)
      : create(MatmulOp, { a, b, transposeA: boolAttr(false), transposeB: boolAttr(false) }, types);
  const exact = op.getAttr(FP32_EXACT);
  if (exact !== null) made.setAttr(FP32_EXACT, exact);
  return tensors.reshape(made.result, type.shape);
}

/** Contractions are matrix products of reordered tensors. */
export const contractions: readonly Decomposition[] = [
  byOp(DotGeneralOp, (op, make) => [weightedSum(op, make) ?? contraction(op, make)]),
];
