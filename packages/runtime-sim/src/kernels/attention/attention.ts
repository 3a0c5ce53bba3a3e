/** Sizes of attention. Tensors are in the order batch, head, sequence, depth. */
export interface AttentionShape {
  readonly batch: number;
  readonly heads: number;
  /** Each serves as many heads of queries. */
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  readonly depth: number;
  readonly valueDepth: number;
}

/** The scores that softmax is computed of. */
export interface AttentionMask {
  readonly scale: number;
  /** Whether a query sees only the keys up to its own position. */
  readonly isCausal: boolean;
  /** The number of keys up to its own that a query of causal attention sees; `null` for all. */
  readonly window: number | null;
  /** What is added to the scaled score of a query and a key. */
  readonly bias: ((batch: number, head: number, query: number, key: number) => number) | null;
}

/** Queries, keys and values. */
export interface AttentionInputs {
  readonly query: Float64Array;
  readonly key: Float64Array;
  readonly value: Float64Array;
}

/** The result of attention, and the logarithms of the sums of its rows. */
export interface AttentionOutput {
  readonly result: Float64Array;
  readonly logSums: Float64Array;
}

/** Computes `softmax(scale * query * key + bias) * value`, with the numbers of a program that writes it out in f64. */
export function attention(
  inputs: AttentionInputs,
  shape: AttentionShape,
  mask: AttentionMask,
): AttentionOutput {
  const { queries, valueDepth, keys } = shape;
  const result = new Float64Array(shape.batch * shape.heads * queries * valueDepth);
  const logSums = new Float64Array(shape.batch * shape.heads * queries);
  forEachRow(inputs, shape, mask, ({ row, kvRow, weights, logSum }) => {
    logSums[row] = logSum;
    for (let j = 0; j < keys; j += 1) {
      if (weights[j] === 0) continue;
      for (let d = 0; d < valueDepth; d += 1)
        result[row * valueDepth + d] += weights[j] * inputs.value[(kvRow + j) * valueDepth + d];
    }
  });
  return { result, logSums };
}

/** Returns the gradients of queries, keys and values by that of the result. */
export function attentionGradients(
  inputs: AttentionInputs,
  gradient: Float64Array,
  shape: AttentionShape,
  mask: AttentionMask,
): AttentionInputs {
  const { keys, depth, valueDepth } = shape;
  const query = new Float64Array(inputs.query.length);
  const key = new Float64Array(inputs.key.length);
  const value = new Float64Array(inputs.value.length);
  const ofWeights = new Float64Array(keys);
  forEachRow(inputs, shape, mask, ({ row, kvRow, weights }) => {
    let mean = 0;
    for (let j = 0; j < keys; j += 1) {
      let sum = 0;
      for (let d = 0; d < valueDepth; d += 1) {
        const own = gradient[row * valueDepth + d];
        sum += own * inputs.value[(kvRow + j) * valueDepth + d];
        value[(kvRow + j) * valueDepth + d] += weights[j] * own;
      }
      ofWeights[j] = sum;
      mean += weights[j] * sum;
    }
    for (let j = 0; j < keys; j += 1) {
      const ofScore = weights[j] * (ofWeights[j] - mean) * mask.scale;
      for (let d = 0; d < depth; d += 1) {
        query[row * depth + d] += ofScore * inputs.key[(kvRow + j) * depth + d];
        key[(kvRow + j) * depth + d] += ofScore * inputs.query[row * depth + d];
      }
    }
  });
  return { query, key, value };
}

interface Row {
  /** The number of the query, and that of the first key of its head. */
  readonly row: number;
  readonly kvRow: number;
  /** Of keys; 0 of those that it does not see. */
  readonly weights: Float64Array;
  readonly logSum: number;
}

function forEachRow(
  { query, key }: AttentionInputs,
  { batch, heads, kvHeads, queries, keys, depth }: AttentionShape,
  { scale, isCausal, window, bias }: AttentionMask,
  use: (row: Row) => void,
): void {
  const weights = new Float64Array(keys);
  for (let b = 0; b < batch; b += 1)
    for (let h = 0; h < heads; h += 1) {
      const kvRow = (b * kvHeads + Math.floor((h * kvHeads) / heads)) * keys;
      for (let i = 0; i < queries; i += 1) {
        const row = (b * heads + h) * queries + i;
        let most = -Infinity;
        for (let j = 0; j < keys; j += 1) {
          const isHidden = isCausal && (j > i || (window !== null && j <= i - window));
          let sum = 0;
          for (let d = 0; d < depth; d += 1) sum += query[row * depth + d] * key[(kvRow + j) * depth + d];
          weights[j] = isHidden ? -Infinity : scale * sum + (bias?.(b, h, i, j) ?? 0);
          most = Math.max(most, weights[j]);
        }
        let total = 0;
        for (let j = 0; j < keys; j += 1) total += weights[j] = Math.exp(weights[j] - most);
        for (let j = 0; j < keys; j += 1) weights[j] /= total;
        use({ row, kvRow, weights, logSum: most + Math.log(total) });
      }
    }
}
