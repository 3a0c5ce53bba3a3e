import {
  type CollectiveList,
  type CollectiveRow,
  NOT_TIMED,
  rowOfCompiled,
  timesOfRow,
} from '../collectives/collective-rows.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import type { Study } from '../study.ts';
import { axisLabel } from '../time/collective-axes.ts';
import type { AttributedArray, AttributedCollective } from './attribution.ts';
import { compareWithPrediction } from './compared-with-prediction.ts';
import type { CollectiveSeconds } from './compiled-module.ts';

/** Lists the collectives of a compiled program as those of programs that are partitioned here are listed. */
export function compiledList(
  study: Study,
  collectives: readonly AttributedCollective[],
  seconds: ReadonlyMap<AttributedCollective, CollectiveSeconds>,
): CollectiveList {
  const { names, identities } = study;
  const prediction = compareWithPrediction(study, collectives);
  const rows = collectives.map((own): CollectiveRow => {
    const { kind, axes, type, groupSize, pattern, executions, executionsMeaning, bytesMeaning } = own;
    const first = largest(own);
    const value = first?.value == null ? null : names.referred(first.value);
    const spent = seconds.get(own);
    return {
      ...{ kind, type, groupSize, pattern, executions, executionsMeaning, bytesMeaning },
      id: value === null ? '' : identities.source.idOf(value),
      axis: axisLabel(axes),
      value: first?.value ?? null,
      userName: nameOf(own),
      layer: study.layerFor(value?.definingOp ?? null, value === null ? null : names.scopedName(value)),
      line: first?.line ?? null,
      reason: first?.cause.text ?? null,
      detail: null,
      bytes: own.bytes * executions,
      ...timesOfRow(spent ?? NOT_TIMED),
      compiled: rowOfCompiled(study, own, prediction),
    };
  });
  return { rows, unlisted: [] };
}

/** Describes a collective of a compiled program as those of programs that are partitioned here are described. */
export function insertedCollective(own: AttributedCollective): InsertedCollective {
  const { kind, axes, bytes, bytesMeaning, executions, executionsMeaning, type, groupSize, pattern, place } =
    own;
  const first = largest(own);
  return {
    ...{ kind, bytes, bytesMeaning, executions, executionsMeaning, type, groupSize, pattern, place },
    axes: axes.join(', '),
    axisNames: axes,
    source: first?.operation ?? own.name ?? kind,
    value: first?.value ?? null,
    name: nameOf(own),
    reason: first?.cause.text ?? null,
    detail: null,
    loop: own.loops.length === 0 ? null : 'stablehlo.while',
    gatheredArgument: null,
  };
}

/** The array that most is sent of; `null` where none is known. */
function largest({ moved }: AttributedCollective): AttributedArray | null {
  return moved.reduce<AttributedArray | null>(
    (found, own) => (found === null || own.bytes > found.bytes ? own : found),
    null,
  );
}

/** Its name in the user's program, and how many others are moved with it. */
function nameOf(own: AttributedCollective): string | null {
  const { moved } = own;
  const name = largest(own)?.userName ?? null;
  return name === null || moved.length < 2 ? name : `${name} and ${moved.length - 1} more`;
}
