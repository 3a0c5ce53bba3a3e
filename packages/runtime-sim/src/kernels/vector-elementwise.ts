import type { ArrayData } from '../array/array-kind.ts';
import type { VectorFunction } from './vector-functions.ts';
import { type SlotKind, vectorMachine, type VectorProgram } from './vector-program.ts';

/** Below this many elements a loop is done before a vector program has begun. */
const fewElements = 128;

const programs = new Map<VectorFunction, VectorProgram>();

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
  const machine = count < fewElements ? null : vectorMachine();
  if (machine === null) return null;
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
