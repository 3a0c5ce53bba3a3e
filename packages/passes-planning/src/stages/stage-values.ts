import { MeshTensorType, TransferOp } from '@shardform/dialect-mpmd';
import { type Builder, lookUp, type Value } from '@shardform/ir-core';

/** The name of the mesh of some stages. */
export function stageMeshName(mesh: number): string {
  return `stage${mesh}`;
}

/** Returns the type of a value outside of fragments, all of which are on meshes. */
export function meshTypeOf({ type }: Value): MeshTensorType {
  if (type instanceof MeshTensorType) return type;
  throw new TypeError(`'${String(type)}' is on no mesh`);
}

/** A microbatch by number, or `null` for what is there once a step. */
export type Microbatch = number | null;

/** By mesh, where a value is. */
type Places = Map<number, Value>;

/** Where the values of a program of one microbatch are in a program of several meshes. */
export class StageValues {
  readonly #builder: Builder;
  readonly #step = new Map<Value, Places>();
  readonly #parts: readonly Map<Value, Places>[];
  /** Sums of the microbatches so far. */
  readonly #sums = new Map<Value, Value>();

  constructor(microbatches: number, builder: Builder) {
    this.#builder = builder;
    this.#parts = Array.from({ length: microbatches }, () => new Map<Value, Places>());
  }

  set(value: Value, microbatch: Microbatch, mesh: number, own: Value): void {
    this.#of(microbatch).set(value, new Map([[mesh, own]]));
  }

  /** Where a value is on a mesh; it is transferred there if it is on another one. */
  at(value: Value, microbatch: Microbatch, mesh: number): Value {
    const places =
      (microbatch === null ? undefined : this.#of(microbatch).get(value)) ?? lookUp(this.#step, value);
    const known = places.get(mesh);
    if (known !== undefined) return known;
    // It is somewhere.
    const [from] = [...places.values()] as [Value];
    const type = meshTypeOf(from).with({ meshName: stageMeshName(mesh) });
    const { location } = value;
    const transfer = this.#builder.create(TransferOp, { tensor: from }, [type], { location });
    places.set(mesh, transfer.result);
    return transfer.result;
  }

  /** The mesh on which a value was made, and what it is there; `null` for what is made nowhere yet. */
  made(value: Value, microbatch: Microbatch): readonly [mesh: number, own: Value] | null {
    const [first] = this.#of(microbatch).get(value) ?? [];
    return first ?? null;
  }

  /** The sum of the microbatches so far; `null` if none has a part of it. */
  sumOf(value: Value): Value | null {
    return this.#sums.get(value) ?? null;
  }

  setSum(value: Value, sum: Value): void {
    this.#sums.set(value, sum);
  }

  /** The sum of all microbatches, on a mesh. @param made where it was added up. */
  sumAt(value: Value, mesh: number, made: number): Value {
    if (!this.#step.has(value)) this.#step.set(value, new Map([[made, lookUp(this.#sums, value)]]));
    return this.at(value, null, mesh);
  }

  #of(microbatch: Microbatch): Map<Value, Places> {
    return microbatch === null ? this.#step : this.#parts[microbatch]!;
  }
}
