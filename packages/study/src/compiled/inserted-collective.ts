import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import type { AttributedCollective } from './attribution.ts';

/** Describes a collective of a compiled program as those of programs that are partitioned here are described. */
export function insertedCollective(own: AttributedCollective): InsertedCollective {
  const {
    kind,
    axes,
    bytes,
    bytesMeaning,
    executions,
    executionsMeaning,
    type,
    groupSize,
    place,
    loops,
    moved,
  } = own;
  const [first] = moved;
  return {
    kind,
    axes: axes.join(', '),
    axisNames: axes,
    bytes,
    bytesMeaning,
    executions,
    executionsMeaning,
    type,
    groupSize,
    source: first?.operation ?? own.name ?? kind,
    value: first?.value ?? null,
    name: first?.userName ?? null,
    place,
    reason: first?.cause.text ?? null,
    loop: loops.length === 0 ? null : 'stablehlo.while',
    gatheredArgument: null,
  };
}
