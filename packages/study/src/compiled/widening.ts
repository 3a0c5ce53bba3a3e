import { elementByteWidth, FloatType, RankedTensorType, type Value } from '@shardform/ir-core';
import type { MovedArray } from './compiled-collective.ts';
import { bytesOfElement } from './hlo-shapes.ts';
import type { InstructionOrigin } from './instruction-origin.ts';

/**
 * Returns the bytes of arrays over those of the same elements in the type that the program has for them. XLA for CPUs converts operands of
 * products to f32 before it partitions, and so gathers bf16 as f32; compilers for accelerators do not. Where the value is not known, its
 * elements are of the narrowest type on their way.
 *
 * @param origins of the arrays.
 * @param values of the arrays in the program; `null` where unknown.
 */
export function movedWidening(
  arrays: readonly MovedArray[],
  origins: readonly InstructionOrigin[],
  values: readonly (Value | null)[],
): number {
  let [sent, own] = [0, 0];
  for (const [i, { result, bytes }] of arrays.entries()) {
    const wide = bytesOfElement(result);
    const written = writtenBytes(values[i] ?? null) ?? Math.min(...floatBytes(origins[i]!), wide);
    sent += bytes;
    own += (bytes * Math.min(wide, written)) / wide;
  }
  return own === 0 ? 1 : sent / own;
}

/** The bytes of floating-point elements of each step from a value to its origin. */
function floatBytes({ steps }: InstructionOrigin): number[] {
  return steps.flatMap(({ instruction: { shape } }) =>
    shape.kind === 'array' && /^b?f/.test(shape.elementType) ? [bytesOfElement(shape)] : [],
  );
}

/** Returns the bytes of a floating-point element of a value of the program; `null` for other values, and where that is not known. */
export function writtenBytes(value: Value | null): number | null {
  if (!(value?.type instanceof RankedTensorType) || !(value.type.elementType instanceof FloatType))
    return null;
  return elementByteWidth(value.type.elementType);
}
