import { builtinPasses, Context, printOp } from '@shardform/ir-core';
import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { sdyDialect } from '@shardform/dialect-sdy';
import { localProgram } from '@shardform/inspect';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { isHlo, readHlo } from './read-hlo.ts';

const context = new Context([builtinPasses, hloDialect, chloDialect, sdyDialect, shardingPasses]);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const read = (text: string): ReturnType<typeof readHlo> => readHlo('step.hlo', bytes(text), context);

test('text of HLO is told from other text', () => {
  expect([isHlo(bytes('HloModule jit_f\n')), isHlo(bytes('module {}')), isHlo(bytes(''))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('text of HLO is found behind lines of a log', () => {
  const log = '2026-11-29 10:00:00.000000: I xla/service/dump.cc:600] \n';
  expect(isHlo(bytes(`${log}HloModule jit_f, num_partitions=2\n`))).toBe(true);
});

test("Shardy's meshes, shardings and manual computations are read from the texts that XLA keeps of them", () => {
  const module =
    read(`HloModule jit_f, num_partitions=4, frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\\"x\\"=4]>}"}

xla.sdy.manual_computation_body.1 {
  b = f32[8]{0} parameter(1)
  a = f32[2]{0} parameter(0)
  s = f32[2]{0} slice(b), slice={[0:2]}
  ROOT r = f32[2]{0} add(a, s)
}

ENTRY main {
  p = f32[8]{0} parameter(0), sharding={devices=[4]<=[4]}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"x\\"}]>"}
  c = f32[8]{0} custom-call(p), custom_call_target="Sharding", sharding={replicated}, frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, [{}]>]>"}
  g = (f32[2]{0}, f32[8]{0}) custom-call(p, c), custom_call_target="xla.sdy.GlobalToLocalShape", custom_call_has_side_effect=true, frontend_attributes={xla.sdy.in_shardings="#sdy.sharding_per_value<[<@mesh, [{\\"x\\"}]>, <@mesh, [{}]>]>",xla.sdy.manual_axes="#sdy<manual_axes{\\"x\\"}>"}
  g0 = f32[2]{0} get-tuple-element(g), index=0
  g1 = f32[8]{0} get-tuple-element(g), index=1
  m = f32[2]{0} call(g0, g1), to_apply=xla.sdy.manual_computation_body.1
  l = f32[8]{0} custom-call(m), custom_call_target="xla.sdy.LocalToGlobalShape", custom_call_has_side_effect=true, frontend_attributes={xla.sdy.out_shardings="#sdy.sharding_per_value<[<@mesh, [{\\"x\\"}]>]>",xla.sdy.manual_axes="#sdy<manual_axes{\\"x\\"}>"}
  ROOT f = f32[8]{0} custom-call(l), custom_call_target="xla.sdy.FuncResultSharding", custom_call_has_side_effect=true, frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, [{\\"x\\"}]>]>"}
}
`);
  expect(printOp(module!, context))
    .toBe(`module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>
    %1 = sdy.manual_computation(%arg0, %0) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>, %arg2: tensor<8xf32>) {
      %2 = stablehlo.slice %arg2 [0:2] : (tensor<8xf32>) -> tensor<2xf32>
      %3 = stablehlo.add %arg1, %2 : tensor<2xf32>
      sdy.return %3 : tensor<2xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
});

test('of the program of one device it is recorded what is split how, and what is not known', () => {
  const module = read(`HloModule jit_f, is_scheduled=true, num_partitions=8

ENTRY main {
  p = f32[2,4]{1,0} parameter(0), sharding={devices=[2,1,4]<=[8] last_tile_dim_replicate}
  q = f32[4]{0} parameter(1), sharding={replicated}
  b = f32[2,4]{1,0} broadcast(q), dimensions={1}
  ROOT r = f32[2,4]{1,0} add(p, b)
}
`);
  const local = localProgram(module!)!;
  const told = [...local.whole.inputs, ...local.whole.results].map(
    ({ type, sharding, isUnknown = false }) => [
      String(type),
      sharding?.dims.map(({ axes }) => axes.map(({ text }) => text).join()).join(' ') ?? null,
      isUnknown,
    ],
  );
  expect(told).toEqual([
    ['tensor<4x4xf32>', '"_axis_0" ', false],
    ['tensor<4xf32>', '', false],
    ['tensor<2x4xf32>', null, true],
  ]);
  expect(local.whole.mesh.totalSize).toBe(8);
});
