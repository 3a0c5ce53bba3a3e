import { programEntry } from '@shardform/dialect-func';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context, printOp } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { textWithMoves } from './move-text.ts';
import { givenSharding, otherShardings } from './other-shardings.ts';
import { moved, type ShardingMove } from './sharding-move.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses];

function program(signature: string, result = '%arg0 : tensor<8x8xf32>'): string {
  return `#given = #sdy.sharding<@mesh, [{"x"}, {}]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(${signature} {
  return ${result}
}
`;
}

/** The text with the first move of argument 0, and of results. */
function edited(text: string, results: readonly number[] = []): string | null {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  const func = programEntry(study.module)!;
  const [sharding] = otherShardings(study.module, func, 0);
  const moves: ShardingMove[] = [{ args: [0], results, sharding: sharding! }];
  const after = textWithMoves(study.model, moves);
  if (after === null) return null;
  const again = Study.read('p.mlir', after, study.context);
  expect(again.model.diagnostics).toEqual([]);
  expect(givenSharding(programEntry(again.module)!, 'arg_attrs', 0)).toBe(sharding);
  // The edited text is the changed program.
  const print = (module: typeof study.module): string => printOp(module, study.context);
  expect(print(again.module)).toBe(print(moved(study.module, moves)));
  return after;
}

test('a sharding is replaced where it is written', () => {
  const text = program(
    '%arg0: tensor<8x8xf32> {a.b = "}, )", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, c.d}) -> tensor<8x8xf32>',
  );
  expect(edited(text)).toBe(text.replace('@mesh, [{"x"}, {}]>, c', '@mesh, [{}, {}]>, c'));
});

test('a name of an attribute is replaced by another attribute', () => {
  const text = program(
    '%arg0: tensor<8x8xf32> {sdy.sharding = #given}, %arg1: tensor<8x8xf32> {sdy.sharding = #given}) -> tensor<8x8xf32>',
  );
  expect(edited(text)).toBe(text.replace('#given}', '#sdy.sharding<@mesh, [{}, {}]>}'));
});

test.each([
  ['tensor<8x8xf32>', '(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})'],
  ['(tensor<8x8xf32>)', '(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})'],
  [
    '(tensor<8x8xf32> {jax.result_info = "result"})',
    '(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.result_info = "result"})',
  ],
  [
    'tensor<8x8xf32> attributes {a.b}',
    '(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) attributes {a.b}',
  ],
])('a result %s gets the sharding', (before, after) => {
  const text = program(`%arg0: tensor<8x8xf32> {sdy.sharding = #given}) -> ${before}`);
  const moves = text.replace('#given}', '#sdy.sharding<@mesh, [{}, {}]>}');
  expect(edited(text, [0])).toBe(moves.replace(`-> ${before}`, `-> ${after}`));
});

test('remarks stay', () => {
  const text = program(
    '%arg0: tensor<8x8xf32> // the (input\n    {sdy.sharding = #given}) -> tensor<8x8xf32>',
  );
  expect(edited(text)).toContain('// the (input\n    {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}');
});

test('a function in generic form is not edited', () => {
  const study = Study.read(
    'p.mlir',
    program('%arg0: tensor<8x8xf32> {sdy.sharding = #given}) -> tensor<8x8xf32>'),
    new Context(EXTENSIONS),
  );
  const generic = Study.read(
    'p.mlir',
    printOp(study.module, study.context, { generic: true }),
    study.context,
  );
  const [sharding] = otherShardings(generic.module, programEntry(generic.module)!, 0);
  expect(textWithMoves(generic.model, [{ args: [0], results: [], sharding: sharding! }])).toBe(null);
});
