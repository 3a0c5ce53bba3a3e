import {
  type Block,
  blocksKept,
  type ExchangePlan,
  type Piece,
  shardSize,
  type SplitInput,
} from '../export/exchange-borders/exchange-plan.ts';
import { compactBlocks } from './compact-halos.ts';
import { haloShards, type HaloShards, type HaloWindows, type SentRange } from './halo-shards.ts';

/**
 * Plans how devices get the elements of their windows as XLA does: halos of one size for all devices from the neighbours on the left and on the
 * right, as many neighbours away as the farthest window reaches, or, where windows are far from the shards and small, only what each needs.
 *
 * @returns `null` if the dimension is gathered instead.
 */
export function planHalos(input: SplitInput, windows: HaloWindows): ExchangePlan | null {
  const shards = haloShards(input, windows);
  const sent = shards.devices.length === 1 ? [] : sentBlocks(shards);
  if (sent === null) return null;
  const { span } = windows;
  const kept = shards.devices.flatMap((device) => ownPieces(shards, input, device));
  const blocks = [...blocksKept(kept), ...sent.map((range) => blockOf(range, shards, input))];
  // Shards that are left out have elements that only they lack.
  const isComplete = shards.devices.every((device) => {
    const needed = neededRange(shards, input, device);
    const found = blocks.flatMap(({ pieces }) => pieces.filter(({ target }) => target === device));
    return found.reduce((sum, { length }) => sum + length, 0) === Math.max(0, needed.end - needed.begin);
  });
  const total = blocks.reduce((sum, { isSent, size }) => sum + (isSent ? size : 0), 0);
  return isComplete ? { window: span, blocks, sent: total } : null;
}

function sentBlocks(shards: HaloShards): readonly SentRange[] | null {
  const { part, count, span, left, right } = shards;
  const all = Array.from({ length: count }, (_, i) => i);
  const [lefts, rights] = [all.map(left), all.map(right)];
  if (Math.max(...lefts, ...rights) > 2 * span)
    return 2 * span >= count * part ? null : compactBlocks(shards);
  const [farLeft, farRight] = [Math.max(...lefts.slice(1)), Math.max(...rights.slice(0, -1))];
  if (farLeft + farRight + part >= part * count && (farLeft > part || farRight > part)) return null;
  const [begin, end] = [-Math.max(...lefts), part + Math.max(...rights)];
  if (begin >= end) return null;
  const ranges: SentRange[] = [];
  const add = (shift: number, start: number, limit: number): void => {
    const pairs = all
      .map((target) => [target + shift, target] as const)
      .filter(([source]) => source >= 0 && source < count);
    if (pairs.length > 0) ranges.push({ start, limit, pairs });
  };
  for (let i = Math.ceil(farLeft / part) - 1; i >= 0 && (-i - 1) * part < end; i--) {
    const size = Math.min(farLeft - part * i, part);
    add(-i - 1, part - size, part - Math.max(-i * part - end, 0));
  }
  const skipped = Math.floor(Math.min(Math.max(begin - part, 0), Math.max(farRight, 0)) / part);
  for (let i = skipped; i < Math.ceil(farRight / part); i++)
    add(i + 1, Math.max(begin - (i + 1) * part, 0), Math.min(farRight - part * i, part));
  return ranges;
}

/** The elements of the dimension that a device needs. */
function neededRange({ windowOf }: HaloShards, { size }: SplitInput, device: number) {
  const { start, span } = windowOf(device);
  return { start, begin: Math.max(0, start), end: Math.min(size, start + span) };
}

function ownPieces(shards: HaloShards, input: SplitInput, device: number): Piece[] {
  const part = shardSize(input);
  const piece = pieceOf(shards, input, { source: device, target: device, start: 0, limit: part });
  return piece.length > 0 ? [piece] : [];
}

function blockOf({ start, limit, pairs }: SentRange, shards: HaloShards, input: SplitInput): Block {
  const { devices, skipped } = shards;
  const from = start + skipped;
  const pieces = pairs.map(([source, target]) =>
    pieceOf(shards, input, {
      source: devices[source]!,
      target: devices[target]!,
      start: from,
      limit: limit + skipped,
    }),
  );
  return { isSent: true, size: limit - start, start: from, pieces };
}

/** The elements of a range of a shard that another device needs; empty if it needs none of them. */
function pieceOf(
  shards: HaloShards,
  input: SplitInput,
  range: { readonly source: number; readonly target: number; readonly start: number; readonly limit: number },
): Piece {
  const { source, target } = range;
  const first = source * shardSize(input);
  const needed = neededRange(shards, input, target);
  const begin = Math.max(first + range.start, needed.begin);
  const length = Math.max(0, Math.min(first + range.limit, needed.end) - begin);
  const ends = { input: 0, source, target };
  return length === 0
    ? { ...ends, offset: range.start, length, at: 0 }
    : { ...ends, offset: begin - first, length, at: begin - needed.start };
}
