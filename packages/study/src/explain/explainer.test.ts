import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';

/** Calls, a loop, a constant of two users, a group and a constraint: what passes before and after propagation change. */
const PROGRAM = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func private @f(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %0 = func.call @f(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = func.call @f(%arg1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %one : tensor<8x8xf32>
  %3 = stablehlo.multiply %1, %one : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=0 : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"y"}, {?}]> : tensor<8x8xf32>
  %5 = stablehlo.dot_general %2, %4, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %6:2 = stablehlo.while(%n = %i, %v = %5) : tensor<i32>, tensor<8x8xf32>
    cond {
      %7 = stablehlo.constant dense<3> : tensor<i32>
      %8 = stablehlo.compare LT, %n, %7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %7 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %n, %7 : tensor<i32>
      %9 = stablehlo.add %v, %2 : tensor<8x8xf32>
      stablehlo.return %8, %9 : tensor<i32>, tensor<8x8xf32>
    }
  sdy.sharding_group %6#1 group_id=0 : tensor<8x8xf32>
  return %6#1 : tensor<8x8xf32>
}`;

const extensions = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function studied(text: string): Study {
  return Study.read('p.mlir', text, new Context(extensions));
}

/** The explanations of all values. */
function explained(study: Study) {
  const { source } = study.identities;
  return source.all.map((value) => study.explain(source.idOf(value)));
}

test('partitioning leaves the explanations that propagation alone gives', () => {
  const alone = explained(studied(PROGRAM));
  expect(alone.flat().flatMap(({ axes }) => axes)).not.toEqual([]);
  expect(alone.flat().flatMap(({ rejections }) => rejections)).not.toEqual([]);
  const [stepped, partitioned] = [studied(PROGRAM), studied(PROGRAM)];
  for (const step of partitionSteps) expect(stepped.run(step).stage).not.toBeNull();
  partitioned.partitioned();
  expect(explained(stepped)).toEqual(alone);
  expect(explained(partitioned)).toEqual(alone);
});

test('stages are the same with an explanation before them', () => {
  const [fresh, asked] = [studied(PROGRAM), studied(PROGRAM)];
  explained(asked);
  for (const step of partitionSteps)
    expect(asked.text(asked.run(step).stage!)).toEqual(fresh.text(fresh.run(step).stage!));
});

test('after another pass the explanations are still of the program as it was given', () => {
  const study = studied(PROGRAM);
  study.run('sdy-basic-propagate');
  study.run(partitionSteps[0]!);
  expect(explained(study)).toEqual(explained(studied(PROGRAM)));
});

test('problems of propagation are told once', () => {
  const study = studied(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %arg0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}`);
  const { diagnostics, stage } = study.run(partitionSteps[0]!);
  expect(stage).toBeNull();
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'",
  ]);
  expect(study.explainer.diagnostics).toEqual(diagnostics);
  expect(study.explainer.failed).toBe(true);
});
