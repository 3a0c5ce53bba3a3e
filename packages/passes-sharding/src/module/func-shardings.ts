import { type FuncOp, valueAttrsList } from '@shardform/dialect-func';
import {
  type MeshLookUp,
  rankOf,
  SHARDING,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { type Type, zip } from '@shardform/ir-core';

/** Arguments or results of functions. */
export type FunctionValues = 'arg_attrs' | 'res_attrs';

/** Returns the shardings of a function's arguments or results, `null` where missing. */
export function functionShardings(func: FuncOp, which: FunctionValues): (TensorShardingAttr | null)[] {
  return valueAttrsList(func, which).map((attrs) => {
    const sharding = attrs.get(SHARDING);
    return sharding instanceof TensorShardingAttr ? sharding : null;
  });
}

/**
 * Returns the shardings of a function's arguments or results as one attribute; missing ones are fully open.
 *
 * @returns `null` when no value has a sharding on more than one device, whose mesh the missing ones could have.
 */
export function completeFunctionShardings(
  func: FuncOp,
  which: FunctionValues,
  meshes: MeshLookUp,
): TensorShardingPerValueAttr | null {
  const { inputs, results } = func.functionType;
  return completeShardings(functionShardings(func, which), which === 'arg_attrs' ? inputs : results, meshes);
}

/** Shardings of values with these types; see {@link completeFunctionShardings}. */
export function completeShardings(
  shardings: readonly (TensorShardingAttr | null)[],
  types: readonly Type[],
  meshes: MeshLookUp,
): TensorShardingPerValueAttr | null {
  const model = shardings.find(
    (sharding) => sharding !== null && meshes.meshOf(sharding)?.isMaximal !== true,
  );
  if (model === undefined || model === null) return null;
  return TensorShardingPerValueAttr.get(
    zip(shardings, types).map(
      ([sharding, type]) => sharding ?? TensorShardingAttr.fullyOpen(model.meshOrRef, rankOf({ type })),
    ),
  );
}
