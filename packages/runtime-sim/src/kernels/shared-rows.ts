import { checkInterruptAfter } from '@shardform/ir-core';
import { kernelMemory } from '../memory/kernel-memory.ts';
import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder } from '../wasm/function-builder.ts';
import { SharedKernels, skipItems, skipPitches, taskItems, taskParameters } from './shared-kernel.ts';

/** Elements of a task at least. */
const taskElements = 1 << 15;

/** Bytes that a row is folded to. */
const foldedBytes = 16;

/**
 * A function `fold(from, to, rows, steps, pitch)` that folds rows of f32 numbers, at `pitch` bytes from each other, to 16 bytes
 * each, as tasks on the memory that kernels share.
 */
export class SharedRows {
  readonly #kernels: SharedKernels<string>;

  /** @param functions by name. */
  constructor(functions: () => readonly FunctionBuilder[]) {
    this.#kernels = new SharedKernels((name) => {
      const fold = functions().find((f) => f.name === name)!;
      const task = new FunctionBuilder(taskName, taskParameters + 4);
      const [from, to, steps, pitch] = [0, 1, 2, 3].map((i) => taskParameters + i);
      const [first, left] = taskItems(task);
      skipPitches(task, from, first, pitch);
      skipItems(task, to, first, foldedBytes);
      task.get(from, to, left, steps, pitch);
      task.call(0);
      return [fold, task];
    });
  }

  /**
   * Folds all of the rows of `length` numbers. Returns what was left of each, until something else is computed; `null` where the
   * numbers lie elsewhere.
   */
  fold(name: string, data: Float32Array, length: number, steps: number): Uint8Array | null {
    // Storage of its own is asked first: the memory may not have been made.
    const memory = data.byteOffset === 0 ? null : kernelMemory();
    const from = memory?.addressOf(data) ?? null;
    if (memory === null || from === null) return null;
    const rows = data.length / length;
    const kernel = this.#kernels.on(memory, name);
    const block = memory.takeBytes(foldedBytes * rows);
    if (kernel === null || block === null) return null;
    checkInterruptAfter(data.length);
    kernel.compute(rows, Math.ceil(taskElements / length), [from, block.start, steps, 4 * length]);
    const folded = new Uint8Array(memory.memory.buffer, block.start, foldedBytes * rows).slice();
    memory.drop(block);
    return folded;
  }
}
