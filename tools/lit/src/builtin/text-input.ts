import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toByteString } from '../byte-string.ts';
import type { ToolInput } from '../tool.ts';

/** A command's failure that ends it; `message` is printed behind the command's name. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * The bytes of a file, `-` being the standard input.
 *
 * @throws CommandFailure with `exitCode` when it cannot be read.
 */
export function readOperand(path: string, { stdin, cwd }: ToolInput, exitCode = 1): Uint8Array {
  if (path === '-') return stdin;
  try {
    return readFileSync(resolve(cwd, path));
  } catch {
    throw new CommandFailure(`${path}: No such file or directory`, exitCode);
  }
}

/** The files as one byte string each; the standard input when none is named. */
export function readOperands(paths: readonly string[], input: ToolInput, exitCode = 1): readonly string[] {
  return (paths.length > 0 ? paths : ['-']).map((path) => toByteString(readOperand(path, input, exitCode)));
}

/** The lines of a text without their newlines; a last newline ends a line and begins none. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
