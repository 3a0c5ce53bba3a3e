import { VectorExpressions, type Vector } from '../wasm/vector-expression.ts';
import { instantiate, moduleBytes } from '../wasm/wasm-module.ts';
import { mostBytes, RepeatedWork } from './repeated-work.ts';
import { loadSlot, storeSlot } from './slot-access.ts';
import { slotBytes } from './slot-kind.ts';
import { overVectors, rounded, vectorResult } from './vector-functions.ts';
import type { VectorProgram } from './vector-program.ts';

/** A program as one function of the addresses of its inputs and outputs and of the number of vectors. */
export type CompiledProgram = (...args: number[]) => void;

/** Code of its own for vector programs that compute much: intermediate results stay in registers. */
export class CompiledPrograms {
  readonly #memory: WebAssembly.Memory;
  readonly #programs = new RepeatedWork<CompiledProgram>();

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** Returns the code of a program that is about to be run on `count` elements, or `null` while it has none. */
  find(program: VectorProgram, count: number): CompiledProgram | null {
    return this.#programs.find(program, '', count * program.instructions.length, () =>
      this.#compile(program),
    );
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
