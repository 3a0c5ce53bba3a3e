import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { commands } from '../src/commands.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Inside this package, so that its dependencies resolve.
const scratch = fileURLToPath(new URL('../out-tsc/readme', import.meta.url));

const readmes = [
  `${root}/README.md`,
  ...readdirSync(`${root}/packages`)
    .filter(isPublished)
    .map((name) => `${root}/packages/${name}/README.md`),
  ...readdirSync(`${root}/docs/guides`).map((name) => `${root}/docs/guides/${name}`),
];

function isPublished(name: string): boolean {
  const description = readFileSync(`${root}/packages/${name}/package.json`, 'utf8');
  return (JSON.parse(description) as { private?: boolean }).private !== true;
}

describe('the documents of the repository name', () => {
  test('every published package', () => {
    const text = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8');
    const packages = readdirSync(`${root}/packages`).filter(isPublished);
    expect(packages.filter((name) => !text.includes(`(packages/${name})`))).toEqual([]);
  });
  test('the commands of the README and no others', () => {
    const text = readFileSync(`${root}/README.md`, 'utf8');
    const named = Array.from(text.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name!);
    expect(named).toEqual(['study', 'compare', 'check', 'plan', 'run', 'tt']);
    expect(named.filter((name) => !(name in commands))).toEqual([]);
  });
});

// The first example loads all packages from their sources.
describe('examples in README files and guides run', { timeout: 180_000 }, () => {
  mkdirSync(scratch, { recursive: true });
  for (const [number, path] of readmes.entries()) {
    const blocks = [...readFileSync(path, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
    test(`${relative(root, path)} has an example`, () => {
      expect(blocks.length).toBeGreaterThan(0);
    });
    for (const [index, block] of blocks.entries()) {
      test(`${relative(root, path)} example ${index + 1}`, async () => {
        const file = `${scratch}/example-${number}-${index}.ts`;
        writeFileSync(file, block[1]!);
        const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
        await import(file);
        expect(log).toHaveBeenCalled();
      });
    }
  }
});
