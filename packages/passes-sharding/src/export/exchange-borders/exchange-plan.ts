/** The split of a tensor along a dimension. Sizes count elements. */
export interface SplitInput {
  /** The whole dimension. */
  readonly size: number;
  /** Number of shards; 1 if every device has the whole dimension. */
  readonly parts: number;
}

/** Elements that a device needs one after the other: those of an input from `start` on, at `at` of its window. */
export interface Run {
  readonly input: number;
  /** May lie outside of the input, where there is nothing. */
  readonly start: number;
  readonly length: number;
  readonly at: number;
}

/** Elements of one shard that a device needs. Devices are numbered by their shard along the dimension. */
export interface Piece {
  readonly input: number;
  readonly source: number;
  readonly target: number;
  /** Of the first element in the shard. */
  readonly offset: number;
  readonly length: number;
  /** Of the first element in the target's window. */
  readonly at: number;
}

/** Pieces of several devices, at most one from and one for each, that are cut or sent at once. */
export interface Block {
  /** False if all devices take the pieces from their own shards. */
  readonly isSent: boolean;
  /** The length of the longest piece, or of the range of a shard that all devices send. */
  readonly size: number;
  /** Where that range begins. */
  readonly start?: number;
  /** May be empty where a device is sent what it does not need. */
  readonly pieces: readonly Piece[];
}

/** How devices get windows of a dimension. */
export interface ExchangePlan {
  readonly window: number;
  readonly blocks: readonly Block[];
  /** Number of elements along the dimension that each device sends. */
  readonly sent: number;
}

/**
 * Plans how devices get the elements of their windows: from their own shards, and from others in as few exchanges as
 * there are devices that one has to send to.
 *
 * @param runs what each device's window consists of; the rest is filled up.
 * @param window size of a window.
 */
export function planExchange(
  inputs: readonly SplitInput[],
  runs: readonly (readonly Run[])[],
  window: number,
): ExchangePlan {
  const pieces = runs.flatMap((own, target) =>
    own.flatMap((run) => piecesOf(run, target, inputs[run.input]!)),
  );
  const kept = pieces.filter(({ source, target }) => source === target);
  const moved = pieces
    .filter(({ source, target }) => source !== target)
    .sort((a, b) => b.length - a.length || a.target - a.source - (b.target - b.source));
  const blocks = [...blocksOf(kept, false), ...blocksOf(moved, true)];
  return { window, blocks, sent: blocks.reduce((sum, { isSent, size }) => sum + (isSent ? size : 0), 0) };
}

/** Size of a shard of a dimension; that of the last ones may be partly or wholly behind its end. */
export function shardSize({ size, parts }: SplitInput): number {
  return Math.ceil(size / parts);
}

/** Puts pieces that devices take from their own shards together. */
export function blocksKept(pieces: readonly Piece[]): readonly Block[] {
  return blocksOf(pieces, false);
}

/** The pieces of a run, one for each shard that has some of it. */
function piecesOf({ input, start, length, at }: Run, target: number, split: SplitInput): Piece[] {
  const part = shardSize(split);
  const [first, end] = [Math.max(0, start), Math.min(split.size, start + length)];
  const pieces: Piece[] = [];
  for (let from = first; from < end;) {
    const shard = Math.floor(from / part);
    const to = Math.min(end, (shard + 1) * part);
    pieces.push({
      input,
      source: split.parts === 1 ? target : shard,
      target,
      offset: from - shard * part,
      length: to - from,
      at: at + from - start,
    });
    from = to;
  }
  return pieces;
}

/** Puts pieces together, those first that have the same size and place on their devices. */
function blocksOf(pieces: readonly Piece[], isSent: boolean): Block[] {
  const blocks: Piece[][] = [];
  for (const piece of pieces) {
    const free = blocks.filter((block) => fits(piece, block, isSent));
    const alike = free.find(([first]) => first!.at === piece.at && first!.length === piece.length);
    const placed = alike ?? free.find(([first]) => first!.at === piece.at) ?? free[0];
    if (placed === undefined) blocks.push([piece]);
    else placed.push(piece);
  }
  return blocks.map((block) => ({
    isSent,
    size: Math.max(...block.map(({ length }) => length)),
    pieces: block,
  }));
}

function fits(piece: Piece, block: readonly Piece[], isSent: boolean): boolean {
  return block.every(({ input, source, target }) =>
    isSent
      ? source !== piece.source && target !== piece.target
      : target !== piece.target && input === piece.input,
  );
}
