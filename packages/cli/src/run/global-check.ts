import { FuncOp } from '@shardform/dialect-func';
import {
  AllReduceOp,
  getSharding,
  MeshTable,
  programMesh,
  ReduceScatterOp,
  type ShardLayout,
} from '@shardform/dialect-sdy';
import {
  compareShards,
  copyOf,
  largestMagnitude,
  placedValue,
  RoundingSamples,
  type Verdict,
} from '@shardform/inspect';
import {
  type Context,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
  type PassInstance,
  type PassInstrumentation,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import { isArray, type NdArray, type OpObserver, type RuntimeValue } from '@shardform/runtime-sim';
import { LOCALIZING_PASSES } from '../partition/localizing-passes.ts';

/** The difference between a value of the program and what the devices hold of it. */
export interface ValueDifference {
  /** Of the module as it was given. */
  readonly value: Value;
  readonly device: number;
  /** The largest difference of an element. */
  readonly maxDifference: number;
  /** The largest absolute value of an element of the whole value. */
  readonly magnitude: number;
  readonly verdict: Verdict;
}

/** A result in the program of global sizes and the layout of its shards. */
interface Spot {
  /** The operation of the original module; its index in program order. */
  readonly origin: number;
  readonly result: number;
  readonly layout: ShardLayout;
}

/**
 * Compares the values on devices with those of the whole program, operation by operation: of each operation in a
 * function body that is executed once, and not inside a manual computation. The copy of the program that is partitioned
 * has locations that identify operations.
 */
export class GlobalCheck implements PassInstrumentation {
  /** The copy to partition and to execute as a whole. */
  readonly module: ModuleOp;
  readonly #context: Context;
  readonly #operations: Operation[] = [];
  readonly #origins = new Map<Location, number>();
  readonly #spots = new Map<Location, Spot[]>();
  readonly #whole = new Map<number, WholeResults>();
  /** By sample, what other roundings make of the values. */
  readonly #noisy: Map<number, WholeResults>[] = [];
  readonly #repeated = new Set<number>();
  /** By spot, then by device: what was computed last. */
  readonly #parts = new Map<Spot, Map<number, NdArray>>();

  constructor(module: ModuleOp, context: Context) {
    this.#context = context;
    this.module = copyOf(module);
    module.walk((op) => {
      this.#operations.push(op);
    });
    let next = 0;
    this.module.walk((op) => {
      const origin = next++;
      op.location = NameLoc.get(`operation ${origin}`, op.location);
      this.#origins.set(op.location, origin);
    });
  }

  /** Notes, before sizes become local, who holds what. */
  beforePass({ pass }: PassInstance, root: Operation): void {
    if (!LOCALIZING_PASSES.has(pass.name) || root.name !== 'builtin.module') return;
    const meshes = new MeshTable(root);
    const [meshName, mesh] = programMesh(root) ?? [null, null];
    let count = 0;
    const found = new Map<Operation, Spot[]>();
    root.walk((op) => {
      const origin = this.#origins.get(op.location);
      if (origin === undefined || this.#operations[origin]!.name !== op.name) return;
      if (!(op.parentOp instanceof FuncOp) || mesh === null) return;
      op.results.forEach((result, i) => {
        const whole = wholeValue(result);
        const sharding = getSharding(whole, this.#context);
        const layout = placedValue(whole.type, sharding, { mesh, meshName, meshes })?.layout ?? null;
        const holder = whole.definingOp;
        if (layout === null || holder === null) return;
        const at = whole === result ? i : 0;
        const spots = found.get(holder) ?? [];
        spots[at] = { origin, result: i, layout };
        found.set(holder, spots);
      });
    });
    for (const [op, spots] of found) {
      op.location = NameLoc.get(`part ${count++}`, op.location);
      this.#spots.set(op.location, spots);
    }
  }

  /** For the execution of the whole program. */
  readonly observeWhole: OpObserver = (op, results) => {
    const origin = this.#origins.get(op.location);
    if (origin === undefined || !(op.parentOp instanceof FuncOp)) return;
    if (this.#whole.has(origin)) this.#repeated.add(origin);
    this.#whole.set(origin, arraysOf(results));
  };

  /** For an execution of the whole program that rounds otherwise. */
  #observeSample(sample: number): OpObserver {
    const values = new Map<number, WholeResults>();
    this.#noisy[sample] = values;
    return (op, results) => {
      const origin = this.#origins.get(op.location);
      if (origin !== undefined && op.parentOp instanceof FuncOp) values.set(origin, arraysOf(results));
    };
  }

  /** For the execution on devices. */
  readonly observeParts: OpObserver = (op, results, device) => {
    this.#spots.get(op.location)?.forEach((spot, i) => {
      // A value may be lowered to several operations, the last of which has the shard.
      const array = results[results.length === 1 ? 0 : i];
      if (array === undefined || !isArray(array)) return;
      if (array.shape.join() !== spot.layout.localShape.join()) return;
      const own = this.#parts.get(spot) ?? new Map<number, NdArray>();
      own.set(device, array);
      this.#parts.set(spot, own);
    });
  };

  /**
   * In program order: for each value the device whose shard differs most.
   *
   * @param tolerance see `compareResults`.
   * @param inputs of the program, to sample other roundings.
   */
  differences(tolerance: number | null, inputs: readonly NdArray[]): ValueDifference[] {
    const samples = new RoundingSamples(this.module, inputs, this.#context, (sample) =>
      this.#observeSample(sample),
    );
    const ordered = [...this.#parts].sort(([a], [b]) => a.origin - b.origin || a.result - b.result);
    return ordered.flatMap(([spot, parts]) => {
      const whole = this.#whole.get(spot.origin)?.[spot.result] ?? null;
      if (whole === null || this.#repeated.has(spot.origin)) return [];
      const magnitude = largestMagnitude(whole);
      const value = this.#operations[spot.origin]!.getResult(spot.result);
      const sampled = (count: number): NdArray[] => {
        const runs = samples.first(count).length;
        return this.#noisy.slice(0, runs).flatMap((values) => values.get(spot.origin)?.[spot.result] ?? []);
      };
      const held = [...parts]
        .filter(([, array]) => array.kind === whole.kind)
        .map(([device, array]) => ({ device, array, offsets: lookUp(spot.layout.offsets, device) }));
      const { verdict, maxDifference, device } = compareShards(held, whole, tolerance, sampled);
      return held.length === 0
        ? []
        : [{ value, device: device ?? held[0]!.device, magnitude, maxDifference, verdict }];
    });
  }
}

type WholeResults = readonly (NdArray | null)[];

function arraysOf(results: readonly RuntimeValue[]): WholeResults {
  return results.map((value) => (isArray(value) ? value : null));
}

/** The value itself, or what it becomes when devices have added up what each of them has of it. */
function wholeValue(value: Value): Value {
  for (const user of value.users())
    if (user instanceof AllReduceOp || user instanceof ReduceScatterOp) return user.getResult();
  return value;
}
