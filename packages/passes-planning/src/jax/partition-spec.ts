import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { pythonString, RankedTensorType, type Type } from '@shardform/ir-core';

/** `P('x', None, ('y', 'z'))`, without what is whole at the end. */
export function partitionSpec(sharding: TensorShardingAttr | null): string {
  const dims = (sharding?.dims ?? []).map(({ axes }) => {
    const names = axes.map(({ name }) => pythonString(name, "'"));
    return names.length === 0 ? 'None' : names.length === 1 ? names[0]! : `(${names.join(', ')})`;
  });
  while (dims.at(-1) === 'None') dims.pop();
  return `P(${dims.join(', ')})`;
}

/**
 * Returns the spec of an argument or result; `null` for a tensor without a sharding, which is left open: what is written there
 * would be `P()`, that every device has all of it.
 */
export function signatureSpec(sharding: TensorShardingAttr | null, type: Type): string | null {
  const isOpen = sharding === null && type instanceof RankedTensorType && type.rank > 0;
  return isOpen ? null : partitionSpec(sharding);
}
