import { Buffer } from 'node:buffer';
import { fromByteString, toByteString } from '../byte-string.ts';
import { type ToolInput, type ToolResult, succeeded } from '../tool.ts';
import { parseOptions } from './options.ts';
import { CommandFailure, readOperand, splitLines } from './text-input.ts';

/** Beyond this many pairs of lines the differing middle is shown as a whole, since comparing is quadratic. */
const comparisonLimit = 4_000_000;

const contextLines = 3;

interface Change {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** The shortest edit of the lines that differ, by the longest common subsequence. */
function editMiddle(
  left: readonly string[],
  right: readonly string[],
  key: (line: string) => string,
): Change[] {
  const removed = left.map((line) => ({ mark: '-', line }) as const);
  const added = right.map((line) => ({ mark: '+', line }) as const);
  if (left.length * right.length > comparisonLimit) return [...removed, ...added];
  const width = right.length + 1;
  const common = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const same = key(left[row]!) === key(right[column]!);
      common[at] = same ? common[at + width + 1]! + 1 : Math.max(common[at + width]!, common[at + 1]!);
    }
  }
  const changes: Change[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    const at = row * width + column;
    if (key(left[row]!) === key(right[column]!)) {
      changes.push({ mark: ' ', line: left[row++]! });
      column++;
    } else if (common[at + width]! >= common[at + 1]!) {
      changes.push(removed[row++]!);
    } else {
      changes.push(added[column++]!);
    }
  }
  return [...changes, ...removed.slice(row), ...added.slice(column)];
}

function edit(left: readonly string[], right: readonly string[], key: (line: string) => string): Change[] {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && key(left[head]!) === key(right[head]!)) head++;
  let tail = 0;
  while (tail < shorter - head && key(left.at(-1 - tail)!) === key(right.at(-1 - tail)!)) tail++;
  const same = (line: string) => ({ mark: ' ', line }) as const;
  const middle = editMiddle(
    left.slice(head, left.length - tail),
    right.slice(head, right.length - tail),
    key,
  );
  return [...left.slice(0, head).map(same), ...middle, ...left.slice(left.length - tail).map(same)];
}

/** The changes with their context as `@@` hunks. */
function hunks(changes: readonly Change[]): string {
  const shown = new Set<number>();
  for (const [index, { mark }] of changes.entries()) {
    if (mark === ' ') continue;
    for (let near = index - contextLines; near <= index + contextLines; near++) shown.add(near);
  }
  let output = '';
  let leftLine = 1;
  let rightLine = 1;
  for (let index = 0; index < changes.length; index++) {
    if (shown.has(index) && !shown.has(index - 1)) {
      let end = index;
      while (end < changes.length && shown.has(end)) end++;
      const hunk = changes.slice(index, end);
      const leftCount = hunk.filter(({ mark }) => mark !== '+').length;
      const rightCount = hunk.filter(({ mark }) => mark !== '-').length;
      output += `@@ -${leftLine},${leftCount} +${rightLine},${rightCount} @@\n`;
    }
    const { mark, line } = changes[index]!;
    if (shown.has(index)) output += `${mark}${line}\n`;
    if (mark !== '+') leftLine++;
    if (mark !== '-') rightLine++;
  }
  return output;
}

/** `diff [-ubwq] [--strip-trailing-cr] LEFT RIGHT`: ends with 1 and prints unified hunks when they differ. */
export function diff(args: readonly string[], input: ToolInput): ToolResult {
  const { given, operands } = parseOptions(
    args,
    ['u', 'b', 'w', 'q', 'a', 'strip-trailing-cr', 'brief'],
    ['U'],
  );
  const [left, right] = operands;
  if (left === undefined || right === undefined) throw new CommandFailure('two files are needed', 2);
  const [leftBytes, rightBytes] = [readOperand(left, input, 2), readOperand(right, input, 2)];
  if (Buffer.compare(leftBytes, rightBytes) === 0) return succeeded();
  const key = (line: string): string => {
    const text = given.has('strip-trailing-cr') ? line.replace(/\r$/, '') : line;
    if (given.has('w')) return text.replace(/\s+/g, '');
    return given.has('b') ? text.replace(/\s+/g, ' ').trimEnd() : text;
  };
  const [leftText, rightText] = [toByteString(leftBytes), toByteString(rightBytes)];
  const changes = edit(splitLines(leftText), splitLines(rightText), key);
  const changed = changes.some(({ mark }) => mark !== ' ');
  const loose = given.has('w') || given.has('b') || given.has('strip-trailing-cr');
  if (!changed && loose) return succeeded();
  const differ = `Files ${left} and ${right} differ\n`;
  const isBinary = leftText.includes('\0') || rightText.includes('\0');
  if (given.has('q') || given.has('brief') || isBinary || !changed)
    return { stdout: differ, stderr: '', exitCode: 1 };
  return { stdout: `--- ${left}\n+++ ${right}\n${fromByteString(hunks(changes))}`, stderr: '', exitCode: 1 };
}
