import { array, bool, channelId, flag, optionalElements, plain, text } from './attribute-kind.ts';
import { op, type OpRow } from './op-row.ts';
import { channel } from './struct.ts';

/** Operations that talk to other processes or the host (StableHLO, `VhloOps.td`). */
export const communicationRows: readonly OpRow[] = [
  op('all_gather_v1', '0.9.0', '1.4.0', {
    operands: 'operand',
    attrs: {
      all_gather_dim: plain,
      replica_groups: plain,
      channel_id: channelId,
      use_global_device_ids: flag,
    },
    results: 'result',
  }),
  op('all_gather_v2', '1.5.0', null, {
    operands: 'operands*',
    attrs: {
      all_gather_dim: plain,
      replica_groups: plain,
      channel_id: channelId,
      use_global_device_ids: flag,
    },
    results: 'results*',
  }),
  op('all_reduce_v1', '0.9.0', '1.4.0', {
    operands: 'operand',
    attrs: { replica_groups: plain, channel_id: channelId, use_global_device_ids: flag },
    results: 'result',
    regions: 'computation',
  }),
  op('all_reduce_v2', '1.5.0', null, {
    operands: 'operands*',
    attrs: { replica_groups: plain, channel_id: channelId, use_global_device_ids: flag },
    results: 'results*',
    regions: 'computation',
  }),
  op('all_to_all_v1', '0.9.0', '1.4.0', {
    operands: 'operand',
    attrs: {
      split_dimension: plain,
      concat_dimension: plain,
      split_count: plain,
      replica_groups: plain,
      channel_id: channelId,
    },
    results: 'result',
  }),
  op('all_to_all_v2', '1.5.0', null, {
    operands: 'operands*',
    attrs: {
      split_dimension: plain,
      concat_dimension: plain,
      split_count: plain,
      replica_groups: plain,
      channel_id: channelId,
    },
    results: 'results*',
  }),
  op('async_start_v1', '1.15.0', null, { operands: 'operands*', results: 'result', regions: 'collective' }),
  op('async_done_v1', '1.15.0', null, { operands: 'operand', results: 'result' }),
  op('collective_broadcast_v1', '0.16.0', '1.19.0', {
    operands: 'operand',
    attrs: { replica_groups: plain, channel_id: channelId },
    results: 'result',
  }),
  op('collective_broadcast_v2', '1.20.0', null, {
    operands: 'operands*',
    attrs: { replica_groups: plain, channel_id: channelId, has_dynamic_root: flag },
    results: 'results*',
  }),
  op('collective_reduce_v1', '1.19.0', null, {
    operands: 'operands*',
    attrs: {
      replica_groups: plain,
      channel_id: channelId,
      use_global_device_ids: flag,
      has_dynamic_root: flag,
    },
    results: 'results*',
    regions: 'computation',
  }),
  op('collective_permute_v1', '0.9.0', null, {
    operands: 'operand',
    attrs: { source_target_pairs: plain, channel_id: channelId },
    results: 'result',
  }),
  op('cross-replica-sum_v1', '0.9.0', null, {
    operands: 'operand',
    attrs: { replica_groups: plain },
    results: 'result',
  }),
  op('infeed_v1', '0.9.0', null, {
    operands: 'token',
    attrs: { infeed_config: text, layout: array },
    results: 'results*',
  }),
  op('outfeed_v1', '0.9.0', null, {
    operands: 'inputs* token',
    attrs: { outfeed_config: text },
    results: 'result',
  }),
  op('recv_v1', '0.9.0', '1.11.0', {
    operands: 'token',
    attrs: { channel_id: plain, channel_type: plain, is_host_transfer: bool },
    results: 'results*',
  }),
  op('recv_v2', '1.12.0', null, {
    operands: 'token',
    attrs: {
      channel_id: plain,
      channel_type: plain,
      is_host_transfer: bool,
      source_target_pairs: optionalElements,
    },
    results: 'results*',
    structs: { channel_handle: channel },
  }),
  op('reduce_scatter_v1', '0.9.0', null, {
    operands: 'operand',
    attrs: {
      scatter_dimension: plain,
      replica_groups: plain,
      channel_id: channelId,
      use_global_device_ids: flag,
    },
    results: 'result',
    regions: 'computation',
  }),
  op('send_v1', '0.9.0', '1.11.0', {
    operands: 'inputs* token',
    attrs: { channel_id: plain, channel_type: plain, is_host_transfer: bool },
    results: 'result',
  }),
  op('send_v2', '1.12.0', null, {
    operands: 'inputs* token',
    attrs: {
      channel_id: plain,
      channel_type: plain,
      is_host_transfer: bool,
      source_target_pairs: optionalElements,
    },
    results: 'result',
    structs: { channel_handle: channel },
  }),
];
