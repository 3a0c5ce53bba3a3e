import { readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { UsageError } from './options.ts';

const suffixes = ['.mlir', '.test'];

/**
 * The test files at and below some paths, absolute, sorted and each once. Folders named `Inputs` hold no
 * tests.
 *
 * @throws UsageError on a path that is not there.
 */
export function discoverTests(root: string, paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const start = resolve(root, path);
    const entry = statSync(start, { throwIfNoEntry: false });
    if (!entry) throw new UsageError(`no such file or folder: ${start}`);
    if (!entry.isDirectory()) {
      found.add(start);
      continue;
    }
    for (const name of readdirSync(start, { recursive: true, encoding: 'utf8' })) {
      if (name.split(sep).includes('Inputs') || !suffixes.some((suffix) => name.endsWith(suffix))) continue;
      found.add(join(start, name));
    }
  }
  return [...found].sort();
}
