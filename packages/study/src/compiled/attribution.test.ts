import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { Study } from '../study.ts';
import { attributeCollectives } from './attribution.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, simulator],
];

const file = (name: string): string =>
  readFileSync(new URL(`../../tests/compiled/${name}`, import.meta.url), 'utf8');

const studied = (text: string): Study => Study.read('step.mlir', text, new Context(EXTENSIONS));

describe('a training step that jaxlib 0.10.2 has compiled for eight CPU devices', () => {
  const compiled = readHloText(file('step.hlo'));
  const rows = attributeCollectives(compiled, studied(file('step.mlir')));
  const told = rows.flatMap(({ kind, axes, executions, place, moved }) =>
    moved.map(({ value, bytes, cause }) => [
      `${executions} x ${kind} along ${axes.join()} at ${place}: ${value}, ${bytes}`,
      `${cause.kind}: ${cause.text}`,
    ]),
  );

  test('each collective has a line, a value and a cause', () => {
    expect(told).toMatchInlineSnapshot(`
      [
        [
          "1 x all_reduce along model at step.py:12: %6, 768",
          "partial-results: gather (step.py:12) looks up elements along dimension 0 of params['emb'], which is split along model: devices combine their parts of the result",
        ],
        [
          "1 x collective_permute along data at step.py:19: @_roll_static:%0, 64",
          "borders: concatenate (step.py:19): parts of the result lie across parts of the operands, and slice (step.py:19) is split along data",
        ],
        [
          "1 x all_gather along model at step.py:18: %11, 960",
          "conflict: top_k (step.py:18): XLA computes top-k on whole operands, and dot_general (step.py:18) is split along model",
        ],
        [
          "1 x all_gather along data at step.py:18: %11, 1280",
          "conflict: top_k (step.py:18): XLA computes top-k on whole operands, and dot_general (step.py:18) is split along data",
        ],
        [
          "1 x collective_permute along data at step.py:19: %24, 64",
          "borders: split (step.py:19): the slice begins or ends inside a part, and mul (step.py:20) is split along data",
        ],
        [
          "1 x collective_permute along data at step.py:19: @_roll_static_2:%0, 64",
          "borders: pad (step.py:19): padding shifts elements over the borders of the parts, and split (step.py:19) is split along data",
        ],
        [
          "1 x all_reduce along model at step.py:18: %32, 768",
          "partial-results: dot_general (step.py:18) sums products over dimension 1 of params['head'], which is split along model: devices combine their parts of the result",
        ],
        [
          "1 x all_reduce along data at step.py:18: %30, 640",
          "partial-results: dot_general (step.py:18) sums products over dimension 0 of scatter-add (step.py:18), which is split along data: devices combine their parts of the result",
        ],
        [
          "1 x all_reduce along data at step.py:18: %15, 4",
          "partial-results: reduce_sum (step.py:20) reduces dimension 0 of top_k (step.py:18), which is split along data: devices combine their parts of the result",
        ],
        [
          "1 x all_reduce along data at step.py:18: %19, 4",
          "partial-results: reduce_sum (step.py:20) reduces dimension 0 of integer_pow (step.py:20), which is split along data: devices combine their parts of the result",
        ],
        [
          "1 x all_reduce along data at step.py:18: %38, 512",
          "partial-results: scatter-add (step.py:12) combines updates along dimension 0 of select_n (step.py:12), which is split along data: devices combine their parts of the result",
        ],
        [
          "1 x all_reduce along model at step.py:23: %46, 6",
          "written: the program asks for it: psum_invariant (step.py:23)",
        ],
        [
          "3 x all_reduce along model at step.py:15: @closed_call_5:%8, 768",
          "partial-results: dot_general (step.py:15) sums products over dimension 1 of params['layers']['up'], which is split along model: devices combine their parts of the result",
        ],
        [
          "3 x all_reduce along data at step.py:15: @closed_call_5:%0, 384",
          "partial-results: dot_general (step.py:15) sums products over dimension 0 of add_any (step.py:15), which is split along data: devices combine their parts of the result",
        ],
        [
          "3 x all_reduce along data at step.py:15: @closed_call_5:%6, 384",
          "partial-results: dot_general (step.py:15) sums products over dimension 0 of add_any (step.py:15), which is split along data: devices combine their parts of the result",
        ],
        [
          "3 x all_reduce along model at step.py:15: @closed_call:%4, 768",
          "partial-results: dot_general (step.py:15) sums products over dimension 0 of params['layers']['down'], which is split along model: devices combine their parts of the result",
        ],
      ]
    `);
  });

  test('arrays of a combined sum have the bytes of the whole', () => {
    for (const { bytes, moved } of rows)
      expect(moved.reduce((sum, own) => sum + own.bytes, 0)).toBeCloseTo(bytes, 6);
  });

  test('decisions of the compiler are told', () => {
    expect(
      rows.flatMap(({ instruction, decisions }) =>
        decisions.map(({ kind }) => `${instruction.name}: ${kind}`),
      ),
    ).toEqual(['all-reduce.23: combined', 'all-reduce.22: combined']);
  });

  test('without the program, names and places are known', () => {
    const alone = attributeCollectives(compiled, null);
    expect(alone.map(({ place, name }) => `${name} ${place}`)).toContain('jit(step)/jvp()/gather step.py:12');
    expect(alone.map(({ moved }) => moved.map(({ cause }) => cause.kind)).flat()).toContain(
      'partial-results',
    );
  });
});

