import { ChannelHandleAttr, channelType } from '@shardform/dialect-stablehlo';
import { type Operation, perState } from '@shardform/ir-core';

/** Hands out channels that no other collective of a module uses. */
export class Channels {
  #next: number;

  constructor(module: Operation) {
    this.#next = highestChannel(module) + 1;
  }

  next(): ChannelHandleAttr {
    return ChannelHandleAttr.get({ handle: this.#next++, type: channelType.deviceToDevice });
  }
}

const highestChannel = /* @__PURE__ */ perState((module: Operation): number => {
  let highest = 0;
  module.walk((op) => {
    const channel = op.getAttr('channel_handle');
    if (channel instanceof ChannelHandleAttr) highest = Math.max(highest, channel.handle);
  });
  return highest;
});
