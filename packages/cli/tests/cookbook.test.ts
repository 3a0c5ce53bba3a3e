import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { executePage } from './console-page.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
// Inside this package, so that its dependencies resolve.
const scratch = fileURLToPath(new URL('../out-tsc/pages', import.meta.url));
const pages = [
  '../README.md',
  ...['cookbook', 'coming-from', 'handbook', 'handbook/ir', 'diagnostics'].flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

test('the index of the cookbook has all its questions', () => {
  const index = readFileSync(join(docs, 'cookbook/README.md'), 'utf8');
  const questions = pages
    .filter((page) => page.startsWith('cookbook'))
    .flatMap((page) => readFileSync(join(docs, page), 'utf8').match(/^## ".*"$/gm) ?? []);
  expect(index.match(/^- ".*"$/gm)).toEqual(
    expect.arrayContaining(questions.map((it) => it.replace('##', '-'))),
  );
  expect(questions.length).toBeGreaterThan(50);
});

describe('commands of pages print what the pages show; -u writes it', { timeout: 240_000 }, () => {
  test.each(pages)('%s', async (page) => {
    const cwd = mkdtempSync(join(tmpdir(), 'shardform-page-'));
    try {
      const file = join(docs, page);
      const { text } = await executePage(readFileSync(file, 'utf8'), cwd, (code) => logOf(code));
      await expect(text).toMatchFileSnapshot(file);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});

let scripts = 0;

/** Executes a TypeScript program, and returns what it logs. */
async function logOf(code: string): Promise<string> {
  mkdirSync(scratch, { recursive: true });
  const file = join(scratch, `script-${process.pid}-${scripts++}.ts`);
  writeFileSync(file, code);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await import(file);
    return log.mock.calls.map((words) => `${words.map((word) => textOf(word)).join(' ')}\n`).join('');
  } finally {
    log.mockRestore();
    rmSync(file);
  }
}

/** As Node logs it. */
function textOf(word: unknown): string {
  return typeof word === 'string' ? word : inspect(word);
}
