import { fileURLToPath } from 'node:url';
import { runTool } from '@shardform/cli';
import { describe, expect, test, vi } from 'vitest';
import { inputOf, randomOf } from './case.ts';
import { fuzzContext } from './context.ts';
import { readCorpus } from './corpus.ts';
import { targets } from './targets/index.ts';

vi.setConfig({ testTimeout: 180_000 });

const corpus = readCorpus(
  ['../corpus', '../../../packages/hlo-module/tests'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
);

/** Inputs of the short run; a long one is `pnpm fuzz`. */
const COUNTS: Readonly<Record<string, number>> = {
  read: 1500,
  passes: 150,
  arrays: 1500,
  onnx: 400,
  hlo: 1000,
  arguments: 400,
  interpreter: 150,
  commands: 60,
  lsp: 150,
  mcp: 60,
};

describe.each(Object.entries(targets))('%s', (name, target) => {
  test('mutated files give messages, and nothing else goes wrong', async () => {
    const context = fuzzContext();
    const problems: string[] = [];
    for (let number = 0; number < COUNTS[name]!; number++) {
      const problem = await target.execute(inputOf(target, number, corpus), context, randomOf(~number));
      if (problem !== null) problems.push(`${number}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });
});

test('files that were findings are none', async () => {
  const context = fuzzContext();
  const encoder = new TextEncoder();
  const inputs = [...corpus.files, ...corpus.texts.map((text) => encoder.encode(text))];
  for (const input of inputs) expect(await targets.read!.execute(input, context, randomOf(0))).toBeNull();
  for (const model of corpus.models) {
    const { stderr } = await runTool('shardform', ['translate', '--from-onnx', '-'], {
      stdin: model,
      cwd: '.',
    });
    expect(stderr).not.toContain('internal error');
  }
  for (const command of ['run', 'partition', 'sim', 'show']) {
    for (const program of corpus.programs) {
      const { exitCode, stderr } = await runTool('shardform', [command, '-'], {
        stdin: encoder.encode(program),
        cwd: '.',
      });
      expect([0, 1]).toContain(exitCode);
      if (exitCode === 1) expect(stderr).toMatch(/error: /);
    }
  }
});
