import type { TensorShardingAttr } from '@shardform/dialect-sdy';

/** `P('x', None, ('y', 'z'))`, without what is whole at the end. */
export function partitionSpec(sharding: TensorShardingAttr | null): string {
  const dims = (sharding?.dims ?? []).map(({ axes }) => {
    const names = axes.map(({ name }) => `'${name}'`);
    return names.length === 0 ? 'None' : names.length === 1 ? names[0]! : `(${names.join(', ')})`;
  });
  while (dims.at(-1) === 'None') dims.pop();
  return `P(${dims.join(', ')})`;
}
