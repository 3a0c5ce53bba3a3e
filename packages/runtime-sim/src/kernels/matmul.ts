import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { matmulF32 } from './matmul-f32.ts';
import { matmulGeneric } from './matmul-generic.ts';
import type { MatmulSizes } from './matmul-generic.ts';
import { arithmeticOf, computeNumbers, numbersOf } from './matmul-numbers.ts';
import { multiplyBatch } from './matmul-simd.ts';
import { tileMachine } from './tile-machine.ts';

/**
 * Matrix products `[batch, m, k] x [batch, k, n]` into storage of `kind`, in order of increasing `k`: every product and
 * every sum is rounded or wrapped to `kind`, as in the StableHLO reference interpreter. In WebAssembly where that is to be
 * had and has the arithmetic, otherwise in JavaScript, with the same numbers.
 */
export function matmul(
  kind: ArrayKind,
  left: ArrayData,
  right: ArrayData,
  out: ArrayData,
  sizes: MatmulSizes,
): void {
  const arithmetic = arithmeticOf(kind);
  const { batch, m, n, k } = sizes;
  const products = batch * m * n * k;
  const machine = arithmetic === null || products === 0 ? null : tileMachine(arithmetic, products);
  if (machine === null) {
    new Uint8Array(out.buffer, out.byteOffset, out.byteLength).fill(0);
    matmulInJavaScript(kind, left, right, out, sizes);
    return;
  }
  const [lhs, rhs] = [numbersOf(kind, left), numbersOf(kind, right)];
  computeNumbers(kind, out, (sums) => multiplyBatch(machine, lhs, rhs, sums, sizes));
}

/** The same without WebAssembly, into zeroed storage. */
export function matmulInJavaScript(
  kind: ArrayKind,
  left: ArrayData,
  right: ArrayData,
  out: ArrayData,
  sizes: MatmulSizes,
): void {
  if (
    kind === 'f32' &&
    out instanceof Float32Array &&
    left instanceof Float32Array &&
    right instanceof Float32Array
  ) {
    const { batch, m, n, k } = sizes;
    for (let b = 0; b < batch; b += 1) {
      matmulF32(left, b * m * k, right, b * k * n, out, b * m * n, m, n, k);
    }
  } else {
    matmulGeneric(kind, left, right, out, sizes);
  }
}
