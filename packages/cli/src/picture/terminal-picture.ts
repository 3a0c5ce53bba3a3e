import type { ShardLayout } from '@shardform/runtime-sim';

/** Background colours of a terminal (256-colour palette), told apart easily and dark enough for white text. */
const COLOURS = [24, 94, 22, 53, 88, 30, 58, 60, 52, 23, 130, 65];

/**
 * Draws which device holds which part of a tensor: a grid over the two last dimensions that are split (or the last
 * two), one cell a part, with the numbers of the devices that hold it.
 *
 * @param shape the global shape.
 * @param colour whether to use terminal colours.
 */
export function shardingPicture(shape: readonly number[], layout: ShardLayout, colour: boolean): string {
  const cells = new Map<string, number[]>();
  for (const [device, offsets] of layout.offsets) {
    const key = offsets.map((offset, d) => partIndex(offset, layout.localShape[d]!)).join();
    cells.set(key, [...(cells.get(key) ?? []), device]);
  }
  const counts = shape.map((size, d) => Math.max(1, Math.ceil(size / Math.max(1, layout.localShape[d]!))));
  const [rowDim, columnDim] = shownDimensions(counts);
  const rows = rowDim === null ? 1 : counts[rowDim]!;
  const columns = columnDim === null ? 1 : counts[columnDim]!;
  const labels: string[][] = [];
  for (let row = 0; row < rows; row++) {
    labels.push(
      Array.from({ length: columns }, (_, column) => {
        const index = counts.map((_count, d) => (d === rowDim ? row : d === columnDim ? column : 0));
        return (cells.get(index.join()) ?? []).sort((a, b) => a - b).join(',');
      }),
    );
  }
  return drawGrid(labels, colour);
}

function partIndex(offset: number, size: number): number {
  return size === 0 ? 0 : Math.floor(offset / size);
}

/** The dimensions drawn down and across. */
function shownDimensions(counts: readonly number[]): readonly [number | null, number | null] {
  const split = [...counts.keys()].filter((d) => counts[d]! > 1);
  const last = counts.length - 1;
  if (split.length >= 2) return [split.at(-2)!, split.at(-1)!];
  if (split.length === 1) return split[0] === last ? [null, last] : [split[0]!, null];
  return [null, last >= 0 ? last : null];
}

function drawGrid(labels: readonly (readonly string[])[], colour: boolean): string {
  const width = Math.max(7, ...labels.flat().map((label) => label.length)) + 2;
  const columns = labels[0]!.length;
  const rule = (left: string, middle: string, right: string): string =>
    left + Array.from({ length: columns }, () => '─'.repeat(width)).join(middle) + right;
  const distinct = [...new Set(labels.flat())];
  const lines = [rule('┌', '┬', '┐')];
  labels.forEach((row, i) => {
    if (i > 0) lines.push(rule('├', '┼', '┤'));
    lines.push(
      `│${row.map((label) => paint(centred(label, width), distinct.indexOf(label), colour)).join('│')}│`,
    );
  });
  lines.push(rule('└', '┴', '┘'));
  return lines.map((line) => `  ${line}\n`).join('');
}

function centred(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2);
  return ' '.repeat(left) + text + ' '.repeat(width - text.length - left);
}

function paint(text: string, index: number, colour: boolean): string {
  if (!colour) return text;
  return `\u001b[48;5;${COLOURS[index % COLOURS.length]!}m\u001b[97m${text}\u001b[0m`;
}
