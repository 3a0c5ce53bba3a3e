import { FuncOp } from '@shardform/dialect-func';
import type { MeshAttr } from '@shardform/dialect-sdy';
import { BlockArgument, Operation, product, RankedTensorType, type Value, oneLine } from '@shardform/ir-core';
import type { DimSplits } from '../problem/dim-splits.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ProgramRoles } from './program-roles.ts';
import type { Restriction } from './restricted-planning.ts';

/** A layout that people use: what it asks of arguments and activations; the rest is chosen for the least time. */
export interface KnownLayout {
  /** Such as `data parallel` or `Megatron over y, batch over x`. */
  readonly name: string;
  readonly restriction: Restriction;
  /** Axes that split the sequence of the arguments that a host loads. */
  readonly context: Axes;
}

type Axes = readonly number[];

/** Conditions on how tensors are split; one that is absent allows everything. */
interface Conditions {
  readonly parameter?: (splits: DimSplits, argument: number) => boolean;
  /** Axes that split the batch. */
  readonly batch?: Axes;
  /** Whether nothing but the batch of activations is split. */
  readonly wholeActivations?: boolean;
  /** Axes that split the sequence of what layers pass on. */
  readonly sequence?: Axes;
}

/**
 * Returns the layouts that a program of these roles can have on a mesh.
 *
 * @param isInContext whether layouts are asked for that split the sequence of the batch; otherwise, they are tried where a batch is too small
 *   for the mesh.
 */
export function knownLayouts(
  roles: ProgramRoles,
  batchOf: ReadonlyMap<Value, number>,
  mesh: MeshAttr,
  isInContext: boolean,
): KnownLayout[] {
  const axes = [...mesh.axes.keys()].filter((axis) => mesh.axes[axis]!.size > 1);
  const { batch, experts } = roles;
  const isDivided = (own: Axes): boolean =>
    batch !== null && batch % product(own.map((axis) => mesh.axes[axis]!.size)) === 0;
  const layouts: KnownLayout[] = [];
  const add = (name: string, conditions: Conditions, context: Axes = []): void => {
    layouts.push({ name, restriction: restrictionOf(conditions, roles, batchOf), context });
  };
  const addContext = (own: number, data: Axes): void => {
    const length = roles.stream?.[1];
    if (length === undefined || length % mesh.axes[own]!.size !== 0) return;
    const common = { batch: data, sequence: [own] };
    add(contextName([own], 'batch', data, mesh), { ...common, parameter: isWhole }, [own]);
    add(contextName([own], 'FSDP', axes, mesh), { ...common, parameter: isSplitBy(axes) }, [own]);
  };
  const whole = { parameter: isWhole };
  add('whole on every device', { ...whole, batch: [], wholeActivations: true });
  if (isDivided(axes)) {
    add('data parallel', { ...whole, batch: axes, wholeActivations: true });
    add('FSDP (ZeRO-3)', { parameter: isSplitBy(axes), batch: axes, wholeActivations: true });
  }
  for (const model of axes) {
    const data = axes.filter((axis) => axis !== model);
    if (data.length > 0 && !isDivided(data)) continue;
    const over = data.length === 0 ? '' : ` over ${oneLine(mesh.axes[model]!.name)}`;
    const named = (kind: string, dataKind: string): string =>
      `Megatron${over}${kind}${data.length === 0 ? '' : `, ${dataKind} over ${namesOf(data, mesh)}`}`;
    const tensor = { batch: data, parameter: isSplitBy([model]) };
    add(named('', 'batch'), { ...tensor, sequence: [] });
    if (roles.stream !== null && data.length <= 1)
      add(named(', sequence parallel', 'batch'), { ...tensor, sequence: [model] });
    if (data.length > 0) add(named('', 'FSDP'), { batch: data, parameter: isSplitBy(axes), sequence: [] });
    if (isInContext || !isDivided(axes)) addContext(model, data);
  }
  if (axes.length > 1) add('2-D tensor parallel', { parameter: isSplitInTwo, batch: [] });
  if (experts.size > 0)
    for (const own of axes.length > 1 ? [axes, ...axes.map((axis) => [axis])] : [axes])
      add(`expert parallel, ${namesOf(own, mesh)}`, {
        parameter: (splits, argument) => {
          const dimension = experts.get(argument);
          if (dimension === undefined) return isWhole(splits);
          return splits.every((at, dim) => (dim === dimension ? isSame(at, own) : at.length === 0));
        },
        ...(isDivided(axes) ? { batch: axes } : {}),
      });
  return layouts;
}