/** A program of one instruction, and of the StableHLO operation that it was compiled from. */
const compiledFrom = (
  operation: string,
  computations: string,
  ...lines: readonly string[]
): ReturnType<typeof attributeCollectives> =>
  attributeCollectives(
    readHloText(`HloModule m, num_partitions=4

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

${computations}ENTRY %main (x: f32[4,8]) -> f32[16,8] {
  %x = f32[4,8]{1,0} parameter(0), metadata={op_name="x"}
  %i = s32[] constant(0)
${lines.map((line) => `  ${line}\n`).join('')}}
`),
    studied(`sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x")) -> tensor<16x8xf32> {
  %0 = ${operation} loc("jit(f)/op"("f.py":3:4))
  return %0 : tensor<16x8xf32>
}`),
  );

const OP = 'metadata={op_name="jit(f)/op"}';
const reverse = 'stablehlo.reverse %x, dims = [0] : tensor<16x8xf32>';

test('a value that is gathered and divided again is rematerialized', () => {
  const [row] = compiledFrom(
    'stablehlo.sine %x : tensor<16x8xf32>',
    '',
    `%all = f32[16,8]{1,0} all-gather(%x), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true, ${OP}`,
    '%device = u32[] partition-id()',
    '%start = s32[] convert(%device)',
    'ROOT %part = f32[16,2]{1,0} dynamic-slice(%all, %i, %start), dynamic_slice_sizes={16,2}',
  );
  expect(row!.decisions.map(({ kind }) => kind)).toEqual(['rematerialized']);
  expect(row!.moved[0]).toMatchObject({ value: '%x', from: '[{x}, {}]', to: '[{}, {}]' });
});

test('a value that is gathered for a slice at the same place on all devices is not rematerialized', () => {
  const [row] = compiledFrom(
    'stablehlo.sine %x : tensor<16x8xf32>',
    '',
    `%all = f32[16,8]{1,0} all-gather(%x), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true, ${OP}`,
    'ROOT %part = f32[16,2]{1,0} dynamic-slice(%all, %i, %i), dynamic_slice_sizes={16,2}',
  );
  expect(row!.decisions).toEqual([]);
});

test('a reversed dimension has its parts on the opposite devices', () => {
  const [row] = compiledFrom(
    reverse,
    '',
    `ROOT %p = f32[4,8]{1,0} collective-permute(%x), channel_id=1, source_target_pairs={{0,3},{1,2},{2,1},{3,0}}, ${OP}`,
  );
  expect(row!.moved[0]!.cause).toEqual({
    kind: 'conflict',
    text: 'op (f.py:3): devices hold the parts of the reversed dimension in the opposite order, and x is split along x',
  });
});

test('a loop repeats what all iterations have the same', () => {
  const computations = `%body (s: (s32[], f32[4,8])) -> (s32[], f32[4,8]) {
  %s = (s32[], f32[4,8]{1,0}) parameter(0)
  %n = s32[] get-tuple-element(%s), index=0
  %w = f32[4,8]{1,0} get-tuple-element(%s), index=1
  %g = f32[16,8]{1,0} all-gather(%w), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, ${OP}
  ROOT %t = (s32[], f32[4,8]{1,0}) tuple(%n, %w)
}

%cond (c: (s32[], f32[4,8])) -> pred[] {
  %c = (s32[], f32[4,8]{1,0}) parameter(0)
  ROOT %true = pred[] constant(true)
}

`;
  const [row] = compiledFrom(
    reverse,
    computations,
    '%state = (s32[], f32[4,8]{1,0}) tuple(%i, %x)',
    'ROOT %loop = (s32[], f32[4,8]{1,0}) while(%state), condition=%cond, body=%body, backend_config={"known_trip_count":{"n":"5"}}',
  );
  expect(row).toMatchObject({ executions: 5, decisions: [{ kind: 'left-in-loop' }] });
  expect(row!.moved[0]!.value).toBe('%x');
});
