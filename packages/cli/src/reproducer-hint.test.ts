import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { reproducerHint } from './reproducer-hint.ts';
import { runTool } from './run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-crash-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
const load = `--load=${join(folder, 'crash.mjs')}`;
const program = `func.func @unrelated() {
  return
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
`;

writeFileSync(join(folder, 'p.mlir'), program);
writeFileSync(
  join(folder, 'crash.mjs'),
  `const run = (root) => root.walk((op) => { if (op.name === 'stablehlo.tanh') throw new Error('tanh is odd'); });
export const crash = { name: 'crash', passes: [{ name: 'crash', summary: '', options: {}, anchor: null, dependentDialects: [], run }] };`,
);

test('what makes a pass crash is saved and can be made small', async () => {
  const input = { stdin: () => new Uint8Array(), cwd: folder, colour: false };
  const hint = await reproducerHint(['opt', load, '-cse', '-crash', 'p.mlir'], input);
  const [, file] = /^reproducer: (\S+)\n/.exec(hint)!;
  const own = dirname(file!);
  try {
    expect(dirname(own)).toBe(temporary);
    expect(statSync(own).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o700);
    expect(readFileSync(file!, 'utf8')).toContain('pipeline: "builtin.module(cse,crash)"');
    const { stdout } = await runTool(
      'shardform',
      ['reduce', load, file!, '--test-error=tanh is odd', '-o', '-'],
      {
        stdin: new Uint8Array(),
        cwd: folder,
      },
    );
    // The first pass of the pipeline takes away what is not used.
    expect(stdout).toBe(`module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
`);
  } finally {
    rmSync(own, { recursive: true });
  }
});

test('other commands leave nothing', async () => {
  const input = { stdin: () => new Uint8Array(), cwd: folder, colour: false };
  rmSync(temporary, { recursive: true });
  expect(await reproducerHint(['opt', load, '-crash', 'p.mlir'], input)).toBe('');
  mkdirSync(temporary);
  expect(await reproducerHint(['show', 'p.mlir'], input)).toBe('');
  expect(await reproducerHint(['opt', '-cse', 'p.mlir'], input)).toBe('');
  expect(readdirSync(temporary)).toEqual([]);
});
