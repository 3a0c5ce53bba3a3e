/** Seconds of sending `bytes` at `bytesPerSecond` after `latency` seconds. */
export function transferSeconds(bytes: number, bytesPerSecond: number, latency: number): number {
  return latency + bytes / bytesPerSecond;
}

/**
 * An all-reduce of `bytes` around a ring of `count` devices: `2 (n - 1)` steps, in each of which every device sends
 * an `n`-th of the bytes to the next. No all-reduce can send less than `2 (n - 1) / n` of the bytes per device.
 */
export function ringAllReduce(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  return 2 * (count - 1) * latency + (2 * bytes * (count - 1)) / (count * bytesPerSecond);
}

/** Half of a ring all-reduce: an all-gather whose result has `bytes`, or a reduce-scatter of `bytes`. */
export function ringHalf(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  return (count - 1) * latency + (bytes * (count - 1)) / (count * bytesPerSecond);
}

/** An all-reduce up and down a binary tree, pipelined: few steps, but the root's link carries all bytes twice. */
export function treeAllReduce(bytes: number, count: number, bytesPerSecond: number, latency: number): number {
  const depth = Math.ceil(Math.log2(count));
  return 2 * depth * latency + (count === 1 ? 0 : (2 * bytes) / bytesPerSecond);
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
