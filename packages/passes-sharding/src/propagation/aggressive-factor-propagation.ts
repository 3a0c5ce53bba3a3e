import {
  type AxisList,
  axisListSize,
  isAxisListPrefixOf,
  isAxisListStrictPrefixOf,
} from '@shardform/dialect-sdy';
import type { FactorPropagation, FactorPropagationOptions } from './basic-factor-propagation.ts';
import { compatibleMajorAxes } from './compatible-axes.ts';
import {
  type ShardingProjection,
  setFactorAxes,
  type TensorFactorShardings,
} from '../projection/factor-sharding.ts';
import { prefixWithinFactor, prefixWithoutOtherFactors, truncateAxes } from './truncate.ts';

/**
 * Propagates factors tensor by tensor, as far as each tensor allows. If factors compete for an axis, the one of the
 * largest source tensor wins.
 */
export const propagateAggressively: FactorPropagation = (projection, options) => {
  const { tensors, operandCount, rule } = projection;
  const updated = new Array<boolean>(tensors.length).fill(false);
  const axesByFactor = rule.factorSizes.map((_, factor) =>
    compatibleMajorAxes(projection, factor, options.directions[factor]!),
  );
  if (axesByFactor.every((axes) => axes.length === 0)) return updated;
  const order = factorOrder(projection, axesByFactor, options);
  const update = (i: number): void => {
    for (const factor of order) {
      if (extendFactor(projection, i, factor, axesByFactor[factor]!, options)) updated[i] = true;
    }
  };
  for (let i = operandCount; i < tensors.length; i++) update(i);
  for (let i = 0; i < operandCount; i++) update(i);
  return updated;
};

/** Extends one factor of one tensor; returns whether it changed. */
function extendFactor(
  projection: ShardingProjection,
  index: number,
  factor: number,
  compatible: AxisList,
  { mesh, conservative, isElementwise }: FactorPropagationOptions,
): boolean {
  const { tensors, operandCount, rule } = projection;
  const tensor = tensors[index]!;
  const old = tensor.factors[factor]?.axes;
  if (old === undefined || compatible.length === 0) return false;
  const factorSize = rule.factorSizes[factor]!;
  let axes = truncateAxes(compatible, mesh, conservative, (axis, sizeBefore) =>
    prefixWithinFactor(axis, tensor, factor, factorSize, sizeBefore, mesh),
  );
  if (!isAxisListStrictPrefixOf(old, axes)) return false;
  axes = truncateAxes(axes, mesh, conservative, (axis) => prefixWithoutOtherFactors(axis, tensor, factor));
  if (isElementwise && index < operandCount) axes = restrictToResults(axes, projection, factor);
  if (!isAxisListStrictPrefixOf(old, axes)) return false;
  setFactorAxes(tensor, factor, axes);
  return true;
}

/** Keeps an operand from getting from its siblings what the result can't take. */
function restrictToResults(
  axes: AxisList,
  { tensors, operandCount }: ShardingProjection,
  factor: number,
): AxisList {
  let restricted = axes;
  for (let i = operandCount; i < tensors.length; i++) {
    const own = tensors[i]!.factors[factor]?.axes;
    if (own !== undefined && isAxisListStrictPrefixOf(own, restricted)) restricted = own;
  }
  return restricted;
}

/** The source of a factor's axes, and its precedence over other factors. */
interface FactorPreference {
  readonly factor: number;
  /** Elements of the source tensor; -1 when there is none. */
  readonly sourceSize: number;
  /** Position of the source tensor; -1 when there is none. */
  readonly sourceIndex: number;
  /** Devices along the axes; only counted for elementwise operations. */
  readonly axesSize: number;
}

/** The factors, those with the largest source first. */
function factorOrder(
  projection: ShardingProjection,
  axesByFactor: readonly AxisList[],
  { isElementwise, mesh }: FactorPropagationOptions,
): number[] {
  const sizes = tensorSizes(projection);
  const preferences = axesByFactor.map((axes, factor): FactorPreference => {
    const sourceIndex = sourceTensor(projection.tensors, sizes, factor, axes);
    return {
      factor,
      sourceIndex,
      sourceSize: sizes[sourceIndex] ?? -1,
      axesSize: isElementwise ? axisListSize(axes, mesh) : 0,
    };
  });
  preferences.sort(
    (a, b) =>
      b.sourceSize - a.sourceSize ||
      b.axesSize - a.axesSize ||
      a.sourceIndex - b.sourceIndex ||
      a.factor - b.factor,
  );
  return preferences.map(({ factor }) => factor);
}

/** The largest tensor whose factor is already split along all of `axes`, the first of them; -1 without one. */
function sourceTensor(
  tensors: readonly TensorFactorShardings[],
  sizes: readonly number[],
  factor: number,
  axes: AxisList,
): number {
  let source = -1;
  if (axes.length === 0) return source;
  tensors.forEach((tensor, i) => {
    const own = tensor.factors[factor]?.axes;
    if (own === undefined || !isAxisListPrefixOf(axes, own)) return;
    if (source < 0 || sizes[i]! > sizes[source]!) source = i;
  });
  return source;
}

function tensorSizes({ rule }: ShardingProjection): number[] {
  return [...rule.operands, ...rule.results].map((mapping) => rule.tensorSize(mapping));
}
