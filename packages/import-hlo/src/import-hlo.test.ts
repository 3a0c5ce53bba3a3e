import { expect, test } from 'vitest';
import { printOp } from '@shardform/ir-core';
import { entry, imported, importedText } from '../tests/imported.ts';

const SCHEDULED = `HloModule test, is_scheduled=true, num_partitions=4, input_output_alias={ {0}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
fused {
  p = f32[8,4]{1,0} parameter(0)
  ROOT n = f32[8,4]{1,0} negate(p)
}
cond {
  s = (s32[], f32[8,4]{1,0}) parameter(0)
  k = s32[] get-tuple-element(s), index=0
  five = s32[] constant(5)
  ROOT lt = pred[] compare(k, five), direction=LT
}
body {
  s = (s32[], f32[8,4]{1,0}) parameter(0)
  k = s32[] get-tuple-element(s), index=0
  v = f32[8,4]{1,0} get-tuple-element(s), index=1
  one = s32[] constant(1)
  next = s32[] add(k, one)
  start = (f32[8,4]{1,0}, f32[32,4]{1,0}) all-gather-start(v), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true
  f = f32[8,4]{1,0} fusion(v), kind=kLoop, calls=fused
  done = f32[32,4]{1,0} all-gather-done(start)
  ROOT t = (s32[], f32[8,4]{1,0}) tuple(next, f)
}
ENTRY main {
  x = f32[8,4]{1,0} parameter(0), sharding={devices=[4,1]<=[4]}
  y = f32[8,4]{0,1} parameter(1)
  zero = s32[] constant(0)
  t = (s32[], f32[8,4]{1,0}) tuple(zero, x)
  w = (s32[], f32[8,4]{1,0}) while(t), condition=cond, body=body, backend_config={"known_trip_count":{"n":"5"}}
  r = f32[8,4]{1,0} get-tuple-element(w), index=1
  cs = (f32[8,4]{1,0:S(1)}, f32[8,4]{1,0}, u32[]) copy-start(r)
  cd = f32[8,4]{1,0:S(1)} copy-done(cs)
  bc = f32[4,8]{1,0} bitcast(y)
  ROOT out = (f32[8,4]{1,0}, f32[4,8]{1,0}) tuple(cd, bc)
}
`;

const SCHEDULED_TEXT = `module @test attributes {hlo.is_partitioned, hlo.is_scheduled, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<8x4xf32> {hlo.sharding = "{devices=[4,1]<=[4]}", tf.aliasing_output = 0 : i32}, %arg1: tensor<8x4xf32> {hlo.layout = "{0,1}", jax.buffer_donor = true}) -> (tensor<8x4xf32>, tensor<4x8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x4xf32> attributes {hlo.backend_config = "{\\22known_trip_count\\22:{\\22n\\22:\\225\\22}}", hlo.known_trip_count = 5 : i64, hlo.name = "w"}
    cond {
      %c_1 = stablehlo.constant dense<5> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = "stablehlo.async_start"(%iterArg_0) ({
      ^bb0(%arg2: tensor<8x4xf32>):
        %8 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> {hlo.name = "start"} : (tensor<8x4xf32>) -> tensor<32x4xf32>
        stablehlo.return %8 : tensor<32x4xf32>
      }) {hlo.name = "start"} : (tensor<8x4xf32>) -> !stablehlo.future<tensor<32x4xf32>>
      %6 = func.call @fused(%iterArg_0) {hlo.fusion_kind = "kLoop", hlo.name = "f"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %7 = "stablehlo.async_done"(%5) : (!stablehlo.future<tensor<32x4xf32>>) -> tensor<32x4xf32>
      stablehlo.return %4, %6 : tensor<i32>, tensor<8x4xf32>
    }
    %1 = "hlo.async_start"(%0#1) ({
    ^bb0(%arg2: tensor<8x4xf32>):
      %4 = hlo.copy %arg2 {hlo.layout = ["{1,0:S(1)}", "", ""]} : tensor<8x4xf32>
      stablehlo.return %4 : tensor<8x4xf32>
    }) {hlo.layout = ["{1,0:S(1)}", "", ""], hlo.name = "cs"} : (tensor<8x4xf32>) -> !stablehlo.future<tensor<8x4xf32>>
    %2 = hlo.async_done %1 {hlo.layout = "{1,0:S(1)}"} : (!stablehlo.future<tensor<8x4xf32>>) -> tensor<8x4xf32>
    %3 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return %2, %3 : tensor<8x4xf32>, tensor<4x8xf32>
  }
  func.func private @fused(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {hlo.fusion_kind = "kLoop"} {
    %0 = stablehlo.negate %arg0 : tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`;

