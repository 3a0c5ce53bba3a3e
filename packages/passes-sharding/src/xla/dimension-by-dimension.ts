import { ListOfAxisRefListsAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import type { CollectiveStep } from '../export/reshard-to-collectives/collective-plan.ts';

/** Returns the collectives of a way of shardings, gathers of one dimension each. */
export function stepsAsXla(
  from: TensorShardingAttr,
  way: readonly TensorShardingAttr[],
  stepsTo: (start: TensorShardingAttr, end: TensorShardingAttr) => readonly CollectiveStep[],
): readonly CollectiveStep[] {
  let start = from;
  return way.flatMap((end) => {
    const steps = dimensionByDimension(start, stepsTo(start, end));
    start = end;
    return steps;
  });
}

/** Returns steps that gather one dimension each, the last one first. */
function dimensionByDimension(
  initial: TensorShardingAttr,
  steps: readonly CollectiveStep[],
): readonly CollectiveStep[] {
  let before = initial;
  return steps.flatMap((step) => {
    const parts = step.kind === 'gather' ? gathers(before, step) : [step];
    before = step.sharding;
    return parts;
  });
}

function gathers(
  before: TensorShardingAttr,
  { axes, sharding }: Extract<CollectiveStep, { readonly kind: 'gather' | 'slice' }>,
): CollectiveStep[] {
  const lists = axes.value.map(({ value }) => value);
  let current = sharding.with({ dims: before.dims });
  return lists
    .map((_, dim) => dim)
    .filter((dim) => lists[dim]!.length > 0)
    .reverse()
    .map((dim) => {
      current = current.with({ dims: current.dims.map((own, d) => (d === dim ? sharding.dims[d]! : own)) });
      const own = ListOfAxisRefListsAttr.of(lists.map((list, d) => (d === dim ? list : [])));
      return { kind: 'gather' as const, axes: own, sharding: current };
    });
}
