import { defineAttr, integerParameter } from '@shardform/ir-core';

/** Kinds of channels (StableHLO spec, "Channel"). */
export const channelType = { invalid: 0, deviceToDevice: 1, deviceToHost: 2, hostToDevice: 3 } as const;

/** `#stablehlo.channel_handle<handle = 1, type = 1>`: the channel over which an op communicates. */
export class ChannelHandleAttr extends defineAttr('stablehlo.channel_handle', {
  summary: 'two 64-bit integers `handle` and `type`',
  parameters: { handle: integerParameter, type: integerParameter },
  format: '`<` struct(params) `>`',
}) {}
