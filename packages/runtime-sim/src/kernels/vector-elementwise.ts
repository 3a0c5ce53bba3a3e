import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { floatOf, scalarLanes, wordOf } from '../wasm/scalar-lanes.ts';
import { isSlotKind, type SlotKind } from './slot-kind.ts';
import {
  applyComposed,
  type ComposedFunction,
  isComposed,
  roundingOf,
  type VectorFunction,
} from './vector-functions.ts';
import { vectorFunction } from './vector-names.ts';
import { vectorMachine, type VectorProgram } from './vector-program.ts';

/** Below this many elements a loop is done before a vector program has begun. */
const fewElements = 128;

/** Below this many elements the lanes are computed one by one. */
const fewScalars = 2;

/** By the function and the kinds of its operands and of its result. */
const programs = new Map<string, VectorProgram>();

/** One function of many instructions, with the same bits in vector code and without. */
export function computeComposed(name: ComposedFunction, data: Float32Array): ArrayData {
  if (data.length >= fewScalars) {
    const vectors = computeVectors(name, [data], ['f32'], 'f32');
    if (vectors !== null) return vectors;
  }
  return data.map((x) => floatOf(applyComposed(name, scalarLanes, wordOf(x))));
}

/**
 * One operation of StableHLO, or one direction of a comparison, on arrays of one kind and length; `null` as below, and where it has
 * no vector function.
 */
export function computeOperation(
  operation: string,
  kind: ArrayKind,
  operands: readonly ArrayData[],
  result: SlotKind | null = null,
): ArrayData | null {
  if (!isSlotKind(kind)) return null;
  const name = vectorFunction(operation, kind);
  if (name === null) return null;
  const kinds = operands.map(() => kind);
  return computeVectors(name, operands, kinds, result ?? kind);
}

/**
 * One elementwise function of arrays of one length; `null` where there are too few elements or no WebAssembly with vectors,
 * and the caller's own loop is to be used.
 */
export function computeVectors(
  name: VectorFunction,
  operands: readonly ArrayData[],
  kinds: readonly SlotKind[],
  result: SlotKind,
): ArrayData | null {
  const count = operands[0].length;
  const machine = count < fewElements && !isComposed(name) ? null : vectorMachine();
  if (machine === null || count === 0) return null;
  const key = `${name} ${kinds.join()} ${result}`;
  let program = programs.get(key);
  if (program === undefined) {
    const slots = operands.map((_, slot) => slot);
    program = {
      slots: slots.length + 1,
      inputs: slots.map((slot) => ({ slot, kind: kinds[slot] })),
      instructions: [{ name, operands: slots, result: slots.length, ...roundingOf(name, result) }],
      outputs: [{ slot: slots.length, kind: result }],
    };
    programs.set(key, program);
  }
  return machine.run(program, operands, count)[0];
}
