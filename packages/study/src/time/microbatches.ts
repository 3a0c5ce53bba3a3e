import { PipelineOp } from '@shardform/dialect-dist';
import type { Operation } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { isDerived, sourceId, type ValueId } from '../values/value-id.ts';

/**
 * Returns the microbatches of operations of pipelines that steps have unrolled: an operation of a pipeline's body has a
 * copy for each microbatch, and every schedule executes those of one operation in the order of microbatches. What only
 * moves a value is of the value's microbatch.
 */
export function unrolledMicrobatches(study: Study, stage: Stage): (op: Operation) => number | null {
  const inPipelines = new Map<ValueId, number>();
  for (const { module, values } of study.stages.slice(0, study.stages.indexOf(stage)))
    module.walkOf(PipelineOp, (pipeline) => {
      pipeline.walk((op) => {
        for (const result of op.results) {
          const id = values.idOf(result);
          if (op !== pipeline && !isDerived(id)) inPipelines.set(sourceId(id), pipeline.microbatches);
        }
      });
    });
  const { values } = stage;
  const copiesOf = new Map<ValueId, number>();
  for (const value of inPipelines.size === 0 ? [] : values.all) {
    const source = sourceId(values.idOf(value));
    if (!isDerived(values.idOf(value))) copiesOf.set(source, (copiesOf.get(source) ?? 0) + 1);
  }
  const own = (op: Operation): number | null => {
    const [result] = op.results;
    const id = result === undefined ? '' : values.idOf(result);
    const count = inPipelines.get(sourceId(id));
    if (count === undefined || isDerived(id) || copiesOf.get(sourceId(id)) !== count) return null;
    return Number(/~(\d+)$/.exec(id)?.[1] ?? 0);
  };
  return (op) => {
    const known = own(op);
    if (known !== null || op.name !== 'dist.send') return known;
    const maker = op.getOperand(0).definingOp;
    return maker === null ? null : own(maker);
  };
}
