import type { FuncOp } from '@shardform/dialect-func';
import { inlinedCopy } from '../layouts/inlined-copy.ts';
import type { GivenRoles } from '../layouts/program-roles.ts';
import type { ProgramOnMesh } from '../plan/program-on-mesh.ts';
import { itemsOf } from '../plan/transferred-choices.ts';
import type { Item } from '../problem/program-graph.ts';
import { entryOf } from '../problem/program-function.ts';
import { type FewerLayers, withFewerLayers } from './fewer-layers.ts';
import { repeatedLayers } from './repeated-layers.ts';

/** A program with two of its layers, and with one: what all of them take follows from both. */
export interface ShallowProgram {
  readonly program: ProgramOnMesh;
  /** Of each argument of the deep program, the argument of this one that takes its place. */
  readonly argumentOf: readonly number[];
  /** Returns what takes the place of the items of a copy of the deep program, in a copy of this one. */
  readonly counterparts: (deep: FuncOp, shallow: FuncOp) => ReadonlyMap<Item, Item>;
  readonly depth: Depth;
}

/** How a program continues to greater depth. */
export interface Depth {
  /** The same program with one layer less. */
  readonly fewer: ProgramOnMesh;
  /** Of each argument of `fewer`, the argument of the program. */
  readonly arguments: readonly number[];
  /** Of each argument of the program, the argument of `fewer` that takes its place: those of repeated layers have the same. */
  readonly likeness: readonly number[];
  /** Number of layers that the deep program has more. */
  readonly missing: number;
}

/** Fewer layers than these are not worth two programs. */
const LEAST_LAYERS = 4;

/** The part of the operations that has to be in repeated layers. */
const MOSTLY = 0.5;

/**
 * Returns a program with two layers of one that repeats many, such as the unrolled step of a transformer; `null` for a program that does not,
 * or whose layers cannot be told apart.
 */
export function shallowProgram(program: ProgramOnMesh): ShallowProgram | null {
  const module = inlinedCopy(program.module, program.context);
  const layers = repeatedLayers(entryOf(module));
  if (layers === null || layers.to - layers.from + 1 < LEAST_LAYERS) return null;
  const repeated = layers.runs.reduce((sum, { period, count }) => sum + period * count, 0);
  if (repeated < MOSTLY * layers.operations.length) return null;
  const most = layers.to - layers.from;
  const one = withFewerLayers(module, layers, most);
  const two = withFewerLayers(module, layers, most - 1);
  if (one === null || two === null) return null;
  return {
    program: onMesh(program, two),
    argumentOf: two.argumentOf,
    counterparts: (deep, shallow) => counterpartsOf(two, deep, shallow),
    depth: {
      fewer: onMesh(program, one),
      arguments: one.arguments.map((argument) => two.argumentOf[argument]!),
      likeness: two.arguments.map((argument) => one.argumentOf[argument]!),
      missing: most - 1,
    },
  };
}

function counterpartsOf(
  { argumentOf, operationOf }: FewerLayers,
  deep: FuncOp,
  shallow: FuncOp,
): ReadonlyMap<Item, Item> {
  const found = new Map<Item, Item>();
  for (const [index, argument] of deep.entry.arguments.entries())
    found.set(argument, shallow.entry.getArgument(argumentOf[index]!));
  const operations = [...shallow.entry];
  for (const [number, op] of [...deep.entry].entries()) {
    const others = itemsOf(operations[operationOf[number]!]!);
    for (const [i, item] of itemsOf(op).entries()) found.set(item, others[i]!);
  }
  return found;
}

function onMesh(
  { context, mesh, machine, partitioner, roles, ties }: ProgramOnMesh,
  { module, argumentOf, arguments: kept, results }: FewerLayers,
): ProgramOnMesh {
  const isKept = new Set(kept);
  const numbers = (all: ReadonlySet<number>): ReadonlySet<number> =>
    new Set([...all].flatMap((argument) => (isKept.has(argument) ? [argumentOf[argument]!] : [])));
  const given: GivenRoles | undefined = roles && {
    data: numbers(roles.data),
    parameters: numbers(roles.parameters),
  };
  return {
    ...{ module, context, mesh, machine, partitioner, roles: given },
    ties: ties.flatMap(({ result, argument }) => {
      const own = results.indexOf(result);
      return own < 0 || !isKept.has(argument) ? [] : [{ result: own, argument: argumentOf[argument]! }];
    }),
  };
}
