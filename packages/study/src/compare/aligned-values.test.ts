import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { alignedValues } from './aligned-values.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

/** Pairs of names, the first program's before the second's. */
function aligned(first: string, second: string): string[] {
  const [before, after] = [first, second].map((body) =>
    Study.read('p.mlir', `sdy.mesh @mesh = <["x"=2]>\nfunc.func ${body}`, new Context(EXTENSIONS)),
  );
  const name = (study: Study, id: string) => study.names.textName(study.source.values.find(id)!);
  return [...alignedValues(before!, after!)].map(
    ([now, old]) => `${name(before!, old)} ${name(after!, now)}`,
  );
}

const CHAIN = `@main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}`;

test('values that are computed alike are the same under other numbers', () => {
  expect(
    aligned(
      CHAIN,
      `@main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.tanh %x : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  %3 = stablehlo.tanh %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}`,
    ),
  ).toEqual(['%a %x', '%0 %1', '%1 %2', '%2 %3']);
});

test('what a sharding constraint moves stays the same, and so does what is computed from it', () => {
  expect(
    aligned(
      CHAIN,
      `@main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  %3 = stablehlo.tanh %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}`,
    ),
  ).toEqual(['%a %a', '%0 %0', '%1 %2', '%2 %3']);
});

test('of values of the same operation none is the same as one of another type', () => {
  const text = (size: number) => `@main(%a: tensor<${size}xf32>) -> tensor<${size}xf32> {
  %0 = stablehlo.tanh %a : tensor<${size}xf32>
  return %0 : tensor<${size}xf32>
}`;
  expect(aligned(text(8), text(16))).toEqual([]);
});

test('behind a change the operations that follow are the same', () => {
  expect(aligned(CHAIN, CHAIN.replace('%0 = stablehlo.tanh', '%0 = stablehlo.exponential'))).toEqual([
    '%a %a',
    '%2 %2',
    '%1 %1',
  ]);
});
