import { labelNumbers, type ShardGrid } from './shard-grid.ts';

/** Background colors of a terminal (256-color palette), distinguishable and dark enough for white text. */
const COLOURS = [24, 94, 22, 53, 88, 30, 58, 60, 52, 23, 130, 65];

/** Draws a grid of shards: one cell per shard, with the numbers of the devices that hold it. */
export function terminalPicture({ labels }: ShardGrid, colour: boolean): string {
  const numbers = labelNumbers(labels);
  const width = [...numbers.keys()].reduce((most, label) => Math.max(most, label.length), 7) + 2;
  const columns = labels[0]!.length;
  const rule = (left: string, middle: string, right: string): string =>
    left + Array.from({ length: columns }, () => '─'.repeat(width)).join(middle) + right;
  const lines = [rule('┌', '┬', '┐')];
  labels.forEach((row, i) => {
    if (i > 0) lines.push(rule('├', '┼', '┤'));
    lines.push(
      `│${row.map((label) => paint(centred(label, width), numbers.get(label) ?? 0, colour)).join('│')}│`,
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
