import type { FloatKind } from './element-kind.ts';

/** Names of the float types MLIR knows; the ones beyond `FloatKind` are no tensor element kinds here. */
export type FloatFormatName = FloatKind | 'tf32' | 'f80' | 'f128';

/**
 * The special values of a format, at its top exponent and as negative zero.
 * - `ieee`: the top exponent holds the infinities and NaNs.
 * - `fn`: no infinity; only the all-ones magnitude is NaN.
 * - `fnuz`: no infinity, no negative zero; the pattern of negative zero is the only NaN.
 * - `finite`: every pattern is a finite number.
 * - `exponent`: unsigned power of two, no zero; all ones is NaN.
 */
export type FloatSpecials = 'ieee' | 'fn' | 'fnuz' | 'finite' | 'exponent';

/** A binary floating-point format: sign, then exponent, then stored fraction, from the top bit down. */
export interface FloatFormat {
  readonly name: FloatFormatName;
  /** Bits of the whole pattern. */
  readonly width: number;
  /** Bits of the exponent field. */
  readonly exponentBits: number;
  /** Stored fraction bits, without the hidden bit. */
  readonly mantissaBits: number;
  /** Subtracted from the exponent field of a normal number. */
  readonly bias: number;
  readonly specials: FloatSpecials;
  /** Magnitude pattern of the largest finite number; 0 where the pattern exceeds 31 bits. */
  readonly maxFinite: number;
  /** Magnitude pattern of an overflowing result; 0 where the pattern exceeds 31 bits. */
  readonly overflow: number;
  /** Whole pattern of the quiet NaN an operation makes; 0 where the pattern exceeds 31 bits. */
  readonly quietNan: number;
}

function format(
  name: FloatFormatName,
  exponentBits: number,
  mantissaBits: number,
  bias: number,
  specials: FloatSpecials,
): FloatFormat {
  const signBits = specials === 'exponent' ? 0 : 1;
  const width = signBits + exponentBits + mantissaBits;
  const base = { name, width, exponentBits, mantissaBits, bias, specials };
  if (width > 32) return { ...base, maxFinite: 0, overflow: 0, quietNan: 0 };
  const allOnes = 2 ** (exponentBits + mantissaBits) - 1;
  const infinity = allOnes - (2 ** mantissaBits - 1);
  switch (specials) {
    case 'ieee':
      return {
        ...base,
        maxFinite: infinity - 1,
        overflow: infinity,
        quietNan: infinity + 2 ** (mantissaBits - 1),
      };
    case 'fn':
    case 'exponent':
      return { ...base, maxFinite: allOnes - 1, overflow: allOnes, quietNan: allOnes };
    case 'fnuz':
      return { ...base, maxFinite: allOnes, overflow: allOnes + 1, quietNan: allOnes + 1 };
    case 'finite':
      // No pattern is a NaN; a NaN becomes negative zero, as in ml_dtypes.
      return { ...base, maxFinite: allOnes, overflow: allOnes, quietNan: allOnes + 1 };
  }
}

/** The formats by name (LLVM APFloat semantics; OCP OFP8 and MX for the narrow ones). */
export const floatFormats: Readonly<Record<FloatFormatName, FloatFormat>> = {
  f4E2M1FN: format('f4E2M1FN', 2, 1, 1, 'finite'),
  f6E2M3FN: format('f6E2M3FN', 2, 3, 1, 'finite'),
  f6E3M2FN: format('f6E3M2FN', 3, 2, 3, 'finite'),
  f8E3M4: format('f8E3M4', 3, 4, 3, 'ieee'),
  f8E4M3: format('f8E4M3', 4, 3, 7, 'ieee'),
  f8E4M3FN: format('f8E4M3FN', 4, 3, 7, 'fn'),
  f8E4M3FNUZ: format('f8E4M3FNUZ', 4, 3, 8, 'fnuz'),
  f8E4M3B11FNUZ: format('f8E4M3B11FNUZ', 4, 3, 11, 'fnuz'),
  f8E5M2: format('f8E5M2', 5, 2, 15, 'ieee'),
  f8E5M2FNUZ: format('f8E5M2FNUZ', 5, 2, 16, 'fnuz'),
  f8E8M0FNU: format('f8E8M0FNU', 8, 0, 127, 'exponent'),
  bf16: format('bf16', 8, 7, 127, 'ieee'),
  f16: format('f16', 5, 10, 15, 'ieee'),
  tf32: format('tf32', 8, 10, 127, 'ieee'),
  f32: format('f32', 8, 23, 127, 'ieee'),
  f64: format('f64', 11, 52, 1023, 'ieee'),
  // x87 stores its integer bit; it is counted as exponent here so that the width comes out right.
  f80: format('f80', 16, 63, 16383, 'ieee'),
  f128: format('f128', 15, 112, 16383, 'ieee'),
};

/** Returns true if `text` names a float format, tensor element kind or not. */
export function isFloatFormatName(text: string): text is FloatFormatName {
  return Object.hasOwn(floatFormats, text);
}
