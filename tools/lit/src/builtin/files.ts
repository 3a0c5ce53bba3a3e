import { Buffer } from 'node:buffer';
import { cpSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type ToolInput, type ToolResult, succeeded } from '../tool.ts';
import { parseOptions } from './options.ts';
import { CommandFailure, readOperand } from './text-input.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** `cat FILE...` */
export function cat(args: readonly string[], input: ToolInput): ToolResult {
  const { operands } = parseOptions(args, ['u']);
  const files = operands.length > 0 ? operands : ['-'];
  return succeeded(Buffer.concat(files.map((path) => readOperand(path, input))));
}

/** `mkdir [-p] FOLDER...` */
export function makeFolder(args: readonly string[], { cwd }: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['p']);
  for (const folder of operands) {
    try {
      mkdirSync(resolve(cwd, folder), { recursive: given.has('p') });
    } catch {
      throw new CommandFailure(`cannot create '${folder}'`);
    }
  }
  return succeeded();
}

/** `rm [-rf] FILE...` */
export function remove(args: readonly string[], { cwd }: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['r', 'R', 'f']);
  for (const path of operands) {
    const target = resolve(cwd, path);
    if (!statSync(target, { throwIfNoEntry: false }) && !given.has('f')) {
      throw new CommandFailure(`cannot remove '${path}': No such file or directory`);
    }
    if (isFolder(target) && !given.has('r') && !given.has('R')) {
      throw new CommandFailure(`cannot remove '${path}': Is a directory`);
    }
    rmSync(target, { recursive: true, force: true });
  }
  return succeeded();
}

/** The sources and where each goes, for `cp` and `mv`. */
function destinations(
  operands: readonly string[],
  cwd: string,
): { readonly from: string; readonly to: string }[] {
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target === undefined || sources.length === 0)
    throw new CommandFailure('a source and a target are needed');
  const folder = resolve(cwd, target);
  if (sources.length > 1 && !isFolder(folder)) throw new CommandFailure(`'${target}' is not a directory`);
  return sources.map((source) => {
    const from = resolve(cwd, source);
    if (!statSync(from, { throwIfNoEntry: false }))
      throw new CommandFailure(`${source}: No such file or directory`);
    return { from, to: isFolder(folder) ? join(folder, basename(source)) : folder };
  });
}

/** `cp [-rfp] SOURCE... TARGET` */
export function copy(args: readonly string[], { cwd }: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['r', 'R', 'f', 'p', 'a']);
  const recursive = given.has('r') || given.has('R') || given.has('a');
  for (const { from, to } of destinations(operands, cwd)) {
    if (isFolder(from) && !recursive) throw new CommandFailure(`'${from}' is a directory`);
    cpSync(from, to, { recursive });
  }
  return succeeded();
}

/** `mv SOURCE... TARGET` */
export function move(args: readonly string[], { cwd }: ToolInput): ToolResult {
  const { operands } = parseOptions(args, ['f']);
  for (const { from, to } of destinations(operands, cwd)) renameSync(from, to);
  return succeeded();
}

/** `touch FILE...` creates files that are not there. */
export function touch(args: readonly string[], { cwd }: ToolInput): ToolResult {
  for (const path of parseOptions(args, []).operands) writeFileSync(resolve(cwd, path), '', { flag: 'a' });
  return succeeded();
}

/** `dirname PATH...` */
export function folderName(args: readonly string[]): ToolResult {
  return succeeded(
    parseOptions(args, [])
      .operands.map((path) => `${dirname(path)}\n`)
      .join(''),
  );
}

/** `basename PATH [SUFFIX]` */
export function fileName(args: readonly string[]): ToolResult {
  const [path = '', suffix] = parseOptions(args, []).operands;
  return succeeded(`${basename(path, suffix)}\n`);
}
