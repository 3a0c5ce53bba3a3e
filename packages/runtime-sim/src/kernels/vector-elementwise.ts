import type { ArrayData } from '../array/array-kind.ts';
import { floatOf, scalarLanes, wordOf } from '../wasm/scalar-lanes.ts';
import { applyComposed, type ComposedFunction, isComposed, type VectorFunction } from './vector-functions.ts';
import { type SlotKind, vectorMachine, type VectorProgram } from './vector-program.ts';

/** Below this many elements a loop is done before a vector program has begun. */
const fewElements = 128;

/** Below this many elements the lanes are computed one by one. */
const fewScalars = 2;

const programs = new Map<VectorFunction, VectorProgram>();

/** One function of many instructions, with the same bits in vector code and without. */
export function computeComposed(name: ComposedFunction, data: Float32Array): ArrayData {
  if (data.length >= fewScalars) {
    const vectors = computeVectors(name, [data], ['f32'], 'f32');
    if (vectors !== null) return vectors;
  }
  return data.map((x) => floatOf(applyComposed(name, scalarLanes, wordOf(x))));
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
  let program = programs.get(name);
  if (program === undefined) {
    const slots = operands.map((_, slot) => slot);
    program = {
      slots: slots.length + 1,
      inputs: slots.map((slot) => ({ slot, kind: kinds[slot] })),
      instructions: [{ name, operands: slots, result: slots.length }],
      outputs: [{ slot: slots.length, kind: result }],
    };
    programs.set(name, program);
  }
  return machine.run(program, operands, count)[0];
}
