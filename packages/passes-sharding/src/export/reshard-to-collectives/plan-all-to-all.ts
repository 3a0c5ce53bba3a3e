import { AllToAllParamAttr, type AxisRefAttr } from '@shardform/dialect-sdy';
import { mergeAdjacent, type Resharding } from './resharding.ts';

/**
 * Moves the axes at the end of a dimension to the dimension that they belong to.
 *
 * @param inOrder whether only axes count that the other dimension needs first.
 * @returns the move; `null` when there is none.
 */
export function planAllToAll(state: Resharding, source: number, inOrder: boolean): AllToAllParamAttr | null {
  const moved = movableSuffix(state, source, inOrder);
  if (moved === null) return null;
  const { axes, target } = moved;
  state.incoming[source]!.length -= axes.length;
  for (const axis of axes) place(state, axis, target);
  return AllToAllParamAttr.get({ axes: mergeAdjacent(axes, state.mesh), srcDim: source, tgtDim: target });
}

interface MovableAxes {
  readonly axes: readonly AxisRefAttr[];
  readonly target: number;
}

/** The most axes at the end of a dimension that belong to one other dimension. */
function movableSuffix(state: Resharding, source: number, inOrder: boolean): MovableAxes | null {
  const all = state.incoming[source]!;
  const last = all.at(-1);
  const target = last === undefined ? null : state.targetOf(last);
  if (target === null || target.dim === source) return null;
  let begin = all.length - 1;
  while (begin > 0 && state.targetOf(all[begin - 1]!)?.dim === target.dim) begin--;
  const axes = all.slice(begin);
  const wanted = state.outgoing[target.dim]!;
  const isBeginning = axes.every((axis, i) => axis === wanted[i]);
  return inOrder && !isBeginning ? null : { axes, target: target.dim };
}

function place(state: Resharding, axis: AxisRefAttr, target: number): void {
  if (state.incoming[target]!.length > 0 || state.outgoing[target]![0] !== axis) {
    state.incoming[target]!.push(axis);
    return;
  }
  state.outgoing[target]!.shift();
  state.done[target]!.push(axis);
}
