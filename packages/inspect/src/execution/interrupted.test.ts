import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import {
  Budget,
  Context,
  Interrupted,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  withBudget,
} from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { partition } from './partition.ts';

const context = new Context([funcDialect, stablehloDialect, sdyDialect, shardingPasses]);

const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<4x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %dead = stablehlo.negate %w : tensor<4x8xf32>
  %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}`;

/** Does work again and again, each time interrupted a look later. @returns how often it was. */
function interruptedEverywhere(work: () => unknown, after: () => void): number {
  for (let looks = 0; ; looks += 1) {
    let left = looks;
    const budget = new Budget(
      {},
      {
        get isRaised() {
          left -= 1;
          return left < 0;
        },
      },
    );
    let isDone = true;
    try {
      withBudget(budget, work);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      isDone = false;
    }
    if (isDone) return looks;
    after();
  }
}

test('a text that is read anew after an interrupt, wherever it came, is read as any', () => {
  const whole = printOp(parseModule(text, context)!, context);
  const count = interruptedEverywhere(
    () => parseModule(text, context),
    () => expect(printOp(parseModule(text, context)!, context)).toBe(whole),
  );
  expect(count).toBeGreaterThan(4);
});

test('passes leave a module as it was wherever they are interrupted', () => {
  const module = parseModule(text, context)!;
  const before = printOp(module, context);
  const pipeline = parsePipeline('builtin.module(sdy-propagation-pipeline)', context);
  const count = interruptedEverywhere(
    () => runPasses(module, pipeline, context),
    () => expect(printOp(module, context)).toBe(before),
  );
  expect(count).toBeGreaterThan(20);
  expect(printOp(module, context)).not.toBe(before);
});

test('partitioning never changes the module, wherever it is interrupted', () => {
  const module = parseModule(text, context)!;
  const before = printOp(module, context);
  const count = interruptedEverywhere(
    () => partition(module, context),
    () => expect(printOp(module, context)).toBe(before),
  );
  expect(count).toBeGreaterThan(20);
  expect(printOp(partition(module, context).local!, context)).toContain('tensor<4x4xf32>');
});
