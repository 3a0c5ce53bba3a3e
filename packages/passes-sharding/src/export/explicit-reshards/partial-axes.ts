import {
  type AxisList,
  getSharding,
  type MeshAttr,
  type ReductionOp,
  skipPropagationBarriers,
  sortAndMergeInMesh,
  subtractAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Operation } from '@shardform/ir-core';
import { isZeroConstant } from '../zero-constant.ts';
import { linearOperands } from './linear-operands.ts';
import type { ReshardEnvironment, ReshardSite } from './reshard-site.ts';

/**
 * Returns the axes along which each operand may hold partial values: where the operation on these gives partial values of
 * results that are unreduced along the same axes.
 */
export function keptPartialAxes(
  op: Operation,
  { context, meshes, isExact }: ReshardEnvironment,
): readonly AxisList[] {
  const target = op.results.length === 0 ? null : getSharding(op.getResult(0), context);
  const wanted = target?.unreducedAxes ?? [];
  const none = op.operands.map((): AxisList => []);
  if (wanted.length === 0 || target === null) return none;
  if (!isExact) return none.map(() => wanted);
  const mesh = meshes.meshOf(target);
  const isWanted = op.results.every((result) => isAlike(getSharding(result, context), target));
  if (mesh === null || !isWanted) return none;
  const has = op.operandValues().map((value): AxisList => {
    const own = getSharding(skipPropagationBarriers(value), context);
    return own?.reductionOp === target.reductionOp ? own.unreducedAxes : [];
  });
  const kept = [...none];
  let rest: AxisList = wanted;
  for (const operands of linearOperands(op, target.reductionOp)) {
    const isZero = (index: number): boolean =>
      target.reductionOp === 'sum' && isZeroConstant(op.getOperand(index));
    const partial = operands.filter((index) => !isZero(index));
    if (partial.length === 0) continue;
    const common = partial.reduce((axes, index) => commonAxes(axes, has[index]!, mesh), rest);
    for (const index of operands) kept[index] = [...kept[index]!, ...common];
    rest = subtractAxes(rest, common, mesh);
  }
  return kept;
}

function isAlike(a: TensorShardingAttr | null, b: TensorShardingAttr): boolean {
  return a !== null && a.reductionOp === b.reductionOp && a.unreducedAxes.join() === b.unreducedAxes.join();
}

/** Returns the axes along which an operation's operands stay partial. */
export function passedPartialAxes(op: Operation, mesh: MeshAttr, environment: ReshardEnvironment): AxisList {
  const { context, isExact } = environment;
  if (!isExact) return [];
  const passed = keptPartialAxes(op, environment).flatMap((axes, i) => {
    if (axes.length === 0) return [];
    const has = getSharding(skipPropagationBarriers(op.getOperand(i)), context)?.unreducedAxes ?? [];
    return commonAxes(axes, has, mesh);
  });
  // Operands that are added up are partial along the same axes.
  return passed.filter((axis, i) => passed.indexOf(axis) === i);
}

/**
 * Returns the axes along which a result comes partial, of those along which it is wanted so.
 *
 * @param reduced the axes that split what the operation reduces.
 */
export function partialAxes(site: ReshardSite, result: number, reduced: AxisList): AxisList {
  const { tensors, operandCount, mesh, passed, reductions, isExact } = site;
  const { sharding } = tensors[operandCount + result]!;
  const wanted = sharding?.unreducedAxes ?? [];
  if (wanted.length === 0 || !isExact) return wanted;
  const isCombinedAlike = (reductions?.[result] ?? null) === sharding!.reductionOp;
  const own = isCombinedAlike ? [...passed, ...reduced] : passed;
  return sortAndMergeInMesh(commonAxes(wanted, own, mesh), mesh);
}

/** The axes that split what an operation reduces. */
export function reducedAxes({ rule }: Pick<ReshardSite, 'rule'>, split: readonly AxisList[]): AxisList {
  return rule.reduction.flatMap((factor) => split[factor]!);
}

/** How an operation reduces over devices, where they are split along what it reduces. */
export type Reductions = readonly ReductionOp[] | null;

function commonAxes(a: AxisList, b: AxisList, mesh: MeshAttr): AxisList {
  return subtractAxes(a, subtractAxes(a, b, mesh), mesh);
}
