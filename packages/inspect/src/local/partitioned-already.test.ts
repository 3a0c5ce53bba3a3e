import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { divisionMark, hasInsertedCollectives } from './partitioned-already.ts';

const context = new Context([funcDialect, sdyDialect, stablehloDialect]);
const MESH = 'sdy.mesh @mesh = <["x"=2]>\n';
const HALF = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}';
const CALL = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, ';
const permute = (channel: string): string =>
  `%p = "stablehlo.collective_permute"(%a) <{${channel}source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>`;
const main = (body: string, result = '%a'): string =>
  `${MESH}func.func @main(%a: tensor<4xf32> ${HALF}) -> tensor<4xf32> {\n${body}\nreturn ${result} : tensor<4xf32>\n}\n`;

describe('a program of local sizes that keeps its shardings', () => {
  const markOf = (text: string): string | null => divisionMark(parseModule(text, context)!)?.name ?? null;

  test('is known by a collective on its own sizes', () => {
    expect(markOf(main(permute(CALL)))).toBe('stablehlo.collective_permute');
    expect(markOf(main('%i = stablehlo.partition_id : tensor<ui32>'))).toBe('stablehlo.partition_id');
  });

  test('also in a function that it calls', () => {
    const called = `func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n${permute(CALL)}\nreturn %p : tensor<4xf32>\n}`;
    expect(markOf(main('%0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>') + called)).toBe(
      'stablehlo.collective_permute',
    );
  });

  test.each([
    ['a collective of replicas', main(permute(''))],
    ['one without a mesh', main(permute(CALL)).replace(MESH, '').replace(` ${HALF}`, '')],
    [
      'one in a manual computation',
      main(
        `%0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
${permute(CALL).replaceAll('4xf32', '2xf32').replace('(%a)', '(%b)')}
sdy.return %p : tensor<2xf32>
} : (tensor<4xf32>) -> tensor<4xf32>`,
      ),
    ],
  ])('is not %s', (_, text) => {
    expect(markOf(text)).toBeNull();
  });
});

test('collectives were inserted where partial sums are added up that no sharding mentions', () => {
  const has = (text: string): boolean => hasInsertedCollectives(parseModule(text, context)!, context);
  const reduce = '%0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>';
  const whole = HALF.replace('{"x"}', '{}');
  expect(has(main(reduce).replace(HALF, whole))).toBe(true);
  expect(has(main(reduce).replace(HALF, HALF.replace('[{"x"}]', '[{}], unreduced={"x"}')))).toBe(false);
  expect(has(main('%0 = sdy.all_gather [{"x"}] %a out_sharding=<@mesh, [{}]> : tensor<4xf32>'))).toBe(false);
});
