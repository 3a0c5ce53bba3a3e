/**
 * `maximum` and `minimum` of f32 storage on its bit patterns, without branches on which operand wins: on unordered data
 * those mispredict every other time and cost most of the loop. A pattern with its lower bits inverted when negative orders as
 * IEEE 754-2019 does, -0 below 0; NaNs are looked for first.
 */

/** The larger of each pair, NaN where there is one. */
export function maximumF32(x: Int32Array, y: Int32Array, out: Int32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const a = x[i];
    const b = y[i];
    if ((a & 0x7fffffff) > 0x7f800000) {
      out[i] = a;
    } else if ((b & 0x7fffffff) > 0x7f800000) {
      out[i] = b;
    } else {
      const takeB = -Number((a ^ ((a >> 31) & 0x7fffffff)) < (b ^ ((b >> 31) & 0x7fffffff)));
      out[i] = a ^ ((a ^ b) & takeB);
    }
  }
}

/** The smaller of each pair, NaN where there is one. */
export function minimumF32(x: Int32Array, y: Int32Array, out: Int32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const a = x[i];
    const b = y[i];
    if ((a & 0x7fffffff) > 0x7f800000) {
      out[i] = a;
    } else if ((b & 0x7fffffff) > 0x7f800000) {
      out[i] = b;
    } else {
      const takeB = -Number((a ^ ((a >> 31) & 0x7fffffff)) > (b ^ ((b >> 31) & 0x7fffffff)));
      out[i] = a ^ ((a ^ b) & takeB);
    }
  }
}
