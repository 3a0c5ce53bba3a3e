import type { DimSplits } from '../problem/dim-splits.ts';
import type { SourceConstraint } from './constrain-values.ts';
import type { SourceValue } from './source-values.ts';

/**
 * Returns the constraints by which people keep activations split along the batch and nothing else, each to be tried alone: on the first
 * value with a batch, such as an embedding, from which propagation goes on, and on the one that the most layers have.
 *
 * @param values the largest first.
 * @param batch its size.
 * @param axes those along which it is split.
 */
export function batchConstraints(
  values: readonly SourceValue[],
  batch: number,
  axes: readonly number[],
): SourceConstraint[] {
  const own = values.filter(({ type }) => type.shape.length > 1 && type.shape[0] === batch);
  const rank = Math.max(0, ...own.map(({ type }) => type.shape.length));
  // Of fewer dimensions are indices and losses, and of more, heads.
  const activations = own.filter(({ type }) => type.shape.length === Math.min(rank, STREAM_RANK));
  const [first] = activations.toSorted((a, b) => a.values[0]! - b.values[0]!);
  const [most] = activations.filter(({ forward }) => forward > 1).toSorted((a, b) => b.forward - a.forward);
  return [...new Set([first, most])].flatMap((value) =>
    value === undefined ? [] : [{ value, splits: splitsOf(value, axes) }],
  );
}

/** Batch, sequence and width. */
const STREAM_RANK = 3;

function splitsOf({ type }: SourceValue, axes: readonly number[]): DimSplits {
  return type.shape.map((_, dim) => (dim === 0 ? axes : []));
}
