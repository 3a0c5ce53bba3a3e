import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const folder = new URL('../../../docs/coming-from/', import.meta.url);

/** Rows of the tables of a page that name one flag: the flag, and what is said of it. */
function rowsOf(page: string): (readonly [string, string])[] {
  const text = readFileSync(new URL(page, folder), 'utf8');
  return [...text.matchAll(/^\| `(--?[\w-]+)` +\| (.*?) *\|$/gm)].map(([, flag = '', said = '']) => [
    flag,
    said,
  ]);
}

async function shardform(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runTool('shardform', args, {
    stdin: new TextEncoder().encode('func.func @f() { return }'),
    cwd: '/',
  });
  return String(stdout) + stderr;
}

test.each([
  ['opt-tools.md', 'opt', 40],
  ['translators.md', 'translate', 10],
] as const)('flags in %s are taken or refused as it says', async (page, command, least) => {
  const rows = rowsOf(page);
  expect(rows.length).toBeGreaterThan(least);
  const help = await shardform(command, '--help');
  for (const [flag, said] of rows) {
    if (said.startsWith('same')) expect(help, flag).toMatch(new RegExp(`^ +${flag}\\b`, 'm'));
    if (said.startsWith('taken')) expect(await shardform(command, '-', flag), flag).toContain('func.func @f');
    if (said.startsWith('refused'))
      expect(await shardform(command, '-', `${flag}=x`), flag).toContain(`unknown flag or pass '${flag}'`);
  }
});
