import { checkInterruptAfter } from '@shardform/ir-core';
import type { ArrayData } from '../array/array-kind.ts';
import { type CompiledProgram, CompiledPrograms } from './compiled-program.ts';
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

/** Elements of a chunk: those of all slots fit the second-level cache, of a few the first-level one. */
function chunkLengthFor(slots: number): number {
  return 2 ** Math.max(10, Math.min(13, Math.floor(15 - Math.log2(slots))));
}

/** Where the chunks of slots lie in the memory. Before the first one there is room for one of bytes. */
interface Layout {
  readonly length: number;
  readonly addressOf: (slot: number) => number;
}

function layoutOf(slots: number): Layout {
  const length = chunkLengthFor(slots);
  return { length, addressOf: (slot) => 4 * length * (slot + 1) };
}

/** Runs vector programs in WebAssembly. */
export class VectorMachine {
  readonly #module: KernelModule;
  readonly #compiled: CompiledPrograms;
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
    this.#compiled = new CompiledPrograms(module.memory);
    this.#floats = new Float32Array(module.memory.buffer);
    this.#bytes = new Uint8Array(module.memory.buffer);
  }

  /**
   * Computes the outputs of `program` for arrays of `count` elements: f32 in `Float32Array`, truth values in
   * `Uint8Array` as 0 or 1. An input of one element is broadcast.
   */
  run(program: VectorProgram, inputs: readonly ArrayData[], count: number): ArrayData[] {
    const compiled = this.#compiled.find(program, count);
    const results = program.outputs.map(({ kind }) =>
      kind === 'f32' ? new Float32Array(count) : new Uint8Array(count),
    );
    if (compiled === null) this.#interpret(program, inputs, results, count);
    else this.#execute(compiled, program, inputs, results, count);
    return results;
  }

  #interpret(
    program: VectorProgram,
    inputs: readonly ArrayData[],
    results: readonly (Float32Array | Uint8Array)[],
    count: number,
  ): void {
    const { slots, instructions, outputs } = program;
    const { length: chunk, addressOf } = this.#reserve(slots);
    const { call } = this.#module;
    for (let start = 0; start < count; start += chunk) {
      const length = Math.min(chunk, count - start);
      checkInterruptAfter(length * instructions.length);
      const vectors = (length + 3) >> 2;
      for (let i = 0; i < inputs.length; i += 1) {
        const { slot, kind } = program.inputs[i];
        const at = addressOf(slot);
        if (inputs[i].length !== count) {
          if (start === 0) this.#repeat(Number(inputs[i][0]), 4 * Math.min(count, chunk), at, kind);
        } else if (kind === 'f32') {
          this.#read(inputs[i], start, length, at, kind);
        } else {
          this.#read(inputs[i], start, length, 0, kind);
          call.expand(0, at, vectors);
        }
      }
      for (const { name, operands, result } of instructions) {
        const [x, y, z] = operands;
        const [from, to] = [addressOf(x), addressOf(result)];
        if (operands.length > 2) call[name](from, addressOf(y), addressOf(z), to, vectors);
        else if (operands.length > 1) call[name](from, addressOf(y), to, vectors);
        else call[name](from, to, vectors);
      }
      for (let i = 0; i < results.length; i += 1) {
        const { slot, kind } = outputs[i];
        const at = addressOf(slot);
        if (kind === 'i1') call.narrow(at, 0, vectors);
        this.#write(results[i], start, length, kind === 'i1' ? 0 : at);
      }
    }
  }

  /** The same with code of the program's own, for which inputs and outputs have slots. */
  #execute(
    compiled: CompiledProgram,
    { inputs: uses, instructions, outputs }: VectorProgram,
    inputs: readonly ArrayData[],
    results: readonly (Float32Array | Uint8Array)[],
    count: number,
  ): void {
    const { length: chunk, addressOf } = this.#reserve(uses.length + outputs.length);
    const addresses = [...uses, ...outputs].map((_, i) => addressOf(i));
    for (let start = 0; start < count; start += chunk) {
      const length = Math.min(chunk, count - start);
      checkInterruptAfter(length * instructions.length);
      for (let i = 0; i < inputs.length; i += 1) {
        const { kind } = uses[i];
        if (inputs[i].length === count) this.#read(inputs[i], start, length, addresses[i], kind);
        else if (start === 0) {
          const value = Number(inputs[i][0]);
          const size = Math.min(count, chunk);
          if (kind === 'f32') this.#repeat(value, 4 * size, addresses[i], kind);
          else this.#bytes.fill(value, addresses[i], addresses[i] + size);
        }
      }
      compiled(...addresses, (length + 3) >> 2);
      for (let i = 0; i < results.length; i += 1) {
        this.#write(results[i], start, length, addresses[inputs.length + i]);
      }
    }
  }

  #read(data: ArrayData, start: number, length: number, at: number, kind: SlotKind): void {
    const part = length === data.length ? data : data.subarray(start, start + length);
    // The kind tells the array's class.
    if (kind === 'f32') this.#floats.set(part as Float32Array, at / 4);
    else this.#bytes.set(part as Uint8Array, at); // As above.
  }

  /** Fills a slot with a number, or with a mask. */
  #repeat(value: number, bytes: number, at: number, kind: SlotKind): void {
    if (kind === 'f32') this.#floats.fill(value, at / 4, (at + bytes) / 4);
    else this.#bytes.fill(value === 0 ? 0 : 255, at, at + bytes);
  }

  #write(result: Float32Array | Uint8Array, start: number, length: number, at: number): void {
    if (result instanceof Float32Array) result.set(this.#floats.subarray(at / 4, at / 4 + length), start);
    else result.set(this.#bytes.subarray(at, at + length), start);
  }

  /** Makes room for slots. */
  #reserve(slots: number): Layout {
    const { memory } = this.#module;
    const layout = layoutOf(slots);
    ensureMemory(memory, layout.addressOf(slots));
    if (this.#floats.buffer !== memory.buffer) {
      this.#floats = new Float32Array(memory.buffer);
      this.#bytes = new Uint8Array(memory.buffer);
    }
    return layout;
  }
}

let machine: VectorMachine | null | undefined;

/** Returns the vector machine of this thread, created on first use; `null` without WebAssembly SIMD. */
export function vectorMachine(): VectorMachine | null {
  return (machine ??= machine === undefined ? VectorMachine.make() : null);
}
