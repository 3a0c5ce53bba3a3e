import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { writeHloText } from '@shardform/hlo-module';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { exportHlo } from './export-hlo.ts';

function exported(text: string): { readonly text: string | null; readonly messages: readonly string[] } {
  const context = new Context([funcDialect, stablehloDialect, chloDialect, sdyDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(text, context);
  const hlo = module === null ? null : exportHlo(module, context);
  return { text: hlo === null ? null : writeHloText(hlo), messages };
}

// What is expected below is what `as_hlo_text()` of jaxlib 0.10.2 prints for the programs.

test('numbers instructions as XLA does and prints them behind their operands', () => {
  expect(
    exported(`
      module @m {
        func.func public @main(%x: tensor<2x8xf32>) -> tensor<2xf32> {
          %c = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = func.call @twice(%x) : (tensor<2x8xf32>) -> tensor<2x8xf32>
          %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
          return %1 : tensor<2xf32>
        }
        func.func private @twice(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
          %c = stablehlo.constant dense<2.0> : tensor<f32>
          %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
          %1 = stablehlo.multiply %0, %x : tensor<2x8xf32>
          return %1 : tensor<2x8xf32>
        }
      }`).text,
  ).toBe(`HloModule m, entry_computation_layout={(f32[2,8]{1,0})->f32[2]{0}}

twice.1 {
  Arg_0.2 = f32[2,8]{1,0} parameter(0)
  constant.2 = f32[] constant(2)
  broadcast.1 = f32[2,8]{1,0} broadcast(constant.2), dimensions={}
  ROOT multiply.1 = f32[2,8]{1,0} multiply(Arg_0.2, broadcast.1)
}

region_0.2 {
  Arg_0.4 = f32[] parameter(0)
  Arg_1.1 = f32[] parameter(1)
  ROOT add.1 = f32[] add(Arg_0.4, Arg_1.1)
}

ENTRY main.3 {
  Arg_0.5 = f32[2,8]{1,0} parameter(0)
  call.1 = f32[2,8]{1,0} call(Arg_0.5), to_apply=twice.1
  constant.3 = f32[] constant(0)
  ROOT reduce.1 = f32[2]{0} reduce(call.1, constant.3), dimensions={1}, to_apply=region_0.2
}

`);
});

test('names instructions after locations, and loops carry what they use', () => {
  expect(
    exported(`
      module @m {
        func.func public @main(%n: tensor<i32> loc("n"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("jit(f)/while/cond/lt")
            stablehlo.return %c : tensor<i1>
          } do {
            %one = stablehlo.constant dense<1> : tensor<i32>
            %j = stablehlo.add %i, %one : tensor<i32> loc("jit(f)/while/body/add")
            %b = stablehlo.sine %a : tensor<4xf32> loc("jit(f)/while/body/sin")
            stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
          } loc("jit(f)/while")
          return %0#1 : tensor<4xf32>
        }
      }`).text,
  ).toBe(`HloModule m, entry_computation_layout={(s32[], f32[4]{0})->f32[4]{0}}

region_0.1 {
  arg_tuple.1 = (s32[], f32[4]{0}, s32[]) parameter(0)
  get-tuple-element.3 = s32[] get-tuple-element(arg_tuple.1), index=0
  constant.2 = s32[] constant(1)
  add.1 = s32[] add(get-tuple-element.3, constant.2)
  get-tuple-element.4 = f32[4]{0} get-tuple-element(arg_tuple.1), index=1
  sin.1 = f32[4]{0} sine(get-tuple-element.4)
  get-tuple-element.5 = s32[] get-tuple-element(arg_tuple.1), index=2
  ROOT tuple.1 = (s32[], f32[4]{0}, s32[]) tuple(add.1, sin.1, get-tuple-element.5)
}

region_1.2 {
  arg_tuple.3 = (s32[], f32[4]{0}, s32[]) parameter(0)
  get-tuple-element.10 = f32[4]{0} get-tuple-element(arg_tuple.3), index=1
  get-tuple-element.9 = s32[] get-tuple-element(arg_tuple.3), index=0
  get-tuple-element.11 = s32[] get-tuple-element(arg_tuple.3), index=2
  ROOT lt.1 = pred[] compare(get-tuple-element.9, get-tuple-element.11), direction=LT
}

ENTRY main.3 {
  constant.3 = s32[] constant(0)
  x.1 = f32[4]{0} parameter(1)
  n.1 = s32[] parameter(0)
  while.4 = (s32[], f32[4]{0}, s32[]) tuple(constant.3, x.1, n.1)
  while.5 = (s32[], f32[4]{0}, s32[]) while(while.4), condition=region_1.2, body=region_0.1
  while.6 = s32[] get-tuple-element(while.5), index=0
  ROOT while.7 = f32[4]{0} get-tuple-element(while.5), index=1
}

`);
});

test('keeps shardings for Shardy and for XLA', () => {
  expect(
    exported(`
      module @m {
        sdy.mesh @mesh = <["a"=2, "b"=4]>
        func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
          %0 = sdy.sharding_constraint %x <@mesh, [{}, {"b"}]> : tensor<8x16xf32>
          return %0 : tensor<8x16xf32>
        }
      }`).text,
  )
    .toBe(`HloModule m, entry_computation_layout={(f32[8,16]{1,0})->f32[8,16]{1,0}}, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["a"=2, "b"=4]>}}

ENTRY main.1 {
  Arg_0.1 = f32[8,16]{1,0} parameter(0), sharding={devices=[2,1,4]<=[8] last_tile_dim_replicate}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"a\\"}, {}]>"}
  ROOT custom-call.1 = f32[8,16]{1,0} custom-call(Arg_0.1), custom_call_target="Sharding", sharding={devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}, frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, [{}, {\\"b\\"}]>]>"}
}

`);
});

test('reports what HLO has no form for with its place', () => {
  const { text, messages } = exported(`
    func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      return %x : tensor<?xf32>
    }`);
  expect(text).toBeNull();
  expect(messages).toEqual([
    "HLO has no type for 'tensor<?xf32>'; give dimensions a size or a bound, and legalize quantized types before",
  ]);
});
