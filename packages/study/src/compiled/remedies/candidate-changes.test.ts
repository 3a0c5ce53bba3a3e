import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context, printOp } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { Study } from '../../study.ts';
import { attributeCollectives } from '../attribution.ts';
import { candidateChanges } from './candidate-changes.ts';
import { changedProgram } from './program-change.ts';

/** The lines in which the proposed programs differ from the program. */
function proposed(program: string, entry: string): readonly string[] {
  const context = new Context([
    ...[builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses, simulator],
  ]);
  const study = Study.read(
    'f.mlir',
    `module @jit_f {\n  sdy.mesh @mesh = <["x"=4, "y"=2]>\n${program}\n}`,
    context,
  );
  const compiled = readHloText(`HloModule jit_f, num_partitions=8\n\nENTRY %main {\n${entry}\n}\n`);
  const now = printOp(study.module, context).split('\n');
  return candidateChanges(study, attributeCollectives(compiled, study), 20).map((change) =>
    printOp(changedProgram(study.module, change), context)
      .split('\n')
      .filter((line) => !now.includes(line))
      .map((line) => line.trim())
      .join('; '),
  );
}

const ALONG_X = 'replica_groups=[2,4]<=[4,2]T(1,0), use_global_device_ids=true';
const X = '%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}';
const arg = (sharding: string): string =>
  `func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, ${sharding}>}`;

test('a constraint that asks for another sharding is left out or asks for what is there, or an argument has it', () => {
  expect(
    proposed(
      `  func.func @main(${X}) -> tensor<8x8xf32> {
    %0 = stablehlo.sine %x : tensor<8x8xf32> loc("jit(f)/sin")
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }`,
      `  %x = f32[2,8]{1,0} parameter(0)
  %columns = f32[8,2]{1,0} all-to-all(%x), channel_id=1, dimensions={1}, ${ALONG_X}, metadata={op_name="jit(f)/sin"}
  ROOT %sin = f32[8,2]{1,0} sine(%columns), metadata={op_name="jit(f)/sin"}`,
    ),
  ).toEqual([
    'return %0 : tensor<8x8xf32>',
    '%1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>',
    `${arg('[{}, {"x"}]')}) -> tensor<8x8xf32> {`,
    '%1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>; %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>; return %2 : tensor<8x8xf32>',
  ]);
});

test('a result that out_shardings asks for is left to propagation, or is split as it is computed', () => {
  expect(
    proposed(
      `  func.func @main(${X}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.sine %x : tensor<8x8xf32> loc("jit(f)/sin")
    return %0 : tensor<8x8xf32>
  }`,
      `  %x = f32[2,8]{1,0} parameter(0)
  %sin = f32[2,8]{1,0} sine(%x), metadata={op_name="jit(f)/sin"}
  ROOT %all = f32[8,8]{1,0} all-gather(%sin), channel_id=1, dimensions={0}, ${ALONG_X}`,
    ),
  ).toEqual([
    `${arg('[{"x"}, {}]')}) -> tensor<8x8xf32> {`,
    `${arg('[{"x"}, {}]')}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {`,
  ]);
});

test('of operands that share an axis in different dimensions, an argument has another axis', () => {
  expect(
    proposed(
      `  func.func @main(${X}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/dot_general")
    return %0 : tensor<8x8xf32>
  }`,
      `  %x = f32[2,8]{1,0} parameter(0)
  %w = f32[8,2]{1,0} parameter(1)
  %all = f32[8,8]{1,0} all-gather(%x), channel_id=1, dimensions={0}, ${ALONG_X}, metadata={op_name="jit(f)/dot_general"}
  ROOT %dot = f32[8,2]{1,0} dot(%all, %w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/dot_general"}`,
    ).map((line) => line.replaceAll(/ -> .*|tensor<8x8xf32> |sdy.sharding = #sdy.sharding/g, '')),
  ).toMatchInlineSnapshot(`
    [
      "func.func @main(%arg0: {<@mesh, [{}, {}]>}, %arg1: {<@mesh, [{}, {"x"}]>})",
      "func.func @main(%arg0: {<@mesh, [{"y"}, {}]>}, %arg1: {<@mesh, [{}, {"x"}]>})",
      "func.func @main(%arg0: {<@mesh, [{"x"}, {}]>}, %arg1: {<@mesh, [{}, {"y"}]>})",
    ]
  `);
});
