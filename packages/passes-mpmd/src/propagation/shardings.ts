import type { FragmentOp } from '@shardform/dialect-mpmd';
import { getSharding, rankOf, TensorShardingAttr, TensorShardingPerValueAttr } from '@shardform/dialect-sdy';
import { type Context, SymbolRefAttr, type Value } from '@shardform/ir-core';

/** Returns the sharding of a value; one that splits nothing where it has none. */
export function shardingOrClosed(value: Value, meshName: string, context: Context): TensorShardingAttr {
  return (
    getSharding(value, context) ?? TensorShardingAttr.fullyClosed(SymbolRefAttr.get(meshName), rankOf(value))
  );
}

/** Sets the sharding of an operand of a fragment; the others are open where they have none. */
export function setInSharding(fragment: FragmentOp, index: number, sharding: TensorShardingAttr): void {
  const ranks = fragment.operands.map(({ value }) => rankOf(value));
  fragment.inShardings =
    fragment.inShardings?.withSharding(index, sharding) ??
    TensorShardingPerValueAttr.openExcept(sharding.meshOrRef, ranks, index, sharding);
}
