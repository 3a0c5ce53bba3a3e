import { VectorExpressions, type Vector } from '../wasm/vector-expression.ts';
import { instantiate, moduleBytes } from '../wasm/wasm-module.ts';
import { loadSlot, storeSlot } from './slot-access.ts';
import { slotBytes } from './slot-kind.ts';
import { overVectors, rounded, vectorResult } from './vector-functions.ts';
import type { VectorProgram } from './vector-program.ts';

/** A program as one function of the addresses of its inputs and outputs and of the number of vectors. */
export type CompiledProgram = (...args: number[]) => void;

/** Elements times instructions that a program computes before it is compiled: about what compiling takes. */
const workBeforeCompiling = 1 << 21;

/** Elements times instructions of a run that would gain nothing. */
const littleWork = 1 << 12;

/** Programs that are remembered; the oldest ones are forgotten. */
const mostPrograms = 512;

/** Browsers compile larger modules in the background only. */
const mostBytes = 4096;

interface Entry {
  work: number;
  /** `null` where it does not pay. */
  compiled: CompiledProgram | null | undefined;
}

/**
 * Code of its own for vector programs that compute much: intermediate results stay in registers. Programs are known by their
 * content, since each execution of a module makes them anew.
 */
export class CompiledPrograms {
  readonly #memory: WebAssembly.Memory;
  readonly #byContent = new Map<string, Entry>();
  readonly #byProgram = new WeakMap<VectorProgram, Entry>();

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** Returns the code of a program that is about to be run on `count` elements, or `null` while it has none. */
  find(program: VectorProgram, count: number): CompiledProgram | null {
    const work = count * program.instructions.length;
    // Calling takes most of the time.
    if (work < littleWork) return null;
    const entry = this.#entryOf(program);
    if (entry.compiled === undefined) {
      entry.work += work;
      if (entry.work < workBeforeCompiling) return null;
      entry.compiled = this.#compile(program);
    }
    return entry.compiled;
  }

  #entryOf(program: VectorProgram): Entry {
    const known = this.#byProgram.get(program);
    if (known !== undefined) return known;
    const key = JSON.stringify(program);
    const entry = this.#byContent.get(key) ?? { work: 0, compiled: undefined };
    // The newest one is the last one.
    this.#byContent.delete(key);
    this.#byContent.set(key, entry);
    if (this.#byContent.size > mostPrograms) {
      for (const [oldest] of this.#byContent) {
        this.#byContent.delete(oldest);
        break;
      }
    }
    this.#byProgram.set(program, entry);
    return entry;
  }

  #compile(program: VectorProgram): CompiledProgram | null {
    // A single instruction has a function of its own.
    if (program.instructions.length < 2) return null;
    const f = programFunction(program);
    if (moduleBytes([f]).length > mostBytes) return null;
    return instantiate([f], this.#memory)?.call[f.name] ?? null;
  }
}

function programFunction({ inputs, instructions, outputs }: VectorProgram): ReturnType<typeof overVectors> {
  const strides = [...inputs, ...outputs].map(({ kind }) => 4 * slotBytes(kind));
  return overVectors('program', strides, (f, _, addresses) => {
    const e = new VectorExpressions(f);
    const values = new Map<number, Vector>();
    inputs.forEach(({ slot, kind }, i) => {
      values.set(slot, e.keep(loadSlot(f, kind, addresses[i])));
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
  });
}
