import { Context, parseModule } from '@shardform/ir-core';
import { funcDialect, programEntry } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { expect, test } from 'vitest';
import { tiesOf } from './ties.ts';

const context = new Context([funcDialect, sdyDialect]);
const T = 'tensor<8x8xf32>';

/** @returns by result, the argument that becomes it. */
function tied(args: readonly string[], results: readonly string[]): Record<number, number> {
  const inputs = args.map((own, i) => `%arg${i}: ${T} ${own}`);
  const text = `sdy.mesh @mesh = <["x"=8]>
func.func @main(${inputs.join(', ')}) -> (${results.map((own) => `${T} ${own}`).join(', ')}) {
  return ${results.map(() => '%arg0').join(', ')} : ${results.map(() => T).join(', ')}
}`;
  const module = parseModule(text, context)!;
  return Object.fromEntries(tiesOf(programEntry(module)!).map(({ result, argument }) => [result, argument]));
}

const named = (name: string): string => `loc("${name}")`;
const info = (name: string, more = ''): string => `{jax.result_info = "${name}"${more}}`;
const X = 'sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>';
const Y = 'sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>';

test('what an optimizer keeps becomes itself, not the parameter of the same name', () => {
  const args = ["p['w']", "m['w']", "v['w']"].map(named);
  const results = ["result[0]['v']['w']", "result[0]['p']['w']", "result[0]['m']['w']"].map((own) =>
    info(own),
  );
  expect(tied(args, results)).toEqual({ 0: 2, 1: 0, 2: 1 });
});

test('a sharding on one side keeps the tie, two different ones are no tie', () => {
  const result = "result['w']";
  expect(tied([`{${X}} ${named("p['w']")}`], [info(result)])).toEqual({ 0: 0 });
  expect(tied([named("p['w']")], [info(result, `, ${X}`)])).toEqual({ 0: 0 });
  expect(tied([`{${X}} ${named("p['w']")}`], [info(result, `, ${X}`)])).toEqual({ 0: 0 });
  expect(tied([`{${X}} ${named("p['w']")}`], [info(result, `, ${Y}`)])).toEqual({});
});

test('a donated argument becomes the result that takes its place', () => {
  const args = ['{tf.aliasing_output = 1 : i32}', '{tf.aliasing_output = 0 : i32}'];
  expect(tied(args, ['', ''])).toEqual({ 0: 1, 1: 0 });
});
