import { getSharding } from '@shardform/dialect-sdy';
import { BlockArgument, Operation, type Value } from '@shardform/ir-core';
import type { RestrictedPlanning } from '../layouts/restricted-planning.ts';
import { splitsOf } from '../problem/annotations.ts';
import { splitsKey } from '../problem/dim-splits.ts';
import { entryOf } from '../problem/program-function.ts';
import { type Item, programGraph, type ProgramGraph } from '../problem/program-graph.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import type { PlannedProgram } from './simulated-plans.ts';

/**
 * Returns the choices, by class, that leave each value as it was propagated, and otherwise cost least; `null` where there are none.
 *
 * @param program of which only some values had shardings before it was propagated.
 * @throws Interrupted
 */
export function propagatedChoices(
  planning: RestrictedPlanning,
  { planned }: PlannedProgram,
  { mesh, context }: Pick<ProgramOnMesh, 'mesh' | 'context'>,
): readonly number[] | null {
  const counterparts = counterpartsOf(planning.problem.graph, programGraph(entryOf(planned), context));
  if (counterparts === null) return null;
  const keyOf = (value: Value): string | null => {
    const sharding = getSharding(value, context);
    const splits = sharding === null ? null : splitsOf(sharding, mesh.mesh);
    return splits === null ? null : splitsKey(splits);
  };
  return planning.solve((item, strategies) => {
    const values = valuesOf(item, counterparts);
    const keys = values.map(keyOf);
    return strategies.filter(({ results }) =>
      results.every((splits, i) => keys[i] == null || splitsKey(splits) === keys[i]),
    );
  });
}

/** What the values of an item are in the other program; none for what has no counterpart. */
function valuesOf(item: Item, counterparts: ReadonlyMap<Item, Item>): readonly Value[] {
  const own = counterparts.get(item);
  if (own !== undefined) return own instanceof Operation ? own.results : [own];
  // A result that is annotated is an item of its own.
  const maker = item instanceof Operation || item.definingOp === null ? null : item.definingOp;
  const other = maker === null ? undefined : counterparts.get(maker);
  const result = maker?.results.find((value) => value === item);
  return other instanceof Operation && result !== undefined ? [other.results[result.index]!] : [];
}

/** Propagation copies constants, which are no items. */
function counterpartsOf(one: ProgramGraph, other: ProgramGraph): Map<Item, Item> | null {
  const itemsOf = ({ items }: ProgramGraph): Item[] =>
    [...items.keys()].filter((item) => item instanceof Operation || item instanceof BlockArgument);
  const [ones, others] = [itemsOf(one), itemsOf(other)];
  if (ones.length !== others.length) return null;
  const found = new Map<Item, Item>();
  for (const [i, item] of ones.entries()) {
    const own = others[i]!;
    if (item instanceof Operation && (!(own instanceof Operation) || own.name !== item.name)) return null;
    found.set(item, own);
  }
  return found;
}
