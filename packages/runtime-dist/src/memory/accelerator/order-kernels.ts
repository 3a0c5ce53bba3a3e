import { Heap } from './heap-queue.ts';
import { type KernelGraph, peakOfOrder } from './kernel-graph.ts';

/** An order of kernels, and the most bytes that it needs at once. */
export interface KernelsInOrder {
  readonly order: readonly number[];
  readonly peak: number;
}

/** Returns the order that needs the least memory, of several that schedulers find in nearly linear time. */
export function orderForMemory(graph: KernelGraph): KernelsInOrder {
  let best: KernelsInOrder | null = null;
  for (const make of [byDepth, byGrowth, byGrowthFromEnd]) {
    const order = make(graph);
    const peak = peakOfOrder(graph, order);
    if (best === null || peak < best.peak) best = { order, peak };
  }
  return best ?? { order: [], peak: 0 };
}

/** Depth first from the kernels that nobody waits for, in program order: of what a kernel waits for, the largest part first. */
function byDepth({ before, after, makes, bytes, count }: KernelGraph): number[] {
  const sizes = new Float64Array(count);
  for (let k = 0; k < count; k += 1) {
    let size = 0;
    for (const value of makes[k]) size += bytes[value];
    for (const earlier of before[k]) size += sizes[earlier];
    // Shared parts count several times: sizes order operands, and stay finite.
    sizes[k] = Math.min(size, Number.MAX_SAFE_INTEGER);
  }
  const order: number[] = [];
  const state = new Uint8Array(count);
  for (let root = 0; root < count; root += 1) {
    if (after[root].length > 0) continue;
    const stack = [root];
    while (stack.length > 0) {
      const k = stack[stack.length - 1];
      if (state[k] === 2) {
        stack.pop();
        continue;
      }
      if (state[k] === 1) {
        state[k] = 2;
        order.push(k);
        stack.pop();
        continue;
      }
      state[k] = 1;
      // The last on the stack is visited first.
      const next = before[k].filter((earlier) => state[earlier] === 0);
      next.sort((a, b) => sizes[a] - sizes[b] || b - a);
      stack.push(...next);
    }
  }
  return order;
}

/** From the beginning, the kernel next that adds least to what is held. */
function byGrowth({ before, after, makes, reads, bytes, users, count }: KernelGraph): number[] {
  const left = users.map(({ length }) => length);
  const missing = before.map(({ length }) => length);
  const done = new Uint8Array(count);
  const growth = (k: number): number => {
    let sum = 0;
    for (const value of makes[k]) if (users[value].length > 0) sum += bytes[value];
    for (const value of reads[k]) if (left[value] === 1) sum -= bytes[value];
    return sum;
  };
  const ready = new Heap();
  for (let k = 0; k < count; k += 1) if (missing[k] === 0) ready.push(k, growth(k), k);
  const order: number[] = [];
  for (let k = ready.pop(); k !== undefined; k = ready.pop()) {
    if (done[k] === 1) continue;
    done[k] = 1;
    order.push(k);
    for (const value of reads[k]) {
      left[value] -= 1;
      if (left[value] !== 1) continue;
      const last = users[value].find((user) => done[user] === 0);
      if (last !== undefined && missing[last] === 0) ready.push(last, growth(last), last);
    }
    for (const later of after[k]) {
      missing[later] -= 1;
      if (missing[later] === 0) ready.push(later, growth(later), later);
    }
  }
  return order;
}

/** From the end, the kernel before that leaves least to be held: values are made where they are needed. */
function byGrowthFromEnd({ before, after, makes, reads, bytes, users, count }: KernelGraph): number[] {
  const missing = after.map(({ length }) => length);
  const done = new Uint8Array(count);
  const isLive = new Uint8Array(bytes.length);
  const growth = (k: number): number => {
    let sum = 0;
    for (const value of makes[k]) if (isLive[value] === 1) sum -= bytes[value];
    for (const value of reads[k]) if (isLive[value] === 0) sum += bytes[value];
    return sum;
  };
  const ready = new Heap();
  const add = (k: number): void => {
    ready.push(k, growth(k), count - k);
  };
  for (let k = 0; k < count; k += 1) if (missing[k] === 0) add(k);
  const order: number[] = [];
  for (let k = ready.pop(); k !== undefined; k = ready.pop()) {
    if (done[k] === 1) continue;
    done[k] = 1;
    order.push(k);
    for (const value of reads[k]) {
      if (isLive[value] === 1) continue;
      isLive[value] = 1;
      for (const user of users[value]) if (done[user] === 0 && missing[user] === 0) add(user);
    }
    for (const earlier of before[k]) {
      missing[earlier] -= 1;
      if (missing[earlier] === 0) add(earlier);
    }
  }
  return order.reverse();
}
