import { type PassRun, RankedTensorType, SymbolRefAttr } from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { AxisRefAttr, DimensionShardingAttr, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';
import { ARGUMENT_TYPE } from './passes/populate-argument-types.ts';

/** Arguments of fewer dimensions have no batch, unless the front end says which arguments are inputs. */
const LEAST_RANK = 4;

/**
 * Splits the first dimension of a function's arguments along axis `batch`: of those that are inputs, where roles are
 * given, else of those that have as many dimensions as the largest, at least four. Batches that the devices don't
 * divide evenly stay whole.
 *
 * @returns false after an error.
 */
export function annotateBatches(
  func: FuncOp,
  devices: number,
  pass: PassRun,
  { asFirstDescribed = false }: { readonly asFirstDescribed?: boolean } = {},
): boolean {
  const { inputs } = func.functionType;
  const roles = inputs.map((_, i) => valueAttrs(func, 'arg_attrs', i).get(ARGUMENT_TYPE));
  const hasRoles = roles.some((role) => role !== null);
  const missing = roles.indexOf(null);
  if (hasRoles && missing >= 0 && !asFirstDescribed) {
    pass.opError(
      func,
      `argument ${missing} of '@${func.symName.value}' has no '${ARGUMENT_TYPE}', but others have; give all arguments one, or none`,
    );
    return false;
  }
  const isCandidate = (i: number): boolean => !hasRoles || roles[i] === ArgumentTypeAttr.get('input');
  const rankOf = (i: number): number => (inputs[i] instanceof RankedTensorType ? inputs[i].rank : 0);
  const counted = inputs.map((_, i) => (isCandidate(i) ? rankOf(i) : 0));
  const rank = Math.max(hasRoles && !asFirstDescribed ? 0 : LEAST_RANK, ...counted);
  inputs.forEach((type, i) => {
    if (!(type instanceof RankedTensorType)) return;
    const size = type.shape[0] ?? 1;
    const hasRank = type.rank === rank || (asFirstDescribed && hasRoles);
    const hasBatch = hasRank && isCandidate(i) && size !== 1 && size % devices === 0;
    if (asFirstDescribed && !hasBatch) return;
    const dims = type.shape.map((_, d) =>
      DimensionShardingAttr.get(hasBatch && d === 0 ? [AxisRefAttr.get('batch')] : [], asFirstDescribed),
    );
    const sharding = TensorShardingAttr.get(SymbolRefAttr.get('mesh'), dims);
    setValueAttr(func, 'arg_attrs', i, SHARDING, sharding);
  });
  return true;
}
