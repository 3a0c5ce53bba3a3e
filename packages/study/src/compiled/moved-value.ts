import { FuncOp, programEntry } from '@shardform/dialect-func';
import { ReshardOp, ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, collectiveName, elementwise } from '@shardform/dialect-stablehlo';
import { FloatType, type ModuleOp, Operation, product, RankedTensorType, Value } from '@shardform/ir-core';
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
 * @param gathered axes along which it is gathered before.
 */
export function movedValue(
  site: CauseSite,
  origin: Operation | Value | number | null,
  gathered: readonly string[],
  module: ModuleOp,
): MovedValue | null {
  const { collective, op, axes, source, nearest } = site;
  const isSum = collective.kind === 'all_reduce' || collective.kind === 'reduce_scatter';
  if (op !== null && (isReducedByAll(site) || (isSum && !isSentBySum(site)))) {
    const value = op.results.find((result) => isAsLarge(result, site)) ?? op.results[0];
    return value === undefined ? null : partialValue(value, site);
  }
  const found = nearest ?? (op === null ? null : operandOf(op, site)) ?? originValue(origin, module);
  if (found === null) return null;
  const value = beforeBroadcast(found, site);
  // What an operation computes has another sharding before XLA brings it into its own.
  if (op !== null && value.definingOp === op && collective.kind !== 'all_gather')
    return { value, from: null, to: shardingText(value, source) };
  // Which device has the elements is not what a sharding tells.
  if (isSum) return { value, from: null, to: null };
  const from = shardingText(value, source, gathered);
  const to =
    collective.kind === 'all_gather'
      ? shardingText(value, source, [...gathered, ...axes])
      : wanted(value, site);
  return { value, from, to: from === to ? null : to };
}

function partialValue(value: Value, { axes, source }: CauseSite): MovedValue {
  const to = shardingText(value, source);
  return { value, from: to === null ? null : `${to} partial along ${axes.join(', ')}`, to };
}

/** Returns whether each device reduces its part and gathers what the others have found, as for the place of the greatest element. */
export function isReducedByAll({ collective, op, origin }: CauseSite): boolean {
  return (
    collective.kind === 'all_gather' &&
    op?.name === 'stablehlo.reduce' &&
    origin.instruction.opcode === 'reduce'
  );
}

/** Returns whether a sum brings elements of some devices to others, which add zeros, and adds nothing up. */
export function isSentBySum({ origin, op, nearest }: CauseSite): boolean {
  return (
    origin.isMasked && op !== null && nearest !== null && nearest.definingOp !== op && !SUMMING.has(op.name)
  );
}

/** Operations whose results devices add up. */
const SUMMING: ReadonlySet<string> = new Set([
  ...['stablehlo.gather', 'stablehlo.scatter', 'stablehlo.dynamic_slice', 'stablehlo.dot_general'],
  ...['stablehlo.convolution', 'stablehlo.reduce', 'stablehlo.reduce_window', 'stablehlo.select_and_scatter'],
]);

/** The sharding that the result of an operation asks for; `null` where it asks for none of its own. */
function wanted(value: Value, { op, source }: CauseSite): string | null {
  if (op === null || source === null) return null;
  if (op instanceof ShardingConstraintOp || op instanceof ReshardOp)
    return shardingText(op.results[0]!, source);
  const [result] = op.results;
  return op.hasTrait(elementwise) && result?.type === value.type ? shardingText(result, source) : null;
}

/** The value that another is broadcast of, where a collective takes fewer elements. */
function beforeBroadcast(value: Value, site: CauseSite): Value {
  let at = value;
  while (at.definingOp instanceof BroadcastInDimOp && !isAsLarge(at, site)) at = at.definingOp.operand;
  return isAsLarge(at, site) ? at : value;
}

/** An operand that is split along the axes of a collective; of a collective of the program, the operand that it takes. */
function operandOf(op: Operation, site: CauseSite): Value | null {
  return splitOperand(op, site) ?? (collectiveName(op.name) === null ? null : op.getOperand(0));
}

function splitOperand(op: Operation, site: CauseSite): Value | null {
  const { axes, source } = site;
  if (source === null) return null;
  const split = op
    .operandValues()
    .filter((value) => source.splitDimension(value, axes) >= 0 && isOfKind(value, site));
  return split.find((value) => isAsLarge(value, site)) ?? split[0] ?? null;
}

/** Returns whether the elements of a value can be those that a collective sends, narrow floats as wider ones. */
function isOfKind({ type }: Value, { array: { operand } }: CauseSite): boolean {
  if (!(type instanceof RankedTensorType) || operand.shape.kind !== 'array') return true;
  const isFloat = type.elementType instanceof FloatType;
  return isFloat === /^(?:bf|f)\d/.test(operand.shape.elementType);
}

/** Returns whether the part of a value on a device has as many elements as a collective takes. */
function isAsLarge(value: Value, { array, source }: CauseSite): boolean {
  const { type } = value;
  const { shape } = array.operand;
  if (!(type instanceof RankedTensorType) || shape.kind !== 'array') return false;
  return product(source?.partOf(value) ?? type.shape) === elementsOf(shape);
}

function originValue(origin: Operation | Value | number | null, module: ModuleOp): Value | null {
  if (origin === null || origin instanceof Value) return origin;
  if (origin instanceof Operation) return origin.results[0] ?? null;
  const entry = programEntry(module);
  return entry instanceof FuncOp ? (entry.entry.arguments[origin] ?? null) : null;
}

/** Returns the sharding of a value for people: `[{x}, {}]`; `null` where no mesh is known. @param without axes that are left out. */
export function shardingText(
  value: Value,
  source: PartitionedSource | null,
  without: readonly string[] = [],
): string | null {
  const { type } = value;
  if (source?.mesh == null || !(type instanceof RankedTensorType)) return null;
  return dimsText(type, source.shardingOf(value), without);
}

/** Returns a sharding of a type for people. @param without axes that are left out. */
export function dimsText(
  { shape }: RankedTensorType,
  sharding: TensorShardingAttr | null,
  without: readonly string[] = [],
): string {
  const dims = shape.map((_, d) => {
    const kept = sharding?.dims[d]?.axes.filter(({ name }) => !without.includes(name)) ?? [];
    return `{${kept.map(({ text }) => axisText(text)).join(', ')}}`;
  });
  return `[${dims.join(', ')}]`;
}
