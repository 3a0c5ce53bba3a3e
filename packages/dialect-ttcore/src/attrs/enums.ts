import { defineEnumAttr, type EnumAttr, type EnumAttrClass } from '@shardform/ir-core';

/* @__NO_SIDE_EFFECTS__ */
function ttcoreEnum<const V extends string>(
  mnemonic: string,
  cppName: string,
  summary: string,
  values: readonly V[],
): EnumAttrClass<V> {
  return defineEnumAttr(`ttcore.${mnemonic}`, {
    values,
    style: 'angle',
    summary,
    cppEnum: `::mlir::tt::ttcore::${cppName}`,
    cppAttr: `TTCore_${cppName}Attr`,
  });
}

/** What a function argument is to the model: `#ttcore.argument_type<input>`. */
export const ArgumentTypeAttr = /* @__PURE__ */ ttcoreEnum('argument_type', 'ArgumentType', 'Argument Type', [
  'input',
  'parameter',
  'constant',
  'default',
]);
export type ArgumentTypeAttr = EnumAttr<(typeof ArgumentTypeAttr.values)[number]>;

/**
 * Whether an argument or result comes to the device already split: `#ttcore.shard_status<presharded>`.
 * `sharded` is the older word for `presharded`.
 */
export const ShardStatusAttr = /* @__PURE__ */ ttcoreEnum('shard_status', 'ShardStatus', 'Shard Status', [
  'presharded',
  'sharded',
  'unsharded',
]);
export type ShardStatusAttr = EnumAttr<(typeof ShardStatusAttr.values)[number]>;

/** How a collective combines values: `#ttcore.reduce_type<sum>`. */
export const ReduceTypeAttr = /* @__PURE__ */ ttcoreEnum('reduce_type', 'ReduceType', 'TT Reduce Type', [
  'sum',
  'mean',
  'max',
  'min',
  'std',
  'var',
  'prod',
  'invalid',
]);
export type ReduceTypeAttr = EnumAttr<(typeof ReduceTypeAttr.values)[number]>;

/** From the whole tensor to parts, or back: `#ttcore.shard_direction<full_to_shard>`. */
export const MeshShardDirectionAttr = /* @__PURE__ */ ttcoreEnum(
  'shard_direction',
  'MeshShardDirection',
  'TT MeshShardDirection',
  ['full_to_shard', 'shard_to_full'],
);
export type MeshShardDirectionAttr = EnumAttr<(typeof MeshShardDirectionAttr.values)[number]>;

/**
 * How a tensor lies on the mesh: `#ttcore.shard_type<devices>`. `identity` is the older word for tensors that
 * need no splitting.
 */
export const MeshShardTypeAttr = /* @__PURE__ */ ttcoreEnum(
  'shard_type',
  'MeshShardType',
  'TT MeshShardType',
  ['identity', 'replicate', 'maximal', 'devices'],
);
export type MeshShardTypeAttr = EnumAttr<(typeof MeshShardTypeAttr.values)[number]>;

/** The family of a chip: `#ttcore.arch<wormhole_b0>`. */
export const ArchAttr = /* @__PURE__ */ ttcoreEnum('arch', 'Arch', 'TT Arch', [
  'grayskull',
  'wormhole_b0',
  'blackhole',
]);
export type ArchAttr = EnumAttr<(typeof ArchAttr.values)[number]>;
