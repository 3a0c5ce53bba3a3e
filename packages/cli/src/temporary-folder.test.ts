import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runTool } from './run-tool.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const program = 'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n';
writeFileSync(join(folder, 'p.mlir'), program);

test.skipIf(process.platform === 'win32')("a temporary folder is its owner's alone", () => {
  const umask = process.umask(0);
  const made = temporaryFolder('test');
  process.umask(umask);
  expect(dirname(made)).toBe(temporary);
  expect(statSync(made).mode & 0o777).toBe(0o700);
  rmSync(made, { recursive: true });
});

test.each([
  ['a test that succeeds', ['reduce', 'p.mlir', '--test', 'true', '--max-attempts', '1', '-o', '-'], 0],
  ['a test that fails', ['reduce', 'p.mlir', '--test', 'false', '-o', '-'], 1],
  ['an engine that is not there', ['run', 'p.mlir', '--engine', 'xla', '--python', '/nonexistent/python'], 1],
] as const)('%s leaves no temporary file', async (_, args, code) => {
  const { exitCode } = await runTool('shardform', args, { stdin: new Uint8Array(), cwd: folder });
  expect([exitCode, readdirSync(temporary)]).toEqual([code, []]);
});
