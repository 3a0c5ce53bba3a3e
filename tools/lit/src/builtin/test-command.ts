import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolInput, ToolResult } from '../tool.ts';
import { CommandFailure } from './text-input.ts';

const comparisons = new Map<string, (left: number, right: number) => boolean>([
  ['-eq', (left, right) => left === right],
  ['-ne', (left, right) => left !== right],
  ['-lt', (left, right) => left < right],
  ['-le', (left, right) => left <= right],
  ['-gt', (left, right) => left > right],
  ['-ge', (left, right) => left >= right],
]);

function unary(operator: string, operand: string, cwd: string): boolean {
  const found = statSync(resolve(cwd, operand), { throwIfNoEntry: false });
  switch (operator) {
    case '-n':
      return operand !== '';
    case '-z':
      return operand === '';
    case '-e':
      return found !== undefined;
    case '-f':
      return found?.isFile() ?? false;
    case '-d':
      return found?.isDirectory() ?? false;
    case '-s':
      return (found?.size ?? 0) > 0;
    default:
      throw new CommandFailure(`unknown operator '${operator}'`, 2);
  }
}

function binary(left: string, operator: string, right: string): boolean {
  if (operator === '=' || operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const compare = comparisons.get(operator);
  if (!compare) throw new CommandFailure(`unknown operator '${operator}'`, 2);
  const [leftNumber, rightNumber] = [left, right].map((text) =>
    /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : NaN,
  );
  if (Number.isNaN(leftNumber) || Number.isNaN(rightNumber)) throw new CommandFailure('integer expected', 2);
  return compare(leftNumber!, rightNumber!);
}

function holds(words: readonly string[], cwd: string): boolean {
  const [first = '', second = '', third = ''] = words;
  if (first === '!') return !holds(words.slice(1), cwd);
  if (words.length <= 1) return first !== '';
  if (words.length === 2) return unary(first, second, cwd);
  if (words.length === 3) return binary(first, second, third);
  throw new CommandFailure('too many arguments', 2);
}

/** `test CONDITION` and `[ CONDITION ]` for strings, whole numbers and files. */
export function testCommand(args: readonly string[], { cwd }: ToolInput): ToolResult {
  const words = args.at(-1) === ']' ? args.slice(0, -1) : args;
  return { stdout: '', stderr: '', exitCode: holds(words, cwd) ? 0 : 1 };
}
