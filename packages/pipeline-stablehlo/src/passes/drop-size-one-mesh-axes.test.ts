import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { stablehloPipeline } from '../extension.ts';

const PASSES = 'sdy-remove-size-one-axes,drop-size-one-mesh-axes';

function run(text: string, passes = PASSES): string {
  const context = new Context([builtinPasses, stablehloPipeline]);
  const module = parseModule(new SourceText('program.mlir', text), context)!;
  expect(runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context).succeeded).toBe(
    true,
  );
  return printOp(module, context);
}

describe('drop-size-one-mesh-axes', () => {
  it('takes axes of one device out of meshes and manual computations', () => {
    expect(
      run(`sdy.mesh @mesh = <["x"=1, "y"=4, "z"=1]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`),
    ).toBe(`module {
  sdy.mesh @mesh = <["y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"y"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  it.each([
    [
      'that shardings name',
      `sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
    ],
    [
      'that have devices in another mesh',
      `sdy.mesh @small = <["x"=1, "y"=4]>
sdy.mesh @mesh = <["x"=4, "y"=1]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
    ],
    [
      'beside collectives, which may name them',
      `sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
    ],
  ])('keeps axes %s', (_, text) => {
    const meshes = (printed: string): readonly string[] => printed.match(/sdy\.mesh .*/g) ?? [];
    expect(meshes(run(text, 'drop-size-one-mesh-axes'))).toEqual(meshes(text));
  });
});
