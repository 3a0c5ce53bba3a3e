import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { listCollectives } from './collective-list.ts';
import { collectiveTotals } from './collective-totals.ts';

const context = new Context([funcDialect, sdyDialect, stablehloDialect]);

function listed(body: string) {
  const text = `sdy.mesh @mesh = <["x"=4]>
    func.func @main(%a: tensor<16xf32>) {
      %t = stablehlo.create_token : !stablehlo.token
      sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>) {
        %u = stablehlo.create_token : !stablehlo.token
        %c = stablehlo.constant dense<1> : tensor<4xi32>
        ${body}
        sdy.return
      } : (tensor<16xf32>) -> ()
      return
    }`;
  const collectives = listCollectives(parseModule(text, context)!, context);
  const { bytes, meaning } = collectiveTotals(collectives);
  return { rows: collectives.map((own) => [own.kind, own.bytes, own.bytesMeaning]), bytes, meaning };
}

const handle = (type: number): string =>
  `channel_handle = #stablehlo.channel_handle<handle = 1, type = ${type}>`;
const groups = 'replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>';

test('all that devices send counts: to one of them, in reductions of old programs and to the root', () => {
  const sum = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> })`;
  const { rows, meaning } = listed(
    `%s = "stablehlo.send"(%b, %u) <{${handle(1)}, is_host_transfer = false}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
     %r = "stablehlo.cross-replica-sum"(%b) <{${groups}}> : (tensor<4xf32>) -> tensor<4xf32>
     %q = "stablehlo.collective_reduce"(%b) <{${groups}}> ${sum} : (tensor<4xf32>) -> tensor<4xf32>`,
  );
  expect(rows).toEqual([
    ['send', 16, 'exact'],
    ['cross-replica-sum', 24, 'exact'],
    ['collective_reduce', 16, 'exact'],
  ]);
  expect(meaning).toBe('exact');
});

test('what goes to the host is none of it', () => {
  expect(
    listed(
      `%s = "stablehlo.send"(%b, %u) <{${handle(2)}, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
       stablehlo.custom_call @xla_python_cpu_callback(%b) {has_side_effect = true} : (tensor<4xf32>) -> ()`,
    ),
  ).toEqual({ rows: [], bytes: 0, meaning: 'exact' });
});

test('a ragged exchange sends the operand at most, and less where sizes are constants', () => {
  const exchange = (sizes: string): string =>
    `%s = stablehlo.custom_call @ragged_all_to_all(%b, %b, %c, ${sizes}, %c, %c) {api_version = 4 : i32, backend_config = {${groups}}} : (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>`;
  const { rows, meaning } = listed(exchange('%c'));
  expect([rows, meaning]).toEqual([[['ragged_all_to_all', 12, 'at-most']], 'at-most']);
  const computed = listed(`%d = stablehlo.add %c, %c : tensor<4xi32>\n${exchange('%d')}`);
  expect(computed.rows).toEqual([['ragged_all_to_all', 16, 'at-most']]);
});

test.each([
  ['lib_exchange', '', 'at-least'],
  ['mosaic_gpu', '', 'at-least'],
  [
    'tpu_custom_call',
    'backend_config = "{\\22custom_call_config\\22: {\\22has_communication\\22: true}}"',
    'at-least',
  ],
  ['tpu_custom_call', 'backend_config = "{\\22custom_call_config\\22: {}}"', 'exact'],
  ['lapack_spotrf_ffi', '', 'exact'],
  ['Sharding', '', 'exact'],
  ['TopK', '', 'exact'],
])('a total beside a call of %s with {%s} is %s', (target, attributes, meaning) => {
  const call = `%s = stablehlo.custom_call @${target}(%b) {${attributes}} : (tensor<4xf32>) -> tensor<4xf32>`;
  expect(listed(call).meaning).toBe(meaning);
});
