import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MulOp } from '@shardform/dialect-stablehlo';
import { definePass, parseModule, parsePipeline, runPasses, SourceText } from '@shardform/ir-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createContext } from '../context.ts';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import { startExecutionCheck } from './start-execution-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-validate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

function opt(args: readonly string[], text: string): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['opt', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

/** Makes products of sums: a pass that is wrong. */
const squares = definePass({
  name: 'squares',
  summary: 'makes products of sums',
  run(module) {
    module.walk((op) => {
      if (op.name !== 'stablehlo.add') return;
      const [lhs, rhs] = op.operandValues() as [MulOp['lhs'], MulOp['rhs']];
      const product = MulOp.create({ lhs, rhs }, op.resultTypes(), { location: op.location });
      op.parent!.insertBefore(product, op);
      op.replaceAllUsesWith([product.result]);
      op.erase();
    });
  },
});

describe('opt --validate', () => {
  test('executes whole programs, and those of the devices when sizes are local', async () => {
    const { stderr, exitCode } = await opt(
      ['--validate', '-canonicalize', '-sdy-convert-global-to-local'],
      program,
    );
    expect(stderr).toBe(
      'executed after 1 of 2 passes, the others changed nothing: the numbers stay the same\n',
    );
    expect(exitCode).toBe(0);
  });

  test('tells which pass changes a number, where and on which device', () => {
    const context = createContext([{ name: 'wrong', passes: [squares] }]);
    const module = parseModule(new SourceText('program', program), context)!;
    const check = startExecutionCheck(module, context, 0)!;
    const pipeline = parsePipeline(
      'builtin.module(canonicalize,sdy-convert-global-to-local,squares,cse)',
      context,
    );
    runPasses(module, pipeline, context, { instrumentations: [check] });
    expect(check.checks.map(({ pass, verdict }) => `${pass}: ${verdict}`)).toEqual([
      'canonicalize: unchanged',
      'sdy-convert-global-to-local: equal',
      'squares: different',
    ]);
    expect(check.failure?.message).toMatch(
      /^output res0\[0] differs: device 0 has [-\d.]+, sequential execution has [-\d.]+$/,
    );
  });

  test('tells when a program can not be executed', async () => {
    const { stderr, exitCode } = await opt(
      ['--validate', '-canonicalize'],
      'func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }',
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "can't validate: p.mlir:1: argument 0 of type 'tensor<?xf32>' can't be executed",
    );
  });
});
