import { programEntry, setValueAttr } from '@shardform/dialect-func';
import { programMesh, SHARDING } from '@shardform/dialect-sdy';
import { copyOf, partition } from '@shardform/inspect';
import { RankedTensorType, SymbolRefAttr } from '@shardform/ir-core';
import { evenSplits, shardingOf, tiesOf } from '@shardform/passes-planning';
import { measureStages } from '@shardform/study';

/**
 * Arguments that are annotated alike: each by itself, or, where that is too many ways, all that are no parameters and
 * have one type. What parameters become is annotated as they are.
 *
 * @param {boolean} isJoint
 * @returns {{ readonly members: readonly number[], readonly ways: readonly unknown[] }[]}
 */
export function annotatedGroups(module, isJoint) {
  const func = programEntry(module);
  const sizes = programMesh(module)[1].axes.map(({ size }) => size);
  const tied = new Set(tiesOf(func).map(({ argument }) => argument));
  const groups = new Map();
  for (const [index, type] of func.functionType.inputs.entries()) {
    if (!(type instanceof RankedTensorType)) continue;
    const key = isJoint && !tied.has(index) ? type.id : index;
    const ways = groups.get(key)?.ways ?? evenSplits(type.shape, sizes);
    groups.set(key, { members: [...(groups.get(key)?.members ?? []), index], ways });
  }
  return [...groups.values()];
}

/** @returns {number} */
export function countOf(groups) {
  return groups.reduce((product, { ways }) => product * ways.length, 1);
}

/**
 * The fastest of all annotations of arguments, by simulation.
 *
 * @returns {number} seconds.
 */
export function fastestAnnotation(module, groups, machine, context) {
  const [name, mesh] = programMesh(module);
  const copy = copyOf(module);
  const func = programEntry(copy);
  const ties = tiesOf(func);
  let fastest = Infinity;
  const annotate = (group) => {
    const own = groups[group];
    if (own === undefined) {
      fastest = Math.min(fastest, secondsOf(copy, machine, context));
      return;
    }
    for (const splits of own.ways) {
      const sharding = shardingOf(splits, mesh, SymbolRefAttr.get(name));
      for (const argument of own.members) {
        setValueAttr(func, 'arg_attrs', argument, SHARDING, sharding);
        for (const tie of ties)
          if (tie.argument === argument) setValueAttr(func, 'res_attrs', tie.result, SHARDING, sharding);
      }
      annotate(group + 1);
    }
  };
  annotate(0);
  return fastest;
}

/** Seconds of a step, by simulation; infinite for a program that can't be partitioned. */
export function secondsOf(module, machine, context) {
  const { result } = context.diagnostics.capture(() => {
    const { collectives, local } = partition(module, context);
    if (local === null) return Infinity;
    return measureStages({ module, collectives, local, context }, machine).facts.time?.seconds ?? Infinity;
  });
  return result;
}
