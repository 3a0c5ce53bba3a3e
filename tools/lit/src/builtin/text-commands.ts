import { Buffer } from 'node:buffer';
import { toByteString } from '../byte-string.ts';
import { type ToolInput, type ToolResult, failed, succeeded } from '../tool.ts';
import { parseOptions } from './options.ts';
import { CommandFailure, readOperands, splitLines } from './text-input.ts';

const fromLines = (lines: readonly string[]): Uint8Array =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
]);

/** `echo [-ne] WORD...` */
export function echo(args: readonly string[]): ToolResult {
  const firstWord = args.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = (firstWord < 0 ? args : args.slice(0, firstWord)).join('');
  const text = args.slice(firstWord < 0 ? args.length : firstWord).join(' ');
  const line = options.includes('e')
    ? text.replace(/\\([ntr\\])/g, (_, letter: string) => escapes.get(letter)!)
    : text;
  return succeeded(options.includes('n') ? line : `${line}\n`);
}

/** The number that `-n N`, `-N` or nothing (10) gives, with its sign. */
function lineCount(args: readonly string[]): {
  readonly count: string;
  readonly operands: readonly string[];
} {
  const spelled = args.map((word) => (/^-\d+$/.test(word) ? `-n${word.slice(1)}` : word));
  const { given, operands } = parseOptions(spelled, [], ['n']);
  const count = String(given.get('n')?.at(-1) ?? '10');
  if (!/^[+-]?\d+$/.test(count)) throw new CommandFailure(`invalid number of lines: '${count}'`);
  return { count, operands };
}

/** `head [-n N] FILE...` */
export function head(args: readonly string[], input: ToolInput): ToolResult {
  const { count, operands } = lineCount(args);
  const lines = readOperands(operands, input).flatMap(splitLines);
  return succeeded(fromLines(lines.slice(0, Number(count))));
}

/** `tail [-n N] FILE...`; `+N` begins with line N. */
export function tail(args: readonly string[], input: ToolInput): ToolResult {
  const { count, operands } = lineCount(args);
  const lines = readOperands(operands, input).flatMap(splitLines);
  const first = count.startsWith('+')
    ? Number(count) - 1
    : Math.max(0, lines.length - Math.abs(Number(count)));
  return succeeded(fromLines(lines.slice(first)));
}

/** `sort [-ru] FILE...`, by bytes. */
export function sort(args: readonly string[], input: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['r', 'u']);
  const sorted = readOperands(operands, input).flatMap(splitLines).sort();
  const lines = given.has('u') ? [...new Set(sorted)] : sorted;
  return succeeded(fromLines(given.has('r') ? lines.reverse() : lines));
}

/** `wc [-lwc] FILE...`: the sum over all files. */
export function wordCount(args: readonly string[], input: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['l', 'w', 'c']);
  const text = readOperands(operands, input).join('');
  const counts = {
    l: text.split('\n').length - 1,
    w: text.split(/\s+/).filter((word) => word !== '').length,
    c: text.length,
  };
  const asked = (['l', 'w', 'c'] as const).filter((letter) => given.size === 0 || given.has(letter));
  return succeeded(`${asked.map((letter) => counts[letter]).join(' ')}\n`);
}

/** LLVM's `count N`: succeeds when the input has N lines. */
export function count(args: readonly string[], { stdin }: ToolInput): ToolResult {
  const lines = splitLines(toByteString(stdin)).length;
  if (lines === Number(args[0])) return succeeded();
  return failed(`Expected ${args[0]} lines, got ${lines}.\n`);
}
