import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { arrayOf, type NdArray } from '@shardform/runtime-sim';
import { runOnMesh, ttSimulator } from '@shardform/runtime-tt';
import { expect, it } from 'vitest';

const PROGRAM = `func.func @main(%x: tensor<4x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x8xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<8x8xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = "ttir.add"(%w, %b) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = "ttir.matmul"(%x, %0) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%1, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}`;

/** The results of the program of a device that the pipeline makes with options. */
function run(options: string): readonly NdArray[] {
  const context = new Context([builtinPasses, ttnnPipeline, ttSimulator]);
  const module = parseModule(new SourceText('test.mlir', PROGRAM), context)!;
  runPasses(
    module,
    parsePipeline(`builtin.module(ttir-to-ttnn-runtime-pipeline{${options}})`, context),
    context,
  );
  const numbers = (rows: number): NdArray =>
    arrayOf(
      'f32',
      [rows, 8],
      Array.from({ length: rows * 8 }, (_, i) => ((i * 37 + rows) % 19) - 9),
    );
  return runOnMesh(module, null, [numbers(4), numbers(8), numbers(8)], context);
}

it.each(['enable-const-eval=false', 'enable-const-eval=true'])(
  'a recording has the numbers of the program, %s',
  (options) => {
    expect(run(`${options} enable-trace=true`)).toEqual(run(`${options} enable-trace=false`));
  },
);
