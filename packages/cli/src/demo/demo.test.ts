import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-demo-'));
afterAll(() => rmSync(cwd, { recursive: true }));

function shardform(args: readonly string[]): Promise<ToolResult> {
  return runTool('shardform', args, { stdin: new Uint8Array(), cwd });
}

/** The commands that the demonstration names, as a shell takes them apart. */
function commandsOf(text: string): string[][] {
  return [...text.matchAll(/^npx shardform (.*)$/gm)].map(([, line]) =>
    line!.split(' ').map((word) => word.replaceAll('"', '')),
  );
}

describe('the demonstration', { timeout: 60_000 }, () => {
  test('writes its files and names commands that work on them', async () => {
    const { stdout } = await shardform(['demo']);
    expect(readdirSync(join(cwd, 'demo')).sort()).toEqual(
      [
        'broken.mlir',
        'layers.jaxexport',
        'step.mlir',
        'step.py',
        'layers.mlir',
        'layers.hlo',
        'mlp.mlir',
        'mpmd_jax.py',
        'pipeline.mlir',
        'pipeline.py',
        'two-t3k.json',
        't3k.json',
        'topology.json',
        'train.mlir',
        'x.npz',
      ].sort(),
    );
    const commands = commandsOf(String(stdout));
    expect(commands).toHaveLength(11);
    for (const args of commands) {
      // Serves a page until it is ended.
      if (args[0] === 'play') continue;
      const { exitCode } = await shardform(args);
      expect([args.join(' '), exitCode]).toEqual([args.join(' '), args[1] === 'demo/broken.mlir' ? 1 : 0]);
    }
  });

  test('what is broken is told with the pass, the operation, both shapes and what helps', async () => {
    const { stdout } = await shardform(['demo']);
    const args = commandsOf(String(stdout)).find(([, file]) => file === 'demo/broken.mlir')!;
    const { stderr } = await shardform(args);
    for (const part of [
      "demo/broken.mlir:10:8: error: 'stablehlo.reshape' op",
      "pass 'update-global-to-local-shapes'",
      'tensor<16x480xf32> (7680 elements)',
      'tensor<16x10x192xf32> (30720 elements)',
      "run 'insert-reshards-for-unpropagated-ops'",
    ])
      expect(stderr).toContain(part);
    const mended = args.flatMap((argument) =>
      argument === '--sdy-insert-explicit-reshards'
        ? ['--insert-reshards-for-unpropagated-ops', argument]
        : [argument],
    );
    expect((await shardform(mended)).exitCode).toBe(0);
  });
});
