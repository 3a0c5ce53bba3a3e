import type { FuncOp } from '@shardform/dialect-func';
import type { MeshAttr } from '@shardform/dialect-sdy';
import { oneLine, RankedTensorType, type Type } from '@shardform/ir-core';
import type { DimSplits } from '../problem/dim-splits.ts';
import { contextName } from './known-layouts.ts';
import type { ProgramRoles } from './program-roles.ts';

/** A layout that people have a name for. */
export interface NamedLayout {
  /** Such as `Megatron over y, batch over x`. */
  readonly name: string;
  /** Whether some parameters are split otherwise than the name says. */
  readonly isChanged: boolean;
  /** Whether an axis is used otherwise than its own name says, such as `model` for the batch. */
  readonly isContrary: boolean;
}

/** Names of axes that people give to data parallelism, and to tensor parallelism. */
const DATA_AXIS = /^(data|batch|dp|fsdp|replica)$/;
const TENSOR_AXIS = /^(model|tensor|tp|mp)$/;

/**
 * Names a layout by the axes that split the batch and the parameters of at least two dimensions: data parallel, FSDP where these are the
 * same, Megatron where they differ, and both. What most parameters have counts.
 *
 * @param splits of the arguments; `null` for one that is no tensor.
 * @returns `null` for a program without parameters.
 */
export function layoutName(
  func: FuncOp,
  splits: readonly (DimSplits | null)[],
  { parameters, data, stream }: ProgramRoles,
  mesh: MeshAttr,
): NamedLayout | null {
  const batch = new Set([...data].flatMap((index) => splits[index]?.[0] ?? []));
  const sequences = [...data].filter((index) => isSequence(func.functionType.inputs[index], stream));
  const sequence = new Set(sequences.flatMap((index) => splits[index]?.[1] ?? []));
  const kinds = new Map<string, number>();
  for (const index of parameters) {
    const { [index]: type } = func.functionType.inputs;
    const own = splits[index];
    if (own == null || !(type instanceof RankedTensorType) || type.shape.length < 2) continue;
    const key = own.flat().sort(byNumber).join();
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
  }
  const [most] = [...kinds].sort(([, a], [, b]) => b - a);
  if (most === undefined) return null;
  const axes = most[0] === '' ? [] : most[0].split(',').map(Number);
  const isOfData = (axis: number): boolean => batch.has(axis) || sequence.has(axis);
  const tensor = axes.filter((axis) => !isOfData(axis));
  const sharded = axes.filter(isOfData);
  const isAll = (own: Iterable<number>): boolean =>
    [...mesh.axes.entries()].every(([axis, { size }]) => size === 1 || [...own].includes(axis));
  const named = (own: Iterable<number>): string =>
    [...own]
      .sort(byNumber)
      .map((axis) => oneLine(mesh.axes[axis]!.name))
      .join(', ');
  const name = (): string => {
    if (sequence.size > 0 && tensor.length === 0)
      return sharded.length === 0
        ? contextName([...sequence], 'batch', [...batch], mesh)
        : contextName([...sequence], 'FSDP', sharded, mesh);
    if (axes.length === 0) {
      if (batch.size === 0) return 'whole on every device';
      return isAll(batch) ? 'data parallel' : `data parallel over ${named(batch)}`;
    }
    if (tensor.length === 0) return isAll(sharded) ? 'FSDP (ZeRO-3)' : `FSDP over ${named(sharded)}`;
    const data = batch.size === 0 ? '' : `, ${sharded.length === 0 ? 'batch' : 'FSDP'} over ${named(batch)}`;
    return `Megatron over ${named(tensor)}${data}`;
  };
  const isNamed = (own: Iterable<number>, names: RegExp): boolean =>
    [...own].some((axis) => names.test(mesh.axes[axis]!.name));
  const isContrary =
    axes.length > 0 && ((isNamed(batch, TENSOR_AXIS) && tensor.length > 0) || isNamed(tensor, DATA_AXIS));
  return { name: name(), isChanged: kinds.size > 1, isContrary };
}

/** Whether the second dimension of an argument is the sequence of what layers pass on. */
export function isSequence(type: Type | undefined, stream: ProgramRoles['stream']): boolean {
  return stream !== null && type instanceof RankedTensorType && type.shape[1] === stream[1];
}

function byNumber(a: number, b: number): number {
  return a - b;
}
