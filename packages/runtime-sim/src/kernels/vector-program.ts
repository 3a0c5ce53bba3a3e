import { checkInterruptAfter } from '@shardform/ir-core';
import type { ArrayData } from '../array/array-kind.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';
import { type VectorFunction, vectorFunctions } from './vector-functions.ts';

/** The type of a slot: f32, or truth values, which are stored as bytes. */
export type SlotKind = 'f32' | 'i1';

/** One step: a function of slots into a slot. */
export interface VectorInstruction {
  readonly name: VectorFunction;
  readonly operands: readonly number[];
  readonly result: number;
}

/** Something read before, or written after, the instructions. */
export interface SlotUse {
  readonly slot: number;
  readonly kind: SlotKind;
}

/**
 * Elementwise functions that follow each other, on arrays of one length. Slots are numbered from 0; each holds a chunk of an
 * array, so that what one function hands to the next stays in the cache.
 */
export interface VectorProgram {
  readonly slots: number;
  readonly inputs: readonly SlotUse[];
  readonly instructions: readonly VectorInstruction[];
  readonly outputs: readonly SlotUse[];
}

/** Elements of a chunk. A few slots of chunks fit the first-level cache, many the second. */
const chunkLength = 1024;
const slotBytes = 4 * chunkLength;

/** Address of a slot. Before the first one there is room for a chunk of bytes. */
function addressOf(slot: number): number {
  return (slot + 1) * slotBytes;
}

/** Runs vector programs in WebAssembly. */
export class VectorMachine {
  readonly #module: KernelModule;
  #floats: Float32Array;
  #bytes: Uint8Array;

  /** `null` where there is no WebAssembly with vectors. */
  static make(): VectorMachine | null {
    const [first, ...others] = vectorFunctions();
    let module = instantiate(first);
    for (const functions of others) {
      const more = module === null ? null : instantiate(functions, module.memory);
      module =
        module === null || more === null ? null : { ...module, call: { ...module.call, ...more.call } };
    }
    return module === null ? null : new VectorMachine(module);
  }

  private constructor(module: KernelModule) {
    this.#module = module;
    this.#floats = new Float32Array(module.memory.buffer);
    this.#bytes = new Uint8Array(module.memory.buffer);
  }

  /**
   * Computes the outputs of `program` for arrays of `count` elements: f32 in `Float32Array`, truth values in
   * `Uint8Array` as 0 or 1. An input of one element is broadcast.
   */
  run(program: VectorProgram, inputs: readonly ArrayData[], count: number): ArrayData[] {
    const { slots, instructions, outputs } = program;
    this.#reserve((slots + 1) * slotBytes);
    const results = outputs.map(({ kind }) =>
      kind === 'f32' ? new Float32Array(count) : new Uint8Array(count),
    );
    const { call } = this.#module;
    for (let start = 0; start < count; start += chunkLength) {
      const length = Math.min(chunkLength, count - start);
      checkInterruptAfter(length * instructions.length);
      const vectors = (length + 3) >> 2;
      for (let i = 0; i < inputs.length; i += 1) {
        const { slot, kind } = program.inputs[i];
        const data = inputs[i];
        if (data.length === count) this.#read(data, start, length, vectors, slot, kind);
        else if (start === 0) this.#repeat(Number(data[0]), Math.min(count, chunkLength), slot, kind);
      }
      for (const { name, operands, result } of instructions) {
        const [x, y, z] = operands;
        const [from, to] = [addressOf(x), addressOf(result)];
        if (operands.length > 2) call[name](from, addressOf(y), addressOf(z), to, vectors);
        else if (operands.length > 1) call[name](from, addressOf(y), to, vectors);
        else call[name](from, to, vectors);
      }
      for (let i = 0; i < results.length; i += 1) {
        this.#write(results[i], start, length, vectors, outputs[i].slot);
      }
    }
    return results;
  }

  #read(data: ArrayData, start: number, length: number, vectors: number, slot: number, kind: SlotKind): void {
    if (kind === 'f32') {
      // The kind tells the array's class.
      this.#floats.set(data.subarray(start, start + length) as Float32Array, addressOf(slot) / 4);
    } else {
      // The kind tells the array's class.
      this.#bytes.set(data.subarray(start, start + length) as Uint8Array);
      this.#module.call.expand(0, addressOf(slot), vectors);
    }
  }

  #repeat(value: number, length: number, slot: number, kind: SlotKind): void {
    const at = addressOf(slot);
    if (kind === 'f32') this.#floats.fill(value, at / 4, at / 4 + length);
    else this.#bytes.fill(value === 0 ? 0 : 255, at, at + 4 * length);
  }

  #write(
    result: Float32Array | Uint8Array,
    start: number,
    length: number,
    vectors: number,
    slot: number,
  ): void {
    if (result instanceof Float32Array) {
      const at = addressOf(slot) / 4;
      result.set(this.#floats.subarray(at, at + length), start);
    } else {
      this.#module.call.narrow(addressOf(slot), 0, vectors);
      result.set(this.#bytes.subarray(0, length), start);
    }
  }

  #reserve(bytes: number): void {
    const { memory } = this.#module;
    ensureMemory(memory, bytes);
    if (this.#floats.buffer === memory.buffer) return;
    this.#floats = new Float32Array(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }
}

let machine: VectorMachine | null | undefined;

/** Returns the vector machine of this thread, created on first use; `null` without WebAssembly SIMD. */
export function vectorMachine(): VectorMachine | null {
  return (machine ??= machine === undefined ? VectorMachine.make() : null);
}
