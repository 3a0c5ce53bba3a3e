import {
  type CustomCallOp,
  DynamicSliceOp,
  IotaOp,
  numbersAttr,
  ReturnOp,
  tensorOf,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { i32, i64Attr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import type { GradientInput, Gradients } from '../gradient-rule.ts';
import { MatrixBuilder } from './matrix-builder.ts';

/**
 * Of `P A = L U`, both in one matrix: `P^T L^-T (lower(L^T g) + upper(g U^T)) U^-T`, the lower triangle without its
 * diagonal. Factors that are not square are completed by slices of the identity.
 */
export function luGradients(op: CustomCallOp, { result: g, build }: GradientInput): Gradients {
  const m = new MatrixBuilder(build);
  const [lu, pivots] = [op.results[0], op.results[1]].map(tensorOf);
  const [l, u] = factors(lu!, m);
  const lower = m.lower(m.multiply(m.transpose(l), g), -1);
  const upper = m.upper(m.multiply(g, m.transpose(u)));
  const left = m.solve(l, build.add(lower, upper), { leftSide: true, lower: true, transpose: 'TRANSPOSE' });
  const both = m.solve(u, left, { leftSide: false, lower: false, transpose: 'TRANSPOSE' });
  return [m.multiply(m.transpose(permutationMatrix(pivots!, lu!.type, build)), both)];
}

function factors(lu: Tensor, m: MatrixBuilder): readonly [Tensor, Tensor] {
  const { build } = m;
  const { shape, elementType } = lu.type;
  // Factors are matrices, possibly in batches.
  const [rows, columns] = shape.slice(-2) as [number, number];
  const batch = shape.slice(0, -2);
  const none = batch.map(() => 0);
  const count = Math.min(rows, columns);
  /** The first rows and columns, and zeros up to a square. */
  const square = (height: number, width: number, size: number): Tensor => {
    const zeros = shape.map(() => 0);
    const ones = shape.map(() => 1);
    const cut = build.slice(lu, zeros, [...batch, height, width], ones);
    return build.padWithZeros(cut, zeros, [...none, size - height, size - width], zeros);
  };
  const strict = m.lower(square(rows, count, rows), -1);
  const l = m.withDiagonal(strict, build.constant(strict.type, 1));
  const u = m.upper(square(count, columns, columns));
  if (columns === count) return [l, u];
  const rest = columns - count;
  const identity = m.identity(RankedTensorType.get([...batch, rest, rest], elementType));
  const zeros = shape.map(() => 0);
  return [l, build.add(u, build.padWithZeros(identity, [...none, count, count], zeros, zeros))];
}

/** The matrix of the exchanges of rows, which are counted from 1. */
function permutationMatrix(pivots: Tensor, like: RankedTensorType, build: GradientBuilder): Tensor {
  const { builder } = build;
  const rows = like.dimSize(-2);
  const batch = like.shape.slice(0, -2);
  const count = pivots.type.dimSize(-1);
  const scalar = RankedTensorType.get([], i32);
  const type = RankedTensorType.get([...batch, rows], i32);
  const last = batch.length;
  const batchDims = batch.map((_, dim) => dim);
  const places = tensorOf(builder.create(IotaOp, { iotaDimension: i64Attr(last) }, [type]).output);
  const types = [scalar, type];
  const loop = builder.create(WhileOp, { operand: [build.zeros(scalar), places] }, types);
  builder.atSavedPoint(() => {
    const [step] = builder.createBlock(loop.cond, types).arguments.map(tensorOf);
    builder.create(ReturnOp, { results: [build.compare(step!, 'LT', build.constant(scalar, count))] });
  });
  builder.atSavedPoint(() => {
    const [step, order] = builder.createBlock(loop.body, types).arguments.map(tensorOf);
    const zero = build.zeros(scalar);
    const slice = builder.create(
      DynamicSliceOp,
      {
        operand: pivots,
        startIndices: [...batch.map(() => zero), step!],
        sliceSizes: numbersAttr([...batch, 1]),
      },
      [RankedTensorType.get([...batch, 1], i32)],
    ).result;
    const pivot = build.addNumber(build.reshape(slice, batch), -1);
    const isRow = build.compare(places, 'EQ', build.broadcast(step!, type, []));
    const isPivot = build.compare(places, 'EQ', build.broadcast(pivot, type, batchDims));
    const at = (flags: Tensor): Tensor =>
      build.broadcast(build.sum(build.select(flags, order!, build.zeros(type)), [last]), type, batchDims);
    const exchanged = build.select(isRow, at(isPivot), build.select(isPivot, at(isRow), order!));
    builder.create(ReturnOp, { results: [build.addNumber(step!, 1), exchanged] });
  });
  const order = tensorOf(loop.results[1]);
  const matrix = RankedTensorType.get([...batch, rows, rows], i32);
  const columns = tensorOf(builder.create(IotaOp, { iotaDimension: i64Attr(last + 1) }, [matrix]).output);
  const isColumn = build.compare(columns, 'EQ', build.broadcast(order, matrix, [...batchDims, last]));
  return build.convert(isColumn, like.elementType);
}
