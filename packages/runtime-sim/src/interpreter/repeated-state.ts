import { type Context, effectsOf, type Region } from '@shardform/ir-core';
import type { ArrayData } from '../array/index.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** Values of more bytes are not remembered. */
const MOST_BYTES = 4096;

/**
 * Detects infinite loops: a loop that returns to an earlier state never ends. By Brent's algorithm, the state after a
 * power of two of iterations is compared with those that follow.
 */
export class RepeatedState {
  #saved: readonly ArrayData[] | null = null;
  #rounds = 0;
  #nextSave = 1;

  /** Returns whether the values that a loop carries into a round are those of an earlier round. */
  sees(values: readonly RuntimeValue[]): boolean {
    const data = smallData(values);
    if (data === null) return false;
    if (this.#saved?.every((saved, i) => isSame(saved, data[i])) === true) return true;
    if (++this.#rounds === this.#nextSave) {
      this.#saved = data;
      this.#nextSave *= 2;
    }
    return false;
  }
}

/** Returns whether what regions compute depends on nothing but what they are given: same values in, same values out. */
export function isDeterministic(regions: readonly Region[], context: Context): boolean {
  return regions.every((region) =>
    region.blocks.every((block) =>
      [...block].every((op) => {
        // Operations without effect information may communicate, or read external input.
        if (op.definition.isTerminator) return true;
        const effects = effectsOf(op, context);
        if (effects === 'recursive') return isDeterministic(op.regions, context);
        return effects === 'none' || effects.length === 0;
      }),
    ),
  );
}

function smallData(values: readonly RuntimeValue[]): ArrayData[] | null {
  const found: ArrayData[] = [];
  let bytes = 0;
  for (const value of values) {
    if (value.kind === 'token') continue;
    if (!isArray(value)) return null;
    bytes += value.data.byteLength;
    if (bytes > MOST_BYTES) return null;
    found.push(value.data);
  }
  return found;
}

function isSame(a: ArrayData, b: ArrayData): boolean {
  if (a === b) return true;
  const [left, right] = [bytesIn(a), bytesIn(b)];
  return left.length === right.length && left.every((byte, i) => byte === right[i]);
}

function bytesIn({ buffer, byteOffset, byteLength }: ArrayData): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