/** Names a layout whose sequences are split along some axes, and that has a kind of data parallelism along others. */
export function contextName(sequence: Axes, kind: 'batch' | 'FSDP', data: Axes, mesh: MeshAttr): string {
  const name = `context parallel over ${namesOf(sequence, mesh)}`;
  return data.length === 0 ? name : `${name}, ${kind} over ${namesOf(data, mesh)}`;
}

function namesOf(axes: Axes, mesh: MeshAttr): string {
  return axes.map((axis) => oneLine(mesh.axes[axis]!.name)).join(', ');
}

function isWhole(splits: DimSplits): boolean {
  return splits.every((axes) => axes.length === 0);
}

/** Split along all of some axes, and no other ones; a vector may be whole, as what it scales or shifts may be. */
function isSplitBy(axes: Axes): (splits: DimSplits) => boolean {
  return (splits) => isSame(splits.flat(), axes) || (splits.length < 2 && isWhole(splits));
}

/** Two dimensions are split. */
function isSplitInTwo(splits: DimSplits): boolean {
  return splits.length < 2 || splits.filter((axes) => axes.length > 0).length === 2;
}

/** In any order. */
function isSame(a: Axes, b: Axes): boolean {
  return a.length === b.length && a.every((axis) => b.includes(axis));
}

function restrictionOf(
  conditions: Conditions,
  roles: ProgramRoles,
  batchOf: ReadonlyMap<Value, number>,
): Restriction {
  const allows = (item: Item, { results }: Strategy): boolean => {
    const [splits] = results;
    if (splits === undefined) return true;
    return isArgument(item)
      ? allowsArgument(item, splits, conditions, roles)
      : allowsActivation(item, splits, conditions, roles, batchOf);
  };
  return (item, strategies) => {
    const allowed = strategies.filter((strategy) => allows(item, strategy));
    // What can't be split as a layout asks is whole in it.
    return allowed.length > 0
      ? allowed
      : strategies.filter(({ results }) => results.every((splits) => isWhole(splits)));
  };
}

/** An argument of the program, not of a loop or a branch. */
function isArgument(item: Item): item is BlockArgument {
  return item instanceof BlockArgument && item.owner.parentOp instanceof FuncOp;
}

function allowsArgument(
  { index }: BlockArgument,
  splits: DimSplits,
  { parameter, batch }: Conditions,
  { parameters, data }: ProgramRoles,
): boolean {
  if (parameters.has(index)) return parameter?.(splits, index) ?? true;
  return batch === undefined || !data.has(index) || isSame(splits[0] ?? [], batch);
}

/** Of values that have the batch. */
function allowsActivation(
  item: Item,
  splits: DimSplits,
  { batch: axes, wholeActivations = false, sequence }: Conditions,
  { stream }: ProgramRoles,
  batchOf: ReadonlyMap<Value, number>,
): boolean {
  const value = item instanceof Operation ? item.results[0] : item;
  const dimension = value === undefined ? undefined : batchOf.get(value);
  if (axes === undefined || value === undefined || dimension === undefined) return true;
  if (!isSame(splits[dimension] ?? [], axes)) return false;
  if (wholeActivations) return splits.every((own, dim) => dim === dimension || own.length === 0);
  const { type } = value;
  if (sequence === undefined || !(type instanceof RankedTensorType)) return true;
  if (dimension !== 0 || type.shape.join() !== stream?.join()) return true;
  return isSame(splits[1] ?? [], sequence) && isWhole(splits.slice(2));
}
