import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  DataFlowEdgeOp,
  dataFlowOf,
  isCollectiveOp,
  ManualComputationOp,
  ReshardOp,
  resultShardings,
  SHARDING,
  ShardingConstraintOp,
  TensorShardingAttr,
  type TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import type { Context, Operation, Type } from '@shardform/ir-core';
import { zip } from '@shardform/ir-core';

/**
 * Returns the sharding that replaces another one.
 *
 * @param type the type of the value that has the sharding; `null` for an operation without results.
 */
export type ShardingTransform = (sharding: TensorShardingAttr, type: Type | null) => TensorShardingAttr;

/**
 * Transforms all shardings inside an operation, in program order: of arguments and results of functions, of results,
 * and those that operations of the sdy dialect carry. Shardings of manual computations are given with their manual
 * axes.
 */
export function transformShardings(root: Operation, context: Context, transform: ShardingTransform): void {
  root.walk((op) => transformShardingsOf(op, context, transform), 'pre');
}

/** Transforms the shardings of one operation, without its regions. */
export function transformShardingsOf(op: Operation, context: Context, transform: ShardingTransform): void {
  if (op instanceof FuncOp) {
    transformValueAttrs(op, 'arg_attrs', op.functionType.inputs, transform);
    transformValueAttrs(op, 'res_attrs', op.functionType.results, transform);
    return;
  }
  if (op.definition.dialect === 'sdy' && transformOwnSharding(op, transform)) return;
  const dataFlow = op.regions.length > 0 ? dataFlowOf(op, context) : null;
  if (dataFlow !== null) {
    const { blockArgumentOwners, resultOwners } = dataFlow;
    const args = dataFlow.blockArgumentShardings();
    if (args !== null) dataFlow.setBlockArgumentShardings(transformAll(args, blockArgumentOwners, transform));
    const results = dataFlow.resultShardings();
    if (results !== null) dataFlow.setResultShardings(transformAll(results, resultOwners, transform));
    return;
  }
  const shardings = resultShardings(op);
  if (shardings !== null) op.setAttr(SHARDING, transformAll(shardings, op.results, transform));
}

function transformOwnSharding(op: Operation, transform: ShardingTransform): boolean {
  if (op instanceof DataFlowEdgeOp || op instanceof ShardingConstraintOp || op instanceof ReshardOp) {
    if (op.sharding !== null) op.sharding = transform(op.sharding, op.result.type);
    return true;
  }
  if (isCollectiveOp(op)) {
    op.outSharding = transform(op.outSharding, op.result.type);
    return true;
  }
  if (op instanceof ManualComputationOp) {
    op.inShardings = transformAll(
      op.inShardings,
      op.operands.map(({ value }) => value),
      transform,
    );
    op.outShardings = transformAll(op.outShardings, op.results, transform);
    return true;
  }
  return false;
}

function transformAll(
  shardings: TensorShardingPerValueAttr,
  values: readonly { readonly type: Type }[],
  transform: ShardingTransform,
): TensorShardingPerValueAttr {
  // Attributes are interned: nothing is made where nothing changes but a look-up.
  return shardings.map((sharding, i) => transform(sharding, values[i]?.type ?? null));
}

function transformValueAttrs(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  types: readonly Type[],
  transform: ShardingTransform,
): void {
  if (func.getAttr(which) === null) return;
  const before = valueAttrsList(func, which);
  const after = zip(before, types).map(([dictionary, type]) => {
    const sharding = dictionary.get(SHARDING);
    if (!(sharding instanceof TensorShardingAttr)) return dictionary;
    const transformed = transform(sharding, type);
    return transformed === sharding ? dictionary : dictionary.with(SHARDING, transformed);
  });
  if (after.some((dictionary, i) => dictionary !== before[i])) setAllValueAttrs(func, which, after);
}
