import { ReduceWindowOp } from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType } from '@shardform/ir-core';

/** XLA splits a running reduction into blocks of so many elements. */
const BLOCK = 16;

/** An operation that a running reduction is split into; each reads the result of the one before. */
export interface ScanStep {
  readonly kind: string;
  readonly shape: readonly number[];
  /** True if the result is needed again at the end. */
  readonly isKept: boolean;
}

/**
 * Returns the steps of a reduction of windows that reach from each element to the beginning or the end: within blocks,
 * then over the blocks' last elements, until one block is left; all are added in the end. `null` for other operations,
 * and for one block.
 */
export function windowScan(op: Operation): readonly ScanStep[] | null {
  if (!(op instanceof ReduceWindowOp) || op.results.length !== 1) return null;
  const type = op.results[0].type;
  if (!(type instanceof RankedTensorType)) return null;
  const sizes = op.windowDimensions.numbers();
  const wide = sizes.flatMap((size, d) => (size > 1 ? [d] : []));
  const strides = op.windowStrides?.numbers() ?? [];
  if (wide.length !== 1 || strides.some((stride) => stride !== 1)) return null;
  const [dim] = wide;
  const length = type.shape[dim];
  const isRunning = sizes[dim] === length && op.inputs[0].type.shape[dim] === length;
  if (!isRunning || length <= BLOCK) return null;
  const others = type.shape.filter((_, d) => d !== dim);
  const steps: ScanStep[] = [];
  let left = length;
  while (left > BLOCK) {
    const blocks = Math.ceil(left / BLOCK);
    const isCopied = steps.length > 0 || dim !== sizes.length - 1 || left % BLOCK !== 0;
    if (isCopied)
      steps.push({
        kind: steps.length === 0 ? 'transpose' : 'stablehlo.slice',
        shape: [...others, blocks, BLOCK],
        isKept: false,
      });
    steps.push({ kind: 'stablehlo.reduce_window', shape: [...others, blocks, BLOCK], isKept: true });
    left = blocks;
  }
  steps.push({ kind: 'stablehlo.slice', shape: [...others, left], isKept: false });
  steps.push({ kind: 'stablehlo.reduce_window', shape: [...others, left + 1], isKept: true });
  return steps;
}
