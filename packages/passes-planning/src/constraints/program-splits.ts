import { getSharding } from '@shardform/dialect-sdy';
import { ValueCounterparts } from '@shardform/inspect';
import { type Context, RankedTensorType, type Value } from '@shardform/ir-core';
import type { PlannedMesh } from '../plan/apply-plan.ts';
import type { PlannedProgram } from '../plan/simulated-plans.ts';
import { splitsOf } from '../problem/annotations.ts';
import { type DimSplits, unsplit } from '../problem/dim-splits.ts';

/** Tells how values of the program without shardings are split after propagation. */
export class ProgramSplits {
  readonly #counterparts: ValueCounterparts;
  readonly #mesh: PlannedMesh;
  readonly #context: Context;

  constructor({ planned }: PlannedProgram, mesh: PlannedMesh, context: Context) {
    this.#counterparts = new ValueCounterparts(planned);
    this.#mesh = mesh;
    this.#context = context;
  }

  /** Returns the ways in which values are split, wherever they are; `null` where one isn't known. */
  of(values: readonly Value[]): readonly DimSplits[] | null {
    const found = values
      .flatMap((value) => this.#counterparts.of(value))
      .map((value) => this.#splitsOf(value));
    return found.length > 0 && found.every((own) => own !== null) ? found : null;
  }

  #splitsOf(value: Value): DimSplits | null {
    if (!(value.type instanceof RankedTensorType)) return null;
    const sharding = getSharding(value, this.#context);
    return sharding === null ? unsplit(value.type.shape.length) : splitsOf(sharding, this.#mesh.mesh);
  }
}
