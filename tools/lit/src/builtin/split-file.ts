import { Buffer } from 'node:buffer';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toByteString } from '../byte-string.ts';
import { type ToolInput, type ToolResult, succeeded } from '../tool.ts';
import { parseOptions } from './options.ts';
import { CommandFailure, readOperand } from './text-input.ts';

/** The name in a separator such as `//--- name` or `#--- name`; null for any other line. */
function separatorName(line: string): string | null {
  const found = /^(?:\/\/|[^])--- ([^\n]*)/.exec(line);
  return found ? found[1]!.replace(/\r$/, '') : null;
}

/** The sections of a text by name, each with the lines up to the next separator. */
function splitParts(text: string, path: string): Map<string, string> {
  const parts = new Map<string, string>();
  let current: string | null = null;
  for (const [index, line] of text.split(/(?<=\n)/).entries()) {
    const name = separatorName(line);
    if (name === null) {
      if (current !== null) parts.set(current, parts.get(current)! + line);
      continue;
    }
    const fail = (reason: string): never => {
      throw new CommandFailure(`${path}:${index + 1}: error: ${reason}`);
    };
    if (name === '') fail('empty part name');
    if (name !== name.trim()) fail('part name cannot have leading or trailing space');
    if (parts.has(name)) fail(`'${line.trimEnd()}' occurs more than once`);
    current = name;
    parts.set(name, '');
  }
  if (parts.size === 0) throw new CommandFailure(`${path}: error: no part separator was found`);
  return parts;
}

/** `split-file FILE FOLDER` writes the sections of a file, which are separated by `//--- name` lines, as files. */
export function splitFile(args: readonly string[], input: ToolInput): ToolResult {
  const { operands } = parseOptions(args, []);
  const [path, folder] = operands;
  if (path === undefined || folder === undefined) throw new CommandFailure('a file and a folder are needed');
  const parts = splitParts(toByteString(readOperand(path, input)), path);
  const target = resolve(input.cwd, folder);
  if (statSync(target, { throwIfNoEntry: false })?.isFile()) rmSync(target);
  for (const [name, content] of parts) {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(content, 'latin1'));
  }
  return succeeded();
}
