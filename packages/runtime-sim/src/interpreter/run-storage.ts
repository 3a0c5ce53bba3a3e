import type { ArrayData, ArrayKind, NdArray } from '../array/index.ts';
import type { Block } from '../memory/address-space.ts';
import type { ArrayPool } from '../memory/array-pool.ts';
import type { KernelMemory } from '../memory/kernel-memory.ts';
import { References } from '../memory/references.ts';
import { withResultStorage } from '../memory/result-storage.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** Blocks that an operation may take beside its results; they are free when it ends, but not before. */
const mostTemporaries = 2;

/**
 * The storage of a run's values that is used again. A slot of a frame that holds a value refers to its storage, whichever arrays share
 * it; without a reference, the storage is free. So arrays in it are seen by frames and by operations that keep none of
 * their operands; whoever else gets one gets a copy.
 */
export class RunStorage {
  readonly #memory: KernelMemory;
  readonly #pool: ArrayPool | null;
  readonly #references: References;
  /** What the operation under evaluation has taken. */
  #taken: Block[] = [];
  /** Blocks that it may take yet. */
  #room = 0;
  /** What the last operation took, until its results are held. */
  #unsettled: readonly Block[] = [];
  readonly #lent: NdArray[] = [];

  /** @param pool which the results of the run belong to. */
  constructor(memory: KernelMemory, pool: ArrayPool | null) {
    this.#memory = memory;
    this.#pool = pool;
    this.#references = new References(memory);
  }

  /**
   * Does the evaluation of an operation.
   *
   * @param results how many results may take storage here, until {@link settle}.
   */
  compute<T>(results: number, work: () => T): T {
    const [outer, outerRoom] = [this.#taken, this.#room];
    this.#taken = [];
    this.#room = results === 0 ? 0 : results + mostTemporaries;
    try {
      return withResultStorage(results === 0 ? null : this.#take, work);
    } finally {
      if (results > 0) this.#unsettled = this.#taken;
      this.#taken = outer;
      this.#room = outerRoom;
    }
  }

  /** Says that the results of the last operation are held: what else it took is free. */
  settle(): void {
    if (this.#unsettled.length === 0) return;
    for (const block of this.#unsettled) this.#references.removeBlock(block);
    this.#unsettled = [];
  }

  hold(value: RuntimeValue): void {
    eachArray(value, (data) => this.#references.add(data));
  }

  release(value: RuntimeValue): void {
    eachArray(value, (data) => this.#references.remove(data));
  }

  /** A value for those who may keep it: of storage that is not used again. */
  copied(value: RuntimeValue): RuntimeValue {
    if (value.kind === 'token') return value;
    if (value.kind === 'tuple') {
      const parts = value.parts.map((part) => this.copied(part));
      return parts.every((part, i) => part === value.parts[i]) ? value : { kind: 'tuple', parts };
    }
    if (this.#memory.blockOf(value.data) === null) return value;
    const { kind, shape, data } = value;
    return { kind, shape, data: data.slice() };
  }

  /**
   * The results of a region, before they leave the frame.
   *
   * @param isLent true if they are results of the run that the pool lends.
   */
  leaving(values: readonly RuntimeValue[], isLent: boolean): readonly RuntimeValue[] {
    if (this.#pool === null || !isLent) return values.map((value) => this.copied(value));
    const arrays = values.filter(isArray);
    this.#pool.lend(this.#memory, arrays);
    this.#lent.push(...arrays);
    return values.map((value) => (isArray(value) ? value : this.copied(value)));
  }

  /** Leaves what was lent to whoever asked for the run. */
  handOver(): void {
    this.#lent.length = 0;
  }

  /** Gives up what is still held when the run has ended or failed. */
  end(): void {
    this.#pool?.release(this.#lent);
    this.#references.clear();
    this.#memory.giveUpUnused();
  }

  readonly #take = (kind: ArrayKind, count: number): ArrayData | null => {
    const taken = this.#room === 0 ? null : this.#memory.take(kind, count);
    if (taken === null) return null;
    this.#room -= 1;
    this.#references.addBlock(taken.block);
    this.#taken.push(taken.block);
    return taken.data;
  };
}

function eachArray(value: RuntimeValue, visit: (data: ArrayData) => void): void {
  if (value.kind === 'token') return;
  if (value.kind === 'tuple') for (const part of value.parts) eachArray(part, visit);
  else visit(value.data);
}
