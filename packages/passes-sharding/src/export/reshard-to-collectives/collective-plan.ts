import {
  type AllToAllParamAttr,
  axesInDims,
  type AxisList,
  canAxesCoexist,
  ListOfAxisRefListsAttr,
  type TensorShardingAttr,
  tensorShardingProblem,
} from '@shardform/dialect-sdy';
import { planAllGather } from './plan-all-gather.ts';
import { planAllSlice } from './plan-all-slice.ts';
import { planAllToAll } from './plan-all-to-all.ts';
import { planCollectivePermute } from './plan-collective-permute.ts';
import { mergeAdjacent, type Resharding } from './resharding.ts';

/** One collective of a resharding, with the sharding of its result. */
export type CollectiveStep =
  | {
      readonly kind: 'slice' | 'gather';
      readonly axes: ListOfAxisRefListsAttr;
      readonly sharding: TensorShardingAttr;
    }
  | { readonly kind: 'all-to-all'; readonly param: AllToAllParamAttr; readonly sharding: TensorShardingAttr }
  | { readonly kind: 'permute'; readonly sharding: TensorShardingAttr };

/** If axis sizes don't divide each other, a second round handles what the first one could not. */
const MAX_ROUNDS = 2;

/** Choices of a plan of collectives. */
export interface PlanOptions {
  /**
   * True if no element may move between devices because shards of an uneven dimension change their size: the dimension
   * is gathered whole then.
   */
  readonly keepsElements: boolean;
  /** True if collectives may run along whole axes only. */
  readonly wholeAxes: boolean;
}

/**
 * Plans the collectives of a resharding. If the rounds make no progress, or lead to sub-axes that can't be adjacent,
 * all incoming axes are gathered and all outgoing ones sliced: more communication, but always possible.
 *
 * @param start creates the initial state.
 */
export function planCollectives(start: () => Resharding, options: PlanOptions): readonly CollectiveStep[] {
  const state = start();
  const plan = new CollectivePlan(state, options);
  for (let round = 0; round < MAX_ROUNDS && !state.isDone; round++) plan.addRound();
  if (plan.isValid) {
    if (!state.hasTargetShards) plan.addGatherAndSlice();
    return plan.steps;
  }
  const restart = start();
  if (options.keepsElements) restart.releaseUnevenDims();
  const fallback = new CollectivePlan(restart, options);
  fallback.addGatherAndSlice();
  return fallback.steps;
}

class CollectivePlan {
  readonly steps: CollectiveStep[] = [];
  isValid = true;
  readonly #state: Resharding;
  readonly #options: PlanOptions;

  constructor(state: Resharding, options: PlanOptions) {
    this.#state = state;
    this.#options = options;
  }

  addRound(): void {
    const state = this.#state;
    const slicing = planAllSlice(state);
    if (slicing !== null) this.#addLists('slice', slicing);
    if (planCollectivePermute(state)) this.#add({ kind: 'permute', sharding: state.sharding() });
    for (const inOrder of [true, false]) {
      for (let source = 0; source < state.rank; source++) this.#addAllToAlls(source, inOrder);
    }
    const gathering = planAllGather(state);
    if (gathering !== null) this.#addLists('gather', gathering);
  }

  addGatherAndSlice(): void {
    const state = this.#state;
    const { incoming, outgoing, done, mesh } = state;
    if (incoming.some((axes) => axes.length > 0)) {
      const gathering = incoming.map((axes) => mergeAdjacent(axes, mesh));
      for (const axes of incoming) axes.length = 0;
      this.#addLists('gather', gathering);
    }
    if (!state.isOnTargetMesh) {
      state.moveToTargetMesh();
      this.#add({ kind: 'permute', sharding: state.sharding() });
    }
    if (outgoing.some((axes) => axes.length > 0)) {
      const slicing = outgoing.map((axes) => mergeAdjacent(axes, mesh));
      for (const [d, axes] of outgoing.entries()) done[d]!.push(...axes.splice(0));
      this.#addLists('slice', slicing);
    }
  }

  #addAllToAlls(source: number, inOrder: boolean): void {
    const next = (): AllToAllParamAttr | null => planAllToAll(this.#state, source, inOrder);
    for (let param = next(); param !== null; param = next()) {
      this.#add({ kind: 'all-to-all', param, sharding: this.#state.sharding() });
    }
  }

  #addLists(kind: 'slice' | 'gather', axes: readonly AxisList[]): void {
    this.#add({ kind, axes: ListOfAxisRefListsAttr.of(axes), sharding: this.#state.sharding() });
  }

  #add(step: CollectiveStep): void {
    const previous = this.steps.at(-1)?.sharding ?? this.#state.initial;
    this.steps.push(step);
    const { sharding } = step;
    this.isValid &&=
      sharding.isFullyReplicated || tensorShardingProblem(sharding, this.#state.mesh, null) === null;
    if (this.#options.wholeAxes) this.isValid &&= axesInDims(sharding).every((axis) => axis.subAxis === null);
    if (this.#options.keepsElements)
      this.isValid &&=
        haveSameShardCounts(previous, sharding, this.#state) && splitIndependently(previous, sharding);
    if (step.kind === 'permute') this.isValid &&= haveSameSizes(previous, step.sharding, this.#state);
  }
}

function haveSameSizes(before: TensorShardingAttr, after: TensorShardingAttr, { mesh }: Resharding): boolean {
  return before.dims.every((dim, d) => dim.shardedSize(mesh) === after.dims[d]!.shardedSize(mesh));
}

/**
 * Returns whether the axes before and after, some of which can be sub-axes of the same axis, number devices
 * independently.
 */
function splitIndependently(before: TensorShardingAttr, after: TensorShardingAttr): boolean {
  const axes = [...axesInDims(before), ...axesInDims(after)];
  return axes.every((axis, i) => axes.slice(i + 1).every((other) => canAxesCoexist(axis, other)));
}

/**
 * Returns whether every dimension that is split before and after is rounded up to the same multiple of its shard count.
 */
function haveSameShardCounts(
  before: TensorShardingAttr,
  after: TensorShardingAttr,
  { mesh, dimSizes }: Resharding,
): boolean {
  return before.dims.every((dim, d) => {
    const [a, b] = [dim.shardedSize(mesh), after.dims[d]!.shardedSize(mesh)];
    const size = dimSizes[d]!;
    return a === 1 || b === 1 || Math.ceil(size / a) * a === Math.ceil(size / b) * b;
  });
}
