import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { Json } from '../json-schema/json-schema.ts';
import type { reductionSchema } from './reduce.ts';

// Processes are started.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'shardform-reduce-test-'));

function reduce(text: string, ...args: string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['reduce', 'p.mlir', ...args], { stdin: new Uint8Array(), cwd: folder });
}

const program = `sdy.mesh @mesh = <["x"=2]>
func.func private @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.add %a, %c : tensor<4xf32>
  %1 = stablehlo.tanh %0 {note = "here"} : tensor<4xf32>
  %2 = stablehlo.multiply %1, %b : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
`;

/** The reduced program when only the hyperbolic tangent is interesting. */
const TANH = `module {
  func.func @main(%arg0: tensor<4xf32>) {
    %0 = stablehlo.tanh %arg0 : tensor<4xf32>
    return
  }
}
`;

describe('shardform reduce', () => {
  test('leaves what a command looks for', async () => {
    const { stdout, exitCode } = await reduce(program, '--test', 'grep -q stablehlo.tanh');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^9 operations became 3, \d+ programs were tested\nwritten to p\.reduced\.mlir\n$/,
    );
    expect(readFileSync(join(folder, 'p.reduced.mlir'), 'utf8')).toBe(TANH);
  });

  test('leaves what a message of a pass is about', async () => {
    const gather = program.replace(
      '%2 = stablehlo.multiply',
      '%s = stablehlo.custom_call @mystery(%1) : (tensor<4xf32>) -> tensor<4xf32>\n  %2 = stablehlo.multiply',
    );
    const { stdout, stderr } = await reduce(
      gather,
      '--test-error=mystery|custom_call',
      '--pass-pipeline=builtin.module(convert-stablehlo-to-ttir)',
      '--json',
    );
    expect(stderr).toBe('');
    // What the command prints with `--json`.
    const json = JSON.parse(String(stdout)) as Json<typeof reductionSchema>;
    expect(json.isSmallest).toBe(true);
    expect(json.output).toContain('stablehlo.custom_call @mystery');
    expect(json.operationsAfter).toBe(3);
  });

  test('takes loops and branches apart', async () => {
    const text = `func.func @main(%c: i1, %a: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^left, ^right
^left:
  %0 = stablehlo.tanh %a : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^right:
  %1 = stablehlo.abs %a : tensor<4xf32>
  cf.br ^end(%1 : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
`;
    expect((await reduce(text, '--test', 'grep -q func.func', '-o', '-')).stdout).toBe(
      'module {\n  func.func private @main()\n}\n',
    );
    expect((await reduce(text, '--test', 'grep -q stablehlo.abs', '-o', '-')).stdout).toBe(
      TANH.replace('tanh', 'abs'),
    );
  });

  test('refuses programs that are not interesting and tests that make no sense', async () => {
    expect((await reduce(program, '--test', 'false')).stderr).toBe(
      "shardform: error: 'p.mlir' does not show the problem: there is nothing to reduce\n",
    );
    expect((await reduce(program)).stderr).toBe(
      "shardform: error: expected one of '--test', '--test-error' and '--test-mismatch'\n",
    );
    expect((await reduce(program, '--test-error', '(')).stderr).toContain(
      "flag '--test-error': Invalid regular",
    );
    expect((await reduce(program, '--test-mismatch')).stderr).toContain('does not show the problem');
  });
});
