import type { ConvDimensions, DotDimensions } from '@shardform/dialect-stablehlo';

/** A permutation of dimensions that an operand has to be copied in; `null` where none is needed. */
export type Relayout = readonly number[] | null;

/** An operand of a contraction. */
export type Side = 'lhs' | 'rhs';

/**
 * Returns the layout in which an operand of a contraction is passed to a matrix-product library: batch dimensions
 * first, then the left operand's rows and the right operand's contracting dimensions. If each is a single dimension,
 * the last two may be swapped; otherwise the copy is of one matrix.
 *
 * @param permutation the order in which a preceding transpose presents the dimensions of `shape`.
 */
export function contractionRelayout(
  side: Side,
  dot: DotDimensions,
  shape: readonly number[],
  permutation: readonly number[] | null = null,
): Relayout {
  const batching = side === 'lhs' ? dot.lhsBatchingDimensions : dot.rhsBatchingDimensions;
  const contracting = side === 'lhs' ? dot.lhsContractingDimensions : dot.rhsContractingDimensions;
  const free = shape.map((_, d) => d).filter((d) => !batching.includes(d) && !contracting.includes(d));
  const source = (dims: readonly number[]): number[] => dims.map((d) => permutation?.[d] ?? d);
  const [b, n, c] = [source(batching), source(free), source(contracting)];
  const canonical = side === 'lhs' ? [...b, ...n, ...c] : [...b, ...c, ...n];
  const sizes = new Map(shape.map((size, d) => [permutation?.[d] ?? d, size]));
  const isInOrder = (dims: readonly number[]): boolean => {
    const long = dims.filter((d) => sizes.get(d) !== 1);
    return long.every((d, i) => i === 0 || d > long[i - 1]);
  };
  if (isInOrder(canonical)) return null;
  const swapped = side === 'lhs' ? [...b, ...c, ...n] : [...b, ...n, ...c];
  if (n.length <= 1 && c.length <= 1 && isInOrder(swapped)) return null;
  return canonical;
}

/** Returns the dimension orders that convolutions require of each of their tensors, relative to the present ones. */
export function convolutionRelayouts(dimensions: ConvDimensions): {
  readonly input: Relayout;
  readonly kernel: Relayout;
  readonly output: Relayout;
} {
  const {
    inputBatchDimension: inputBatch,
    inputSpatialDimensions: inputSpatial,
    inputFeatureDimension: inputFeature,
    kernelSpatialDimensions: kernelSpatial,
    kernelInputFeatureDimension: kernelInputFeature,
  } = dimensions;
  const {
    kernelOutputFeatureDimension: kernelOutputFeature,
    outputBatchDimension: outputBatch,
    outputSpatialDimensions: outputSpatial,
    outputFeatureDimension: outputFeature,
  } = dimensions;
  return {
    input: unlessInOrder([inputBatch, ...inputSpatial, inputFeature]),
    kernel: unlessInOrder([...kernelSpatial, kernelInputFeature, kernelOutputFeature]),
    output: unlessInOrder([outputBatch, ...outputSpatial, outputFeature]),
  };
}

function unlessInOrder(dims: readonly number[]): Relayout {
  return dims.every((d, i) => d === i) ? null : dims;
}
