import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reproducerHint } from './reproducer-hint.ts';
import { runTool } from './run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-crash-'));
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
  try {
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
    rmSync(file!);
  }
});

test('other commands leave nothing', async () => {
  const input = { stdin: () => new Uint8Array(), cwd: folder, colour: false };
  expect(await reproducerHint(['show', 'p.mlir'], input)).toBe('');
  expect(await reproducerHint(['opt', '-cse', 'p.mlir'], input)).toBe('');
});
