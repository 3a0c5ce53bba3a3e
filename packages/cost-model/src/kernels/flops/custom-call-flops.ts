import type * as hlo from '@shardform/dialect-stablehlo';
import { callAttribute, isAttentionPreprocessing } from '@shardform/dialect-stablehlo';
import { lastOf, product, shapeOf } from '@shardform/ir-core';
import { operandElements } from '../tensor-size.ts';
import { decompositionFactor } from './complex-flops.ts';
import * as lapack from './decomposition-flops.ts';
import { libraryCallFlops } from './library-call-flops.ts';
import { topKFlops } from './order-flops.ts';

/** A call of an algorithm, for one matrix of `m` rows and `n` columns that is its first operand. */
interface MatrixCall {
  readonly m: number;
  readonly n: number;
  /** Sizes of an operand without those of batches. */
  readonly sizes: (operand: number) => readonly number[];
  /** An attribute: a letter of LAPACK as its code, or a flag; not a number without it. */
  readonly option: (name: string) => number;
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}

/** LAPACK's letter for no vectors. */
const NONE = codeOf('N');

/** The algorithm of each target: LAPACK's names as JAX uses them on CPUs, and those of its calls on GPUs and TPUs. */
const ALGORITHMS: readonly (readonly [RegExp, (call: MatrixCall) => number])[] = [
  [/potrf|^cholesky$/i, ({ n }) => lapack.choleskyFlops(n)],
  [
    /trsm|^triangularsolve$/i,
    ({ n, sizes, option }) =>
      (product(sizes(1)) / Math.max(1, n)) * lapack.triangularSolveFlops(n, option('diag') === codeOf('U')),
  ],
  [/getrf|ludecomposition/i, ({ m, n }) => lapack.luFlops(m, n)],
  [/getrs/i, ({ n, sizes }) => (2 * n - 1) * product(sizes(2))],
  [/geqp3|geqrf|^qr$|qrdecomposition/i, ({ m, n }) => lapack.qrFlops(m, n)],
  [
    /(or|un)gqr|^productofelementaryhouseholderreflectors$/i,
    ({ m, n, sizes }) => lapack.reflectorsFlops(m, n, lastOf(sizes(1))),
  ],
  [/(or|un)mqr/i, reflected],
  [/gesdd|gesvd|svd/i, (call) => lapack.singularValueFlops(call.m, call.n, vectorsOf(call))],
  [/syev|heev|^eigh$/i, ({ n, option }) => lapack.symmetricEigenFlops(n, option('mode') !== NONE)],
  [
    /geev/i,
    ({ n, option }) =>
      lapack.eigenFlops(n, option('compute_left') !== NONE || option('compute_right') !== NONE),
  ],
  [/gees|schur/i, ({ n, option }) => lapack.eigenFlops(n, option('mode') !== NONE)],
  [/gehrd/i, ({ n }) => lapack.hessenbergFlops(n)],
  [/sytrd|hetrd/i, ({ n }) => lapack.tridiagonalFlops(n)],
];

/** Calls that move or mark their operands, or do something for each element. */
const SIMPLE =
  /^(Sharding|SPMDFullToShardShape|SPMDShardToFullShape|annotate_device_placement|xla\.sdy\..*|shape_assertion|PadToStatic|SliceToDynamic|.*threefry.*|.*lu_pivots.*|CustomSPMDPartitioning|.*callback.*|LayoutConstraint|MoveToHost|MoveToDevice|AssumeGatherIndicesInBound|X64.*)$/i;

/** Returns the floating-point operations of a call of a known target; `null` of another. */
export function customCallFlops(op: hlo.CustomCallOp, results: number): number | null {
  if (isAttentionPreprocessing(op)) return 2 * operandElements(op, 0);
  const library = libraryCallFlops(op);
  if (library !== null) return library;
  const target = op.callTargetName.value;
  if (SIMPLE.test(target)) return results;
  const shapes = op.operandValues().map(({ type }) => shapeOf(type));
  const shape = shapes.at(0);
  if (shape === undefined) return null;
  if (/topk|approxtopk|partialreduce/i.test(target))
    return topKFlops(shape, shapeOf(op.getResult().type).at(-1) ?? 1);
  // Diagonals are vectors. For each unknown, eliminating and substituting take eight operations.
  if (/gtsv|tridiagonal/i.test(target) && shapes.length === 4) return 8 * product(shapes[3]);
  const algorithm = ALGORITHMS.find(([pattern]) => pattern.test(target))?.[1];
  if (algorithm === undefined || shape.length < 2) return null;
  const batches = shape.slice(0, -2);
  const [m, n] = shape.slice(-2);
  const real = algorithm({
    ...{ m, n },
    sizes: (operand) => shapes.at(operand)?.slice(batches.length) ?? [],
    option: (name) => Number(callAttribute(op, name) ?? NaN),
  });
  return product(batches) * decompositionFactor(op.getOperand(0).type) * real;
}

/** The reflections of the first operand, applied to the third from the left or the right. */
function reflected({ sizes, option }: MatrixCall): number {
  const [k] = sizes(1);
  const [rows, columns] = sizes(2);
  const isRight = option('side') === codeOf('R') || option('left') === 0;
  return isRight ? lapack.reflectedFlops(columns, rows, k) : lapack.reflectedFlops(rows, columns, k);
}

function vectorsOf({ option }: MatrixCall): lapack.Vectors {
  if (option('mode') === NONE || option('compute_uv') === 0) return 'none';
  const isThin = option('mode') === codeOf('S') || option('full_matrices') === 0 || option('econ') === 1;
  return isThin ? 'thin' : 'all';
}
