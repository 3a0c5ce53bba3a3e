import { type ArrayKind, arrayOf, type NdArray } from '@shardform/runtime-sim';

/** Returns the text of a tensor type. */
export function typeOf(kind: string, shape: readonly number[]): string {
  return `tensor<${[...shape, kind].join('x')}>`;
}

/** Returns the numbers as elements of any kind, again from the first where they are too few. */
export function filled(kind: ArrayKind, shape: readonly number[], numbers: readonly number[]): NdArray {
  const count = shape.reduce((product, size) => product * size, 1);
  const elements = Array.from({ length: count }, (_, i) => numbers[i % numbers.length]!);
  return kind === 'i64' || kind === 'ui64'
    ? arrayOf(kind, shape, elements.map(BigInt))
    : arrayOf(kind, shape, elements);
}
