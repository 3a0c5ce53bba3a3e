import {
  AllGatherOp,
  AllSliceOp,
  AllToAllOp,
  type AllToAllParamAttr,
  AllToAllParamListAttr,
  CollectivePermuteOp,
  ListOfAxisRefListsAttr,
} from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';
import { planAllGather } from './plan-all-gather.ts';
import { planAllSlice } from './plan-all-slice.ts';
import { planAllToAll } from './plan-all-to-all.ts';
import { planCollectivePermute } from './plan-collective-permute.ts';
import type { Resharding } from './resharding.ts';

/** Where axes have sizes that don't divide each other, a second round brings what the first one could not. */
const MAX_ROUNDS = 2;

/**
 * Inserts the collectives of a resharding before `anchor`.
 *
 * @returns the value with the new sharding.
 */
export function insertCollectives(state: Resharding, input: Value, anchor: Operation): Value {
  const inserter = new CollectiveInserter(state, input, anchor);
  for (let round = 0; round < MAX_ROUNDS && !state.isDone; round++) inserter.insertRound();
  return inserter.value;
}

class CollectiveInserter {
  value: Value;
  readonly #state: Resharding;
  readonly #anchor: Operation;

  constructor(state: Resharding, value: Value, anchor: Operation) {
    this.#state = state;
    this.value = value;
    this.#anchor = anchor;
  }

  insertRound(): void {
    const state = this.#state;
    const slicing = planAllSlice(state);
    if (slicing !== null) {
      const slicingAxes = ListOfAxisRefListsAttr.of(slicing);
      this.#insert((common, types, options) => AllSliceOp.create({ ...common, slicingAxes }, types, options));
    }
    if (planCollectivePermute(state)) {
      this.#insert((common, types, options) => CollectivePermuteOp.create(common, types, options));
    }
    for (const inOrder of [true, false]) {
      for (let source = 0; source < state.rank; source++) this.#insertAllToAlls(source, inOrder);
    }
    const gathering = planAllGather(state);
    if (gathering !== null) {
      const gatheringAxes = ListOfAxisRefListsAttr.of(gathering);
      this.#insert((common, types, options) => AllGatherOp.create({ ...common, gatheringAxes }, types, options));
    }
  }

  #insertAllToAlls(source: number, inOrder: boolean): void {
    const next = (): AllToAllParamAttr | null => planAllToAll(this.#state, source, inOrder);
    for (let param = next(); param !== null; param = next()) {
      const params = AllToAllParamListAttr.get([param]);
      this.#insert((common, types, options) => AllToAllOp.create({ ...common, params }, types, options));
    }
  }

  #insert(make: (common: CommonArguments, types: [Value['type']], options: { location: Operation['location'] }) => AllGatherOp | AllSliceOp | AllToAllOp | CollectivePermuteOp): void {
    // Values with shardings are tensors.
    const tensor = this.value as CommonArguments['tensor'];
    const op = make({ tensor, outSharding: this.#state.sharding() }, [tensor.type], { location: this.#anchor.location });
    this.#anchor.parent!.insertBefore(op, this.#anchor);
    this.value = op.result;
  }
}

/** What all collectives are made of. */
interface CommonArguments {
  readonly tensor: AllGatherOp['tensor'];
  readonly outSharding: AllGatherOp['outSharding'];
}
