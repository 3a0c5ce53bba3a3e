import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { CopyPlaces } from './copy-places.ts';

/** What a plan makes of the flows of classes, by number: everything that the flows of a class have in common. */
export interface FlowStates {
  /** The number of the splits in which the tensor is needed; -1 where it is made so. */
  readonly needed: Int32Array;
  /** Seconds of the collectives of a reshard. */
  readonly communication: Float64Array;
  /** The place of the reshard in the flow's tables. */
  readonly at: Int32Array;
}

/** @param choices the number of the strategy by class. */
export function flowStates(
  { flows }: ShardingProblem,
  choices: readonly number[],
  { made, needed }: Pick<CopyPlaces, 'made' | 'needed'>,
): FlowStates {
  const states: FlowStates = {
    needed: new Int32Array(flows.length),
    communication: new Float64Array(flows.length),
    at: new Int32Array(flows.length),
  };
  for (let number = 0; number < flows.length; number++) {
    const flow = flows[number]!;
    const [row, column] = [flow.rows[choices[flow.a]!]!, flow.columns[choices[flow.b]!]!];
    const key = needed[number]![column]!;
    const at = row * flow.needed.length + column;
    states.needed[number] = made[number]![row] === key ? -1 : key;
    states.communication[number] = flow.communication[at]!;
    states.at[number] = at;
  }
  return states;
}
