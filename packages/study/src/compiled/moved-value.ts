import { FuncOp, programEntry } from '@shardform/dialect-func';
import { localShape } from '@shardform/dialect-sdy';
import { type ModuleOp, Operation, product, RankedTensorType, Value } from '@shardform/ir-core';
import { axisText } from '../values/sharding-chip.ts';
import type { CauseSite } from './cause.ts';
import { elementsOf } from './hlo-shapes.ts';
import type { PartitionedSource } from './partitioned-source.ts';

/** The value of the program that a compiled collective moves, and how it is split before and after. */
export interface MovedValue {
  readonly value: Value;
  /** `[{x}, {}]`; `null` where that is not known. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Finds the value that a collective moves: the result of an operation whose partial results are combined, an operand that is split along
 * the axes of the collective, or else the value that its elements are computed by.
 *
 * @param origin the operation that computes the elements, the value that they are of, or the number of the argument.
 */
export function movedValue(
  site: CauseSite,
  origin: Operation | Value | number | null,
  module: ModuleOp,
): MovedValue | null {
  const { collective, op, axes, source } = site;
  const isSum = collective.kind === 'all_reduce' || collective.kind === 'reduce_scatter';
  if (op !== null && isSum) {
    const value = op.results.find((result) => isAsLarge(result, site)) ?? op.results[0];
    if (value === undefined) return null;
    const to = shardingText(value, source);
    return { value, from: to === null ? null : `${to} partial along ${axes.join(', ')}`, to };
  }
  const value = (op === null ? null : splitOperand(op, site)) ?? originValue(origin, module);
  if (value === null) return null;
  const from = shardingText(value, source);
  const to = collective.kind === 'all_gather' ? shardingText(value, source, axes) : null;
  return { value, from, to: from === to ? null : to };
}

function splitOperand(op: Operation, site: CauseSite): Value | null {
  const { axes, source } = site;
  if (source === null) return null;
  const split = op
    .operandValues()
    .filter((value) =>
      source.shardingOf(value)?.dims.some((dim) => dim.axes.some(({ name }) => axes.includes(name))),
    );
  return split.find((value) => isAsLarge(value, site)) ?? split[0] ?? null;
}

/** Returns whether the part of a value on a device has as many elements as a collective takes. */
function isAsLarge(value: Value, { array, source }: CauseSite): boolean {
  const { type } = value;
  const { shape } = array.operand;
  if (!(type instanceof RankedTensorType) || shape.kind !== 'array') return false;
  return product(partOf(type.shape, source, value)) === elementsOf(shape);
}

function partOf(shape: readonly number[], source: PartitionedSource | null, value: Value): readonly number[] {
  const sharding = source?.shardingOf(value) ?? null;
  return sharding === null || source?.mesh == null
    ? shape
    : (localShape(shape, sharding, source.mesh) ?? shape);
}

function originValue(origin: Operation | Value | number | null, module: ModuleOp): Value | null {
  if (origin === null || origin instanceof Value) return origin;
  if (origin instanceof Operation) return origin.results[0] ?? null;
  const entry = programEntry(module);
  return entry instanceof FuncOp ? (entry.entry.arguments[origin] ?? null) : null;
}

/** Returns the sharding of a value for people: `[{x}, {}]`; `null` where no mesh is known. @param without axes that are left out. */
function shardingText(
  value: Value,
  source: PartitionedSource | null,
  without: readonly string[] = [],
): string | null {
  const { type } = value;
  if (source?.mesh == null || !(type instanceof RankedTensorType)) return null;
  const sharding = source.shardingOf(value);
  const dims = type.shape.map((_, d) => {
    const kept = sharding?.dims[d]?.axes.filter(({ name }) => !without.includes(name)) ?? [];
    return `{${kept.map(({ text }) => axisText(text)).join(', ')}}`;
  });
  return `[${dims.join(', ')}]`;
}
