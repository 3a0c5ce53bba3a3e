/** Floating-point operations of a call for each matrix of `m` rows and `n` columns. */
import { product, lastOf } from '@shardform/ir-core';
type MatrixFlops = (m: number, n: number) => number;

const smaller = Math.min;

/** The usual counts of LAPACK's algorithms (LAPACK Working Note 41), with vectors where there are some. */
const ALGORITHMS: Readonly<Record<string, MatrixFlops>> = {
  potrf: (n) => n ** 3 / 3,
  trsm: (m, n) => m * m * n,
  getrf: (m, n) => 2 * smaller(m, n) ** 2 * (Math.max(m, n) - smaller(m, n) / 3),
  getrs: (m, n) => 2 * m * m * n,
  geqrf: (m, n) => 2 * smaller(m, n) ** 2 * (Math.max(m, n) - smaller(m, n) / 3),
  geqp3: (m, n) => 2 * smaller(m, n) ** 2 * (Math.max(m, n) - smaller(m, n) / 3),
  orgqr: (m, n) => 2 * smaller(m, n) ** 2 * (Math.max(m, n) - smaller(m, n) / 3),
  ormqr: (m, n) => 4 * m * n * smaller(m, n),
  gesdd: (m, n) => 4 * m * m * n + 8 * m * n * n + 9 * n ** 3,
  syevd: (n) => 9 * n ** 3,
  geev: (n) => 25 * n ** 3,
  gees: (n) => 25 * n ** 3,
  gehrd: (n) => (10 / 3) * n ** 3,
  sytrd: (n) => (4 / 3) * n ** 3,
  gtsv: (m, n) => 8 * m * n,
};

/** The algorithm of each target: LAPACK's names as JAX uses them on CPUs, and those of its calls on GPUs and TPUs. */
const TARGETS: readonly (readonly [RegExp, keyof typeof ALGORITHMS])[] = [
  [/potrf|^cholesky$/i, 'potrf'],
  [/trsm|^triangularsolve$/i, 'trsm'],
  [/getrf|ludecomposition|lu_pivots/i, 'getrf'],
  [/getrs/i, 'getrs'],
  [/geqp3/i, 'geqp3'],
  [/geqrf|^qr$|qrdecomposition/i, 'geqrf'],
  [/(or|un)gqr|^productofelementaryhouseholderreflectors$/i, 'orgqr'],
  [/(or|un)mqr/i, 'ormqr'],
  [/gesdd|gesvd|svd/i, 'gesdd'],
  [/syev|heev|^eigh$/i, 'syevd'],
  [/geev/i, 'geev'],
  [/gees|schur/i, 'gees'],
  [/gehrd/i, 'gehrd'],
  [/sytrd|hetrd/i, 'sytrd'],
  [/gtsv|tridiagonal/i, 'gtsv'],
];

/** Calls that move or mark their operands, or do something for each element. */
const SIMPLE =
  /^(Sharding|SPMDFullToShardShape|SPMDShardToFullShape|annotate_device_placement|xla\.sdy\..*|shape_assertion|PadToStatic|SliceToDynamic|.*threefry.*|CustomSPMDPartitioning|.*callback.*|LayoutConstraint|MoveToHost|MoveToDevice|AssumeGatherIndicesInBound|X64.*)$/i;

/**
 * Floating-point operations of a call of a known target.
 *
 * @param shape that of the first operand, `null` without one.
 * @param results elements of the results.
 * @returns `null` for unknown targets.
 */
export function customCallFlops(
  target: string,
  shapes: readonly (readonly number[])[],
  results: number,
): number | null {
  if (SIMPLE.test(target)) return results;
  const shape = shapes.at(0);
  if (/topk|approxtopk|partialreduce/i.test(target))
    return shape === undefined ? results : product(shape) * Math.max(1, Math.log2(shape.at(-1) ?? 1));
  const found = TARGETS.find(([pattern]) => pattern.test(target));
  if (found === undefined || shape === undefined || shape.length < 2) return null;
  // The number of right-hand sides is that of the last operand's columns.
  const columns = /trsm|getrs|gtsv/.test(found[1]) ? (lastOf(shapes).at(-1) ?? 1) : lastOf(shape);
  return product(shape.slice(0, -2)) * ALGORITHMS[found[1]](shape.at(-2)!, columns);
}
