import { type CollectiveTraffic, ringTraffic, treeTraffic } from '@shardform/dialect-stablehlo';

/** Seconds of sending `bytes` at `bytesPerSecond` after `latency` seconds. */
export function transferSeconds(bytes: number, bytesPerSecond: number, latency: number): number {
  return latency + bytes / bytesPerSecond;
}

/** An all-reduce of `bytes` around a ring of `count` devices. */
export function ringAllReduce(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  return secondsOf(ringTraffic('all_reduce', count, bytes), bytesPerSecond, latency);
}

/** Half of a ring all-reduce: an all-gather whose result has `bytes`, or a reduce-scatter of `bytes`. */
export function ringHalf(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  return secondsOf(ringTraffic('reduce_scatter', count, bytes), bytesPerSecond, latency);
}

/** An all-reduce up and down a binary tree. */
export function treeAllReduce(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  return secondsOf(treeTraffic(count, bytes), bytesPerSecond, latency);
}

function secondsOf({ bytes, steps }: CollectiveTraffic, bytesPerSecond: number, latency: number): number {
  return steps * latency + bytes / bytesPerSecond;
}

/** Nodes of equal numbers of devices. */
export interface TwoLevels {
  readonly nodes: number;
  readonly perNode: number;
  readonly insideBytesPerSecond: number;
  readonly betweenBytesPerSecond: number;
  readonly insideLatency: number;
  readonly betweenLatency: number;
}

/**
 * An all-reduce on two levels: reduce-scatter in each node, all-reduce of the shards among nodes, all-gather in each
 * node. Devices of a node share the link to the others, over which `bytes` go in total.
 */
export function twoLevelAllReduce(bytes: number, levels: TwoLevels): number {
  const { nodes, perNode, insideBytesPerSecond, betweenBytesPerSecond, insideLatency, betweenLatency } =
    levels;
  const inside = 2 * ringHalf(bytes, perNode, insideBytesPerSecond, insideLatency);
  return inside + ringAllReduce(bytes, nodes, betweenBytesPerSecond, betweenLatency);
}
