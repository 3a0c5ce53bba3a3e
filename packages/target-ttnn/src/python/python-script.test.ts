import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  runPasses,
} from '@shardform/ir-core';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { afterAll, describe, expect, test } from 'vitest';
import { UnwritableOperation } from '../index.ts';
import { pythonScript } from './python-script.ts';

const context = new Context([builtinPasses, ttnnPipeline]);
const folder = mkdtempSync(join(tmpdir(), 'shardform-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

function lowered(text: string): ModuleOp {
  const module = parseModule(text, context)!;
  runPasses(module, parsePipeline('builtin.module(ttir-to-ttnn-backend-pipeline)', context), context);
  return module;
}

const LAYER = `func.func @main(
    %x: tensor<2x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
    %w: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
    %c: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<2x2xf32> {
  %0 = "ttir.add"(%w, %c) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = "ttir.matmul"(%x, %0) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = "ttir.exp"(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}`;

describe('a script', () => {
  const lines = pythonScript(lowered(LAYER)).split('\n');

  test('computes what depends on weights once', () => {
    const at = lines.indexOf('ce_cache__main = {}');
    expect(lines.slice(at, at + 11)).toEqual([
      'ce_cache__main = {}',
      '',
      'def consteval__main(ce_cache, activations, weights): ',
      '  if not ce_cache:',
      '    ce_cache["main_const_eval_0"] = main_const_eval_0([weights["weight_0"], weights["weight_1"]])',
      '  return ce_cache',
      '',
      'def _main(activations, weights): ',
      '  global ce_cache__main',
      '  ce_cache__main = consteval__main(ce_cache__main, activations, weights)',
      '  activation_0 = activations[0]',
    ]);
    expect(lines.slice(-3)).toEqual(["if __name__ == '__main__':", '  main()', '']);
  });

  test('keeps weights and what was computed of them', () => {
    const body = lines.slice(lines.indexOf('def _main(activations, weights): '));
    const kept = body.filter((line) => /deallocate\((weight|cached)/.test(line));
    expect(kept).toEqual([]);
    expect(body.some((line) => line.startsWith('  ttnn.deallocate(activation_0'))).toBe(true);
  });

  test('loads its inputs from a folder', () => {
    const text = pythonScript(lowered(LAYER), { inputs: 'in/' });
    expect(text).toContain('"weight_1": utils.load_tensor("in/arg2.tensorbin", ');
  });

  test('refuses operations without a form, and says what to do', () => {
    const rows = `func.func @main(%x: tensor<1x8x4xf32>, %i: tensor<1x1x3xsi32>) -> tensor<1x3x4xf32> {
      %0 = "ttir.rows_gather"(%x, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 8>, windows = array<i64: 1>}> : (tensor<1x8x4xf32>, tensor<1x1x3xsi32>) -> tensor<1x3x4xf32>
      return %0 : tensor<1x3x4xf32>
    }`;
    expect(() => pythonScript(lowered(rows))).toThrow(UnwritableOperation);
    expect(() => pythonScript(lowered(rows))).toThrow(
      "'ttnn.rows_gather' op: it has no form in Python that is known here; 'stablehlo-to-ttir-pipeline{library-indexing}' makes embeddings, gathers and scatters instead",
    );
  });
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

test.runIf(hasNumpy)('is executed by a stand-in of the library', () => {
  writeFileSync(join(folder, 'layer.py'), pythonScript(lowered(LAYER)));
  const call = `import layer, ttnn
f = ttnn.DataType.FLOAT32
x = ttnn.Tensor([1, 2, 3, 4, 5, 6], [2, 3], f)
w = {"weight_0": ttnn.Tensor([0.5, 0, 0, 0, 0, 0.25], [3, 2], f), "weight_1": ttnn.Tensor([0, 0, 0, 0, 0, 0], [3, 2], f)}
print(*layer._main([x], w)[0].array.reshape(-1))`;
  const standIn = join(import.meta.dirname, '../../tests/stand-in');
  const output = execFileSync('python3', ['-c', call], {
    env: { ...process.env, PYTHONPATH: `${folder}:${standIn}` },
    encoding: 'utf8',
  });
  const numbers = output.trim().split(' ').map(Number);
  const expected = [0.5, 0.75, 2, 1.5].map(Math.exp);
  for (const [i, number] of numbers.entries()) expect(number).toBeCloseTo(expected[i]!, 4);
});
