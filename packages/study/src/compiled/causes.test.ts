import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { attributeCollectives } from './attribution.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, simulator],
];

/** The kinds, values, changes and causes of the arrays that the collectives of a program move. */
function causes(program: string, entry: string, computations = ''): readonly string[] {
  const study = Study.read(
    'f.mlir',
    `module @jit_f {\n  sdy.mesh @mesh = <["x"=4]>\n${program}\n}`,
    new Context(EXTENSIONS),
  );
  const compiled = readHloText(`HloModule jit_f, num_partitions=4

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

${computations}
ENTRY %main {
${entry}
}
`);
  return attributeCollectives(compiled, study).flatMap(({ moved }) =>
    moved.map(({ value, from, to, cause }) => `${value} ${from} to ${to}: ${cause.kind}: ${cause.text}`),
  );
}

const named = (name: string): string => `metadata={op_name="jit(f)/${name}"}`;
const ALL = 'replica_groups={{0,1,2,3}}, use_global_device_ids=true';

test('of two operands that are split alike, the one that is gathered is told', () => {
  expect(
    causes(
      `  func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("w")) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/dot_general"("f.py":2:3))
    return %0 : tensor<8x8xf32>
  }`,
      `  %x = f32[2,8]{1,0} parameter(0)
  %w = f32[2,8]{1,0} parameter(1)
  %copy = f32[2,8]{0,1} copy(%w)
  %all = f32[8,8]{1,0} all-gather(%copy), channel_id=1, dimensions={0}, ${ALL}, ${named('dot_general')}
  ROOT %dot = f32[2,8]{1,0} dot(%x, %all), lhs_contracting_dims={1}, rhs_contracting_dims={0}, ${named('dot_general')}`,
    ),
  ).toEqual([
    '%w [{x}, {}] to [{}, {}]: conflict: dot_general (f.py:2): dimension 0 of w is split along x, but the matching dimension 1 of x is not',
  ]);
});

test('what is exchanged after a sort is its result', () => {
  expect(
    causes(
      `  func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x")) -> tensor<8x8xf32> {
    %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/sort"("f.py":2:3))
    return %0 : tensor<8x8xf32>
  }`,
      `  %x = f32[2,8]{1,0} parameter(0)
  %columns = f32[8,2]{1,0} all-to-all(%x), channel_id=1, dimensions={1}, ${ALL}, ${named('sort')}
  %sorted = f32[8,2]{1,0} sort(%columns), dimensions={0}, to_apply=%less, ${named('sort')}
  %part = f32[8,2]{1,0} slice(%sorted), slice={[0:8], [0:2]}, ${named('sort')}
  ROOT %rows = f32[2,8]{1,0} all-to-all(%part), channel_id=2, dimensions={0}, ${ALL}, ${named('sort')}`,
      `%less (p: f32[], q: f32[]) -> pred[] {
  %p = f32[] parameter(0)
  %q = f32[] parameter(1)
  ROOT %is = pred[] compare(%p, %q), direction=LT
}
`,
    ),
  ).toEqual([
    '%x [{x}, {}] to null: conflict: sort (f.py:2): sorting needs the sorted dimension whole, and x is split along x',
    '%0 null to [{x}, {}]: conflict: sort (f.py:2): sorting needs the sorted dimension whole; the result comes to the sharding that it is used with',
  ]);
});

const callback = `  func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x")) -> tensor<8x8xf32> {
    %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {api_version = 4 : i32} : (tensor<8x8xf32>) -> tensor<8x8xf32> loc("pure_callback:"("jit(f)/pure_callback"("f.py":2:3)))
    %1 = stablehlo.add %0, %x : tensor<8x8xf32> loc("jit(f)/add"("f.py":3:3))
    return %1 : tensor<8x8xf32>
  }`;

test('the result of a host callback is given to all devices by a sum of zeros', () => {
  expect(
    causes(
      callback,
      `  %x = f32[2,8]{1,0} parameter(0)
  %device = u32[] partition-id()
  %zero = u32[] constant(0)
  %is = pred[] compare(%device, %zero), direction=EQ
  %all = f32[8,8]{1,0} all-gather(%x), channel_id=1, dimensions={0}, ${ALL}, ${named('pure_callback')}
  %given = (f32[8,8]{1,0}) tuple(%all)
  %none = () tuple()
  %called = (f32[8,8]{1,0}) conditional(%is, %given, %none), true_computation=%calling, false_computation=%idle
  %got = f32[8,8]{1,0} get-tuple-element(%called), index=0
  %mask = pred[8,8]{1,0} broadcast(%is), dimensions={}
  %nothing = f32[] constant(0)
  %zeros = f32[8,8]{1,0} broadcast(%nothing), dimensions={}
  %own = f32[8,8]{1,0} select(%mask, %got, %zeros), ${named('add')}
  ROOT %sum.1 = f32[8,8]{1,0} all-reduce(%own), channel_id=2, ${ALL}, to_apply=%add, ${named('add')}`,
      `%calling (p: (f32[8,8])) -> (f32[8,8]) {
  %p = (f32[8,8]{1,0}) parameter(0)
  %q = f32[8,8]{1,0} get-tuple-element(%p), index=0
  ROOT %call = (f32[8,8]{1,0}) custom-call(%q), custom_call_target="xla_ffi_python_cpu_callback", ${named('pure_callback')}
}

%idle (r: ()) -> (f32[8,8]) {
  %r = () parameter(0)
  %c = f32[] constant(0)
  %d = f32[8,8]{1,0} broadcast(%c), dimensions={}
  ROOT %e = (f32[8,8]{1,0}) tuple(%d)
}
`,
    ),
  ).toEqual([
    '%x [{x}, {}] to [{}, {}]: single-device: one device calls the host for pure_callback (f.py:2) and gives the result to all',
    '%0 null to null: single-device: one device calls the host for pure_callback and gives the result to all',
  ]);
});

const sine = (behind: string, result = ''): string =>
  `  func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x")) -> (tensor<8x8xf32>${result}) {
    %0 = stablehlo.sine %x : tensor<8x8xf32> loc("jit(f)/sin"("f.py":2:3))
${behind}
  }`;

test('an operation that is split as a constraint behind it asks', () => {
  expect(
    causes(
      sine(`    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32> loc("jit(f)/sharding_constraint"("f.py":3:3))
    return %1 : tensor<8x8xf32>`),
      `  %x = f32[2,8]{1,0} parameter(0)
  %columns = f32[8,2]{1,0} all-to-all(%x), channel_id=1, dimensions={1}, ${ALL}, ${named('sin')}
  ROOT %sin = f32[8,2]{1,0} sine(%columns), ${named('sin')}`,
    ),
  ).toEqual([
    '%x [{x}, {}] to [{}, {x}]: constraint: with_sharding_constraint (f.py:3) asks for [{}, {x}], so that sin (f.py:2) is computed so, and its operand x is [{x}, {}]',
  ]);
});

test('a result that out_shardings asks for whole', () => {
  expect(
    causes(
      sine('    return %0 : tensor<8x8xf32>', ' {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}'),
      `  %x = f32[2,8]{1,0} parameter(0)
  %sin = f32[2,8]{1,0} sine(%x), ${named('sin')}
  ROOT %all = f32[8,8]{1,0} all-gather(%sin), channel_id=1, dimensions={0}, ${ALL}`,
    ),
  ).toEqual([
    '%0 [{x}, {}] to [{}, {}]: constraint: out_shardings asks for [{}, {}] of sin (f.py:2), which is [{x}, {}] where it is computed',
  ]);
});
