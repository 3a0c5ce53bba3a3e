import { type Sharding, shardingText as hloShardingText } from '@shardform/hlo-module';

/** Returns a sharding as `mhlo.sharding` has it: HLO's text without origins, and without the numbers of a tuple's elements. */
export function shardingText(sharding: Sharding): string {
  return sharding.kind === 'tuple'
    ? `{${sharding.elements.map(shardingText).join(', ')}}`
    : hloShardingText({ ...sharding, metadata: [] });
}
