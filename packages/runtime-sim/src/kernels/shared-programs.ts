import { checkInterruptAfter, floatDecodeTable, floatFormats } from '@shardform/ir-core';
import type { ArrayData } from '../array/array-kind.ts';
import type { KernelMemory } from '../memory/kernel-memory.ts';
import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import { wordOf } from '../wasm/scalar-lanes.ts';
import { VectorExpressions, type Vector } from '../wasm/vector-expression.ts';
import { moduleBytes } from '../wasm/wasm-module.ts';
import { mostBytes, RepeatedWork } from './repeated-work.ts';
import { SharedKernel, skipItems, taskItems, taskParameters } from './shared-kernel.ts';
import { loadSlot, storeSlot } from './slot-access.ts';
import { isNarrowKind, slotBytes, type SlotKind } from './slot-kind.ts';
import { rounded, vectorResult } from './vector-functions.ts';
import type { VectorProgram } from './vector-program.ts';

/** Inputs, outputs and what tasks are told beside them: as many as a task has arguments. */
const mostArrays = 56;

/** Vectors of a task at least. */
const taskVectors = 1 << 12;

/** Vectors times instructions between two checks of the interrupt: some milliseconds. */
const callWork = 1 << 23;

/** Vector programs on arrays of the memory that kernels share: each thread computes parts of the arrays where they are. */
export class SharedPrograms {
  readonly #memory: KernelMemory;
  readonly #programs = new RepeatedWork<SharedKernel>();

  private constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** Those of a memory. */
  static on(memory: KernelMemory): SharedPrograms {
    let programs = onMemory.get(memory);
    if (programs === undefined) onMemory.set(memory, (programs = new SharedPrograms(memory)));
    return programs;
  }

  /**
   * Computes a program.
   *
   * @param inputs of `count` elements, or of one that is repeated.
   * @returns false, when nothing was done, where an array lies elsewhere or the program has not computed enough to be compiled.
   */
  run(
    program: VectorProgram,
    inputs: readonly ArrayData[],
    results: readonly ArrayData[],
    count: number,
  ): boolean {
    if (inputs.length + results.length > mostArrays) return false;
    const addresses: number[] = [];
    const strides: number[] = [];
    const repeated: number[] = [];
    for (let i = 0; i < inputs.length; i += 1) {
      const { kind } = program.inputs[i];
      const isRepeated = inputs[i].length !== count;
      const address = isRepeated ? 4 * i : this.#memory.addressOf(inputs[i]);
      if (address === null) return false;
      if (isRepeated) repeated.push(i);
      addresses.push(address);
      strides.push(isRepeated ? 0 : 4 * slotBytes(kind));
    }
    for (let i = 0; i < results.length; i += 1) {
      const address = this.#memory.addressOf(results[i]);
      if (address === null) return false;
      addresses.push(address);
      strides.push(4 * slotBytes(program.outputs[i].kind));
    }
    const work = count * program.instructions.length;
    const compiled = this.#programs.find(program, repeated.join(), work, () =>
      this.#compile(program, strides),
    );
    if (compiled === null) return false;
    const words = new Int32Array(this.#memory.memory.buffer, 0, inputs.length);
    for (const i of repeated) words[i] = laneOf(program.inputs[i].kind, inputs[i]);
    this.#compute(compiled, addresses, strides, (count + 3) >> 2, program.instructions.length);
    return true;
  }

  #compute(
    kernel: SharedKernel,
    addresses: readonly number[],
    strides: readonly number[],
    vectors: number,
    instructions: number,
  ): void {
    const most = Math.max(taskVectors, Math.floor(callWork / instructions));
    for (let start = 0; start < vectors; start += most) {
      const count = Math.min(most, vectors - start);
      checkInterruptAfter(4 * count * instructions);
      const args = addresses.map((address, i) => address + start * strides[i]);
      kernel.compute(count, taskVectors, args);
    }
  }

  #compile(program: VectorProgram, strides: readonly number[]): SharedKernel | null {
    const f = taskFunction(program, strides);
    if (moduleBytes([f], true).length > mostBytes) return null;
    return SharedKernel.make(this.#memory, [f]);
  }
}

const onMemory = new WeakMap<KernelMemory, SharedPrograms>();

/** The lane of the only element of an array, as a word. */
function laneOf(kind: SlotKind, data: ArrayData): number {
  const value = Number(data[0]);
  if (kind === 'i1') return -value;
  if (kind === 'i32' || kind === 'ui32') return value;
  return wordOf(isNarrowKind(kind) ? floatDecodeTable(floatFormats[kind])[value] : value);
}

/**
 * A task of vectors, whose arguments are the addresses of inputs and outputs.
 *
 * @param strides bytes between the vectors of the inputs and outputs; 0 for the lane of an element that is repeated.
 */
function taskFunction(
  { inputs, instructions, outputs }: VectorProgram,
  strides: readonly number[],
): FunctionBuilder {
  const f = new FunctionBuilder(taskName, taskParameters + strides.length);
  const addresses = strides.map((_, i): Local => taskParameters + i);
  const e = new VectorExpressions(f);
  const [first, left] = taskItems(f);
  strides.forEach((stride, i) => {
    if (stride > 0) skipItems(f, addresses[i], first, stride);
  });
  const lanes = new Map<number, Vector>();
  inputs.forEach((_, i) => {
    if (strides[i] > 0) return;
    const lane = f.local('v128');
    f.get(addresses[i]);
    f.memory('v128.load32_splat');
    f.set(lane);
    lanes.set(i, e.read(lane));
  });
  f.loop((repeat) => {
    const values = new Map<number, Vector>();
    inputs.forEach(({ slot, kind }, i) => {
      values.set(slot, lanes.get(i) ?? e.keep(loadSlot(f, kind, addresses[i])));
    });
    const valueOf = (slot: number): Vector => {
      const value = values.get(slot);
      if (value === undefined) throw new Error(`slot ${slot} is read before it is computed`);
      return value;
    };
    for (const { name, operands, result, format } of instructions) {
      const value = vectorResult(name, e, operands.map(valueOf));
      values.set(result, e.keep(format === undefined ? value : rounded(f, format, value)));
    }
    outputs.forEach(({ slot, kind }, i) => {
      storeSlot(f, kind, addresses[inputs.length + i], valueOf(slot));
    });
    strides.forEach((stride, i) => {
      if (stride > 0) f.advance(addresses[i], stride);
    });
    f.advance(left, -1);
    f.get(left);
    repeat();
  });
  return f;
}
