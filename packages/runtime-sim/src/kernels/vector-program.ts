import { checkInterruptAfter, floatDecodeTable, floatFormats } from '@shardform/ir-core';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { kernelMemory } from '../memory/kernel-memory.ts';
import { resultStorage } from '../memory/result-storage.ts';
import { type CompiledProgram, CompiledPrograms } from './compiled-program.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';
import { SharedPrograms } from './shared-programs.ts';
import { isNarrowKind, type NarrowKind, slotBytes, type SlotKind } from './slot-kind.ts';
import { type VectorFunction, vectorFunctions } from './vector-functions.ts';

/** One step: a function of slots into a slot. */
export interface VectorInstruction {
  readonly name: VectorFunction;
  readonly operands: readonly number[];
  readonly result: number;
  /** The format to which the result is rounded, if it is narrower than f32. */
  readonly format?: NarrowKind;
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

/** Views of the memory of the kernels, one for each class of arrays: copies between equal ones are the cheapest. */
interface MemoryViews {
  readonly floats: Float32Array;
  readonly words: Int32Array;
  readonly unsigned: Uint32Array;
  readonly halves: Uint16Array;
  readonly bytes: Uint8Array;
}

function viewsOf(buffer: ArrayBufferLike): MemoryViews {
  return {
    floats: new Float32Array(buffer),
    words: new Int32Array(buffer),
    unsigned: new Uint32Array(buffer),
    halves: new Uint16Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

/** Makes storage for a result. */
type StorageOfResult = (kind: ArrayKind, count: number) => ArrayData;

/** Runs vector programs in WebAssembly. */
export class VectorMachine {
  readonly #module: KernelModule;
  readonly #compiled: CompiledPrograms;
  #memory: MemoryViews;

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
    this.#memory = viewsOf(module.memory.buffer);
  }

  /**
   * Computes the outputs of `program` for arrays of `count` elements. An input of one element is broadcast.
   *
   * @param storageOf where an output gets its storage from.
   */
  run(
    program: VectorProgram,
    inputs: readonly ArrayData[],
    count: number,
    storageOf: (output: number) => StorageOfResult = () => resultStorage,
  ): ArrayData[] {
    const results = program.outputs.map(({ kind }, i) => storageOf(i)(kind, count));
    if (computedWhereTheyAre(program, inputs, results, count)) return results;
    const compiled = this.#compiled.find(program, count);
    if (compiled === null) this.#interpret(program, inputs, results, count);
    else this.#execute(compiled, program, inputs, results, count);
    return results;
  }

  #interpret(
    program: VectorProgram,
    inputs: readonly ArrayData[],
    results: readonly ArrayData[],
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
          if (start === 0) this.#repeatLane(inputs[i], Math.min(count, chunk), at, kind);
        } else if (slotBytes(kind) === 4) this.#read(inputs[i], start, length, at);
        else {
          this.#read(inputs[i], start, length, 0);
          call[`expand_${kind}`](0, at, vectors);
        }
      }
      for (const { name, operands, result, format } of instructions) {
        const [x, y, z] = operands;
        const [from, to] = [addressOf(x), addressOf(result)];
        if (operands.length > 2) call[name](from, addressOf(y), addressOf(z), to, vectors);
        else if (operands.length > 1) call[name](from, addressOf(y), to, vectors);
        else call[name](from, to, vectors);
        if (format !== undefined) call[`round_${format}`](to, vectors);
      }
      for (let i = 0; i < results.length; i += 1) {
        const { slot, kind } = outputs[i];
        const at = addressOf(slot);
        const isWhole = slotBytes(kind) === 4;
        if (!isWhole) call[`narrow_${kind}`](at, 0, vectors);
        this.#write(results[i], start, length, isWhole ? at : 0);
      }
    }
  }

  /** The same with code of the program's own, for which inputs and outputs have slots. */
  #execute(
    compiled: CompiledProgram,
    { inputs: uses, instructions, outputs }: VectorProgram,
    inputs: readonly ArrayData[],
    results: readonly ArrayData[],
    count: number,
  ): void {
    const { length: chunk, addressOf } = this.#reserve(uses.length + outputs.length);
    const addresses = [...uses, ...outputs].map((_, i) => addressOf(i));
    for (let start = 0; start < count; start += chunk) {
      const length = Math.min(chunk, count - start);
      checkInterruptAfter(length * instructions.length);
      for (let i = 0; i < inputs.length; i += 1) {
        if (inputs[i].length === count) this.#read(inputs[i], start, length, addresses[i]);
        else if (start === 0) {
          const view = this.#viewFor(inputs[i]);
          const at = addresses[i] / view.BYTES_PER_ELEMENT;
          view.fill(Number(inputs[i][0]), at, at + Math.min(count, chunk));
        }
      }
      compiled(...addresses, (length + 3) >> 2);
      for (let i = 0; i < results.length; i += 1) {
        this.#write(results[i], start, length, addresses[inputs.length + i]);
      }
    }
  }

  /** Copies elements as they are. */
  #read(data: ArrayData, start: number, length: number, at: number): void {
    const part = length === data.length ? data : data.subarray(start, start + length);
    const view = this.#viewFor(data);
    // The view has numbers of the same size.
    view.set(part as Float32Array, at / view.BYTES_PER_ELEMENT);
  }

  #write(result: ArrayData, start: number, length: number, at: number): void {
    const view = this.#viewFor(result);
    const from = at / view.BYTES_PER_ELEMENT;
    // As above.
    (result as Float32Array).set(view.subarray(from, from + length), start);
  }

  /** Fills a slot with the lane of an element. */
  #repeatLane(data: ArrayData, count: number, at: number, kind: SlotKind): void {
    const { floats, words } = this.#memory;
    const [from, to] = [at / 4, at / 4 + count];
    const value = Number(data[0]);
    if (kind === 'f32') floats.fill(value, from, to);
    else if (isNarrowKind(kind)) floats.fill(floatDecodeTable(floatFormats[kind])[value], from, to);
    else words.fill(kind === 'i1' ? -value : value, from, to);
  }

  #viewFor(data: ArrayData): MemoryViews[keyof MemoryViews] {
    const { floats, words, unsigned, halves, bytes } = this.#memory;
    if (data instanceof Float32Array) return floats;
    if (data instanceof Uint32Array) return unsigned;
    const size = data.BYTES_PER_ELEMENT;
    return size === 4 ? words : size === 2 ? halves : bytes;
  }

  /** Makes room for slots. */
  #reserve(slots: number): Layout {
    const { memory } = this.#module;
    const layout = layoutOf(slots);
    ensureMemory(memory, layout.addressOf(slots));
    if (this.#memory.bytes.buffer !== memory.buffer) this.#memory = viewsOf(memory.buffer);
    return layout;
  }
}

/** Computes a program on arrays of the memory that kernels share; false, when nothing was done, if some lie elsewhere. */
function computedWhereTheyAre(
  program: VectorProgram,
  inputs: readonly ArrayData[],
  results: readonly ArrayData[],
  count: number,
): boolean {
  // Storage of its own is asked first: without results in the memory none may have been made.
  if (results.length === 0 || results[0].byteOffset === 0) return false;
  const memory = kernelMemory();
  return memory !== null && SharedPrograms.on(memory).run(program, inputs, results, count);
}

let machine: VectorMachine | null | undefined;

/** Returns the vector machine of this thread, created on first use; `null` without WebAssembly SIMD. */
export function vectorMachine(): VectorMachine | null {
  return (machine ??= machine === undefined ? VectorMachine.make() : null);
}