test('a scheduled program of a device keeps its order, fusions, futures, layouts and donations', () => {
  const { module, context, errors } = imported(SCHEDULED);
  expect(errors).toEqual([]);
  expect(printOp(module!, context)).toBe(SCHEDULED_TEXT);
});

test('fusions are opened if asked', () => {
  const text = importedText(SCHEDULED, { inlineFusions: true });
  expect(text).toContain('stablehlo.negate');
  expect(text).not.toContain('@fused');
});

/** The lines of the body of the entry. */
function body(instructions: string, before = ''): string[] {
  const [main] = importedText(entry(instructions, before)).split('\n}');
  return main!
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}

test('tuples of parameters, calls and results are several values', () => {
  const swap = `
swap {
  t = (f32[8,4]{1,0}, (s32[], f32[8,4]{1,0})) parameter(0)
  a = f32[8,4]{1,0} get-tuple-element(t), index=0
  u = (s32[], f32[8,4]{1,0}) get-tuple-element(t), index=1
  b = f32[8,4]{1,0} get-tuple-element(u), index=1
  ROOT r = (f32[8,4]{1,0}, f32[8,4]{1,0}) tuple(b, a)
}
`;
  const instructions = `
  u = (s32[], f32[8,4]{1,0}) tuple(i, y)
  t = (f32[8,4]{1,0}, (s32[], f32[8,4]{1,0})) tuple(x, u)
  c = (f32[8,4]{1,0}, f32[8,4]{1,0}) call(t), to_apply=swap
  ROOT r = f32[8,4]{1,0} get-tuple-element(c), index=1`;
  expect(body(instructions, swap)).toEqual([
    '%0:2 = call @swap(%arg0, %arg2, %arg1) {hlo.name = "c"} : (tensor<8x4xf32>, tensor<i32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)',
    'return %0#1 : tensor<8x4xf32>',
  ]);
});

test('elements that the text leaves out are not made up', () => {
  expect(body('  ROOT r = f32[8,4]{1,0} constant({...})')).toEqual([
    '%0 = hlo.elided_constant : tensor<8x4xf32>',
    'return %0 : tensor<8x4xf32>',
  ]);
});

test('metadata is the location: the name at the frames of the stack', () => {
  const text = `HloModule test

FileNames
1 "step.py"

FunctionNames
1 "step"
2 "loss"

FileLocations
1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=3 end_column=9}
2 {file_name_id=1 function_name_id=2 line=2 end_line=2 column=5 end_column=5}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY main {
  x = f32[] parameter(0)
  ROOT r = f32[] negate(x), metadata={op_name="jit(step)/neg" stack_frame_id=2}
}
`;
  const { module, context } = imported(text);
  const [negate] = [...module!.body][0]!.getRegion(0).entry;
  expect(String(negate!.location)).toBe(
    'loc("jit(step)/neg"(callsite("loss"("step.py":2:5) at "step"("step.py":7:3 to :9))))',
  );
  expect(context.diagnostics.errorCount).toBe(0);
});

test.each([
  [
    '  ROOT r = f32[8,4]{1,0} constant({...}), sharding={devices=[4,1]<=[4]}',
    'mhlo.sharding = "{devices=[4,1]<=[4]}"',
  ],
  ['  ROOT r = f32[8,4]{1,0} add(x, y), frontend_attributes={a="b"}', 'mhlo.frontend_attributes = {a = "b"}'],
  ['  ROOT r = f32[8,4]{1,0} add(x, y), backend_config={"a":1}', 'hlo.backend_config'],
  ['  ROOT r = f32[8,4]{0,1} add(x, y)', 'hlo.layout = "{0,1}"'],
])('no attribute is lost: %s', (instructions, expected) => {
  expect(body(instructions).join('\n')).toContain(expected);
});

test.each([
  [
    '  ROOT r = f32[8,4]{1,0} get-tuple-element(x), index=0',
    "instruction 'r' (get-tuple-element) has no element 0 in its operand",
  ],
  [
    '  ROOT r = f32[8,4]{1,0} dot(x, y), algorithm=dot_unknown, lhs_contracting_dims={1}, rhs_contracting_dims={1}',
    "instruction 'r' (dot) has the algorithm 'dot_unknown', which StableHLO does not have",
  ],
])('what is wrong is told with its line: %s', (instructions, message) => {
  const { errors, module } = imported(entry(instructions), { sourceName: 'a.hlo' });
  expect(module).toBeNull();
  expect(errors).toEqual([`loc("a.hlo":13:0): ${message}`]);
});
