import { arrayOf, type CustomCall, isArray, type NdArray } from '@shardform/runtime-sim';

/** Sizes of queries, and of the keys that they see. */
interface Sizes {
  readonly rows: number;
  readonly queries: number;
  readonly heads: number;
  readonly width: number;
  readonly keys: number;
  readonly groups: number;
}

/** Attention by its definition, without a mask: the calls of cuDNN, pair by pair of tokens. */
export const attentionKernels: ReadonlyMap<string, CustomCall> = new Map<string, CustomCall>([
  ['__cudnn$fmhaSoftmax', (inputs) => forward(inputs.filter(isArray))],
  ['__cudnn$fmhaSoftmaxBackward', (inputs) => backward(inputs.filter(isArray))],
]);

function sizesOf(query: NdArray, key: NdArray): Sizes {
  const [rows, queries, heads, width] = query.shape;
  return {
    rows: rows,
    queries: queries,
    heads: heads,
    width: width,
    keys: key.shape[1],
    groups: key.shape[2],
  };
}

/** Calls a function for each head of each query, with the place of its width and of that of a key. */
function eachQuery(
  { rows, queries, heads, width, keys, groups }: Sizes,
  visit: (at: number, sum: number, keyAt: (token: number) => number) => void,
): void {
  for (let row = 0; row < rows; row += 1)
    for (let token = 0; token < queries; token += 1)
      for (let head = 0; head < heads; head += 1) {
        const group = Math.floor((head * groups) / heads);
        visit(
          ((row * queries + token) * heads + head) * width,
          (row * heads + head) * queries + token,
          (other) => ((row * keys + other) * groups + group) * width,
        );
      }
}

const numbers = ({ data }: NdArray): Float32Array => data as Float32Array;

function dot(x: Float32Array, at: number, y: Float32Array, other: number, width: number): number {
  let sum = 0;
  for (let i = 0; i < width; i += 1) sum += x[at + i] * y[other + i];
  return sum;
}

function forward([query, key, value]: readonly NdArray[]): readonly NdArray[] {
  const sizes = sizesOf(query, key);
  const { rows, queries, heads, width, keys } = sizes;
  const [q, k, v] = [query, key, value].map(numbers);
  const result = new Float32Array(q.length);
  const sums = new Float32Array(rows * heads * queries);
  eachQuery(sizes, (at, sum, keyAt) => {
    const scores = Array.from({ length: keys }, (_, i) => dot(q, at, k, keyAt(i), width) / Math.sqrt(width));
    sums[sum] = Math.log(scores.reduce((all, score) => all + Math.exp(score), 0));
    scores.forEach((score, i) => {
      for (let d = 0; d < width; d += 1) result[at + d] += Math.exp(score - sums[sum]) * v[keyAt(i) + d];
    });
  });
  return [arrayOf('f32', query.shape, [...result]), arrayOf('f32', [rows, heads, queries], [...sums])];
}

function backward([query, key, value, sums, result, gradient]: readonly NdArray[]): readonly NdArray[] {
  const sizes = sizesOf(query, key);
  const { width, keys } = sizes;
  const [q, k, v, logs, o, g] = [query, key, value, sums, result, gradient].map(numbers);
  const [ofQuery, ofKey, ofValue] = [q, k, v].map(({ length }) => new Float32Array(length));
  eachQuery(sizes, (at, sum, keyAt) => {
    const along = dot(g, at, o, at, width);
    for (let token = 0; token < keys; token += 1) {
      const other = keyAt(token);
      const weight = Math.exp(dot(q, at, k, other, width) / Math.sqrt(width) - logs[sum]);
      const slope = (weight * (dot(g, at, v, other, width) - along)) / Math.sqrt(width);
      for (let d = 0; d < width; d += 1) {
        ofValue[other + d] += weight * g[at + d];
        ofQuery[at + d] += slope * k[other + d];
        ofKey[other + d] += slope * q[at + d];
      }
    }
  });
  return [
    arrayOf('f32', query.shape, [...ofQuery]),
    arrayOf('f32', key.shape, [...ofKey]),
    arrayOf('f32', value.shape, [...ofValue]),
  ];
}
