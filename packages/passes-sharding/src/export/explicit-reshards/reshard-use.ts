import { areShardingsEquivalent, getSharding, TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Operation, OpOperand } from '@shardform/ir-core';
import { reduceOperand } from './all-reduces.ts';
import { reshardOf } from './apply-factor-axes.ts';
import type { ReshardEnvironment } from './reshard-site.ts';
import { insertUnreducedCollectives } from './unreduced-collectives.ts';

/**
 * Reshards an operand to the sharding that its use requires.
 *
 * @param target `null` if the use requires a replicated value.
 * @param anchor operations are inserted before this one.
 * @param full whether reshards are inserted; reductions of unreduced values are inserted in any case.
 */
export function reshardUse(
  operand: OpOperand,
  target: TensorShardingAttr | null,
  anchor: Operation,
  full: boolean,
  environment: ReshardEnvironment,
): void {
  const { context } = environment;
  const shardingNow = (): TensorShardingAttr | null => getSharding(operand.value, context);
  const isPartial = (target?.unreducedAxes.length ?? 0) > 0;
  reduceOperand(operand, target?.unreducedAxes ?? [], anchor, environment);
  const has = environment.isExact && isPartial ? (shardingNow() ?? wholeLike(target!)) : shardingNow();
  const unreduced = insertUnreducedCollectives(operand.value, has, target, anchor, environment);
  if (unreduced !== null) {
    operand.set(unreduced);
    return;
  }
  const sharding = shardingNow();
  if (!full || areShardingsEquivalent(sharding, target)) return;
  // A value without a sharding counts as unreduced along whatever axes its use names.
  if (sharding === null && target?.dims.every(({ axes }) => axes.length === 0) === true) return;
  // One of two shardings that are not equivalent is not missing.
  const wanted = target ?? wholeLike(sharding!);
  const { value } = operand;
  const reshard = reshardOf(value.type, wanted, value, operand.owner);
  reshard.moveBefore(anchor);
  operand.set(reshard.result);
}

/** The sharding of a value that has none, on the mesh of another one. */
export function wholeLike({ meshOrRef, rank }: TensorShardingAttr): TensorShardingAttr {
  return TensorShardingAttr.fullyClosed(meshOrRef, rank);
}
