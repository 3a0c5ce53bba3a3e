import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extension } from '@shardform/ir-core';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';

/** Lists that an extension may have. */
const LISTS = [
  'requires',
  'dialects',
  'ops',
  'attrs',
  'types',
  'interfaces',
  'passes',
  'pipelines',
  'canonicalizations',
] as const;

/**
 * Returns the extensions that ES modules export, under whatever names.
 *
 * @throws UsageError when a file is no module, fails, or exports anything that is no extension.
 */
export async function loadExtensions(files: readonly string[], input: ToolInput): Promise<Extension[]> {
  const extensions: Extension[] = [];
  for (const file of files) {
    const fail = (reason: string): never => {
      throw new UsageError(`cannot load extension '${file}': ${reason}`);
    };
    const exports = Object.entries(await importModule(file, input, fail));
    if (exports.length === 0) fail('the module exports nothing');
    for (const [name, value] of exports) {
      const problem = problemOf(value);
      if (problem !== null) fail(`export '${name}' is no extension: ${problem}`);
      // problemOf has validated it.
      extensions.push(value as Extension);
    }
  }
  return extensions;
}

async function importModule(
  file: string,
  input: ToolInput,
  fail: (reason: string) => never,
): Promise<Readonly<Record<string, unknown>>> {
  // Gives a clearer message than the import if there is no such file.
  readInput(file, input);
  const url = pathToFileURL(resolve(input.cwd, file)).href;
  try {
    // The module namespace of a file is a record of its exports.
    return (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `it is a ${typeof value}, not an object`;
  // The condition has excluded everything but objects.
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record.name !== 'string') return "it has no 'name'";
  for (const key of Object.keys(record)) {
    if (key === 'name') continue;
    if (!LISTS.some((list) => list === key)) return `it has an unknown member '${key}'`;
    if (!Array.isArray(record[key])) return `its '${key}' is not a list`;
  }
  return null;
}
