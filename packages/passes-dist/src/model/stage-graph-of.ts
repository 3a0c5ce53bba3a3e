import { NONE } from '@shardform/runtime-dist';
import type { StageGraph } from '../schedule/stage-graph.ts';
import type { SequentialModel } from './sequential-model.ts';

/** Returns the stages of a model, and which stage uses what of which. */
export function stageGraphOf(model: SequentialModel): StageGraph {
  const stageOfValue: number[] = model.inputs.map(() => NONE);
  const edges: [number, number][] = [];
  const seen = new Set<string>();
  for (const op of model.ops) {
    for (const value of op.operands) {
      const from = stageOfValue[value]!;
      const key = `${value}>${op.stage}`;
      if (from === NONE || from === op.stage || seen.has(key)) continue;
      seen.add(key);
      edges.push([from, op.stage]);
    }
    op.results.forEach(() => stageOfValue.push(op.stage));
  }
  return { stages: model.stages, edges };
}
