import { distances, type HeldShard } from '@shardform/inspect';
import { lookUp } from '@shardform/ir-core';
import { convert, elementCount, isArray, type NdArray, type OpObserver } from '@shardform/runtime-sim';
import type { ValueId } from '../values/value-id.ts';
import { arrayError, type ArrayError } from './array-error.ts';
import type { StageProgram, ValuePlace } from './stage-program.ts';

/** The values that the program as it was given computes on one device. */
export class SourceValues {
  readonly #places: StageProgram['places'];
  readonly #arrays = new Map<ValueId, NdArray>();
  readonly #repeated = new Set<ValueId>();

  constructor({ places }: StageProgram) {
    this.#places = places;
  }

  /** For the execution of the source. */
  readonly observe: OpObserver = (op, results) => {
    for (const [i, result] of op.results.entries()) {
      const array = results[i];
      if (array === undefined || !isArray(array)) continue;
      for (const id of this.#places.get(result)?.ids ?? []) {
        if (this.#arrays.has(id)) this.#repeated.add(id);
        this.#arrays.set(id, array);
      }
    }
  };

  /** The value; `null` where it wasn't computed exactly once. */
  find(id: ValueId): NdArray | null {
    return this.#repeated.has(id) ? null : (this.#arrays.get(id) ?? null);
  }

  /** Number of values that were computed exactly once. */
  get count(): number {
    return this.#arrays.size - this.#repeated.size;
  }

  /** For executions of the source with other roundings. @param onDistance gets the largest difference of each value. */
  observeNoise(onDistance: (id: ValueId, distance: number) => void): OpObserver {
    return (op, results) => {
      for (const [i, result] of op.results.entries()) {
        const array = results[i];
        if (array === undefined || !isArray(array)) continue;
        for (const id of this.#places.get(result)?.ids ?? []) {
          const known = this.find(id);
          if (known === null) continue;
          let most = 0;
          for (const distance of distances(array, known)) if (distance > most) most = distance;
          onDistance(id, most);
        }
      }
    };
  }
}

/** Compares the values that a stage computes with those of the source, as soon as all devices have them. */
export class StageValueErrors {
  /** By value of the source. */
  readonly errors = new Map<ValueId, ArrayError>();
  readonly #program: StageProgram;
  readonly #source: SourceValues;
  readonly #pending = new Map<ValueId, Map<number, NdArray>>();
  readonly #repeated = new Set<ValueId>();

  constructor(program: StageProgram, source: SourceValues) {
    this.#program = program;
    this.#source = source;
  }

  /** For the execution of the stage. */
  readonly observe: OpObserver = (op, results, device) => {
    for (const [i, result] of op.results.entries()) {
      const place = this.#program.places.get(result);
      const array = results[i];
      if (place === undefined || array === undefined || !isArray(array)) continue;
      for (const id of place.ids) this.#add(id, place.layout, device, array);
    }
  };

  #add(id: ValueId, layout: ValuePlace['layout'], device: number, array: NdArray): void {
    if (this.#repeated.has(id)) return;
    const expected = this.#source.find(id);
    if (expected === null) return;
    const own = comparable(array, expected, layout?.localShape ?? expected.shape);
    if (own === null) return;
    const known = this.#pending.get(id) ?? new Map<number, NdArray>();
    if (this.errors.has(id) || known.has(device)) {
      this.#repeated.add(id);
      this.errors.delete(id);
      this.#pending.delete(id);
      return;
    }
    known.set(device, own);
    this.#pending.set(id, known);
    if (known.size < this.#program.deviceCount) return;
    this.#pending.delete(id);
    const parts = [...known]
      .sort(([a], [b]) => a - b)
      .map(([number, shard]): HeldShard => ({
        device: number,
        offsets: layout === null ? expected.shape.map(() => 0) : lookUp(layout.offsets, number),
        array: shard,
      }));
    this.errors.set(id, arrayError(parts, expected));
  }
}

/** The array in the elements of the expected one; `null` if it isn't a part of it of this shape. */
function comparable(array: NdArray, expected: NdArray, shape: readonly number[]): NdArray | null {
  if (array.shape.join() !== shape.join() || elementCount(shape) === 0) return null;
  return array.kind === expected.kind ? array : convert(array, expected.kind);
}
