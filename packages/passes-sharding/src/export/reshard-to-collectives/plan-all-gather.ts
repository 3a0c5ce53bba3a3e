import type { AxisList } from '@shardform/dialect-sdy';
import { mergeAdjacent, type Resharding } from './resharding.ts';

/**
 * Removes the axes that the result doesn't have.
 *
 * @returns per dimension, the axes to gather along; `null` if there are none.
 */
export function planAllGather(state: Resharding): AxisList[] | null {
  const gathering = state.incoming.map((axes, d) => {
    const last = axes.at(-1);
    if (last === undefined || state.isOutgoing(last)) return [];
    // As upstream: the axes before the last one are gathered with it, whatever becomes of them.
    state.incoming[d] = [];
    return mergeAdjacent(axes, state.mesh);
  });
  return gathering.some((axes) => axes.length > 0) ? gathering : null;
}
