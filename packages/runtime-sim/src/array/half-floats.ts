import { encodeNarrowFloat, floatDecodeTable, floatFormats } from '@shardform/ir-core';

/**
 * Runs of doubles rounded to bf16 and f16, several times faster than one by one.
 *
 * Each is first rounded to f32, in bulk, and then from the f32's bits. Every number half-way between two results is an
 * f32, so the f32 is on the same side of it as the double, unless the f32 is that number itself: only then the double
 * decides, and rounding twice is rounding once.
 */

const runLength = 2048;

interface Scratch {
  readonly floats: Float32Array;
  readonly bits: Int32Array;
}

let scratch: Scratch | undefined;

function runScratch(): Scratch {
  if (scratch === undefined) {
    const floats = new Float32Array(runLength);
    scratch = { floats, bits: new Int32Array(floats.buffer) };
  }
  return scratch;
}

/** Writes the bf16 patterns of the first `count` of `source` to `target` from `start` on. */
export function encodeBf16(source: Float64Array, count: number, target: Uint16Array, start: number): void {
  const { floats, bits } = runScratch();
  for (let done = 0; done < count; done += runLength) {
    const length = Math.min(runLength, count - done);
    floats.set(source.subarray(done, done + length));
    for (let i = 0; i < length; i += 1) {
      const pattern = bits[i];
      target[start + done + i] =
        (pattern & 0x7fffffff) > 0x7f800000 ||
        ((pattern & 0xffff) === 0x8000 && floats[i] !== source[done + i])
          ? encodeNarrowFloat(floatFormats.bf16, source[done + i])
          : (pattern + 0x7fff + ((pattern >> 16) & 1)) >> 16;
    }
  }
}

/** Rounds the first `count` of `values` to bf16 in place. */
export function roundToBf16(values: Float64Array, count: number): void {
  const { floats, bits } = runScratch();
  for (let done = 0; done < count; done += runLength) {
    const length = Math.min(runLength, count - done);
    floats.set(values.subarray(done, done + length));
    for (let i = 0; i < length; i += 1) {
      const pattern = bits[i];
      bits[i] =
        (pattern & 0x7fffffff) > 0x7f800000 ||
        ((pattern & 0xffff) === 0x8000 && floats[i] !== values[done + i])
          ? encodeNarrowFloat(floatFormats.bf16, values[done + i]) << 16
          : (pattern + 0x7fff + ((pattern >> 16) & 1)) & -0x10000;
    }
    values.set(length === runLength ? floats : floats.subarray(0, length), done);
  }
}

/** Writes the f16 patterns of the first `count` of `source` to `target` from `start` on. */
export function encodeF16(source: Float64Array, count: number, target: Uint16Array, start: number): void {
  const { floats, bits } = runScratch();
  for (let done = 0; done < count; done += runLength) {
    const length = Math.min(runLength, count - done);
    floats.set(source.subarray(done, done + length));
    for (let i = 0; i < length; i += 1) {
      const pattern = bits[i];
      const magnitude = pattern & 0x7fffffff;
      // In range are the normal numbers of f16 below 2^16; both exponents differ by 112.
      target[start + done + i] =
        magnitude < 0x38800000 ||
        magnitude >= 0x47800000 ||
        ((magnitude & 0x1fff) === 0x1000 && floats[i] !== source[done + i])
          ? encodeNarrowFloat(floatFormats.f16, source[done + i])
          : ((pattern >> 16) & 0x8000) | ((magnitude + 0xfff + ((magnitude >> 13) & 1) - 0x38000000) >> 13);
    }
  }
}

/** Rounds the first `count` of `values` to f16 in place. */
export function roundToF16(values: Float64Array, count: number): void {
  const { floats, bits } = runScratch();
  for (let done = 0; done < count; done += runLength) {
    const length = Math.min(runLength, count - done);
    floats.set(values.subarray(done, done + length));
    for (let i = 0; i < length; i += 1) {
      const pattern = bits[i];
      const magnitude = pattern & 0x7fffffff;
      // From 65520 on, half-way from the largest number to 2^16, results are infinite.
      if (
        (magnitude < 0x38800000 && magnitude !== 0) ||
        magnitude >= 0x477ff000 ||
        ((magnitude & 0x1fff) === 0x1000 && floats[i] !== values[done + i])
      ) {
        floats[i] = floatDecodeTable(floatFormats.f16)[encodeNarrowFloat(floatFormats.f16, values[done + i])];
      } else {
        bits[i] = (pattern + 0xfff + ((pattern >> 13) & 1)) & -0x2000;
      }
    }
    values.set(length === runLength ? floats : floats.subarray(0, length), done);
  }
}
