import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { documentNames, partition, readDocument } from '@shardform/inspect';
import { builtinPasses, Context, parseModule, printOp } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { printStage, sourceText } from '../text/stage-text.ts';
import { StableNames } from './stable-names.ts';
import { isDerived, sourceId } from './value-id.ts';
import { Study } from '../study.ts';
import { partitionSteps } from '../stages/run-step.ts';
import { chipAt } from './value-card.ts';
import { ValueIdentities } from './value-identities.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

const PROGRAM = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = call @relu(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @relu(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
func.func private @relu(%0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %cst = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %1 = stablehlo.maximum %0, %cst : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
`;

function study(text: string) {
  const context = new Context(EXTENSIONS);
  const model = readDocument('p.mlir', text, context);
  const identities = new ValueIdentities(model.module);
  const stages = partition(model.module, context);
  const printed = (module: NonNullable<typeof stages.local>) => {
    const values = identities.stage(module);
    const naming = new StableNames(module, values, identities, documentNames(model));
    return printStage(module, context, values, naming);
  };
  return { context, model, identities, stages, printed };
}

test('a value keeps its name through all stages, and what passes derive from it is called after it', () => {
  const { stages, printed } = study(PROGRAM);
  const lines = printed(stages.collectives!).text.split('\n');
  expect(lines.find((line) => line.includes('dot_general'))).toContain('%0 = stablehlo.dot_general %x, %w,');
  expect(lines.find((line) => line.includes('sdy.all_reduce'))).toContain('%v0.1 = sdy.all_reduce {"y"} %0');
  const { text } = printed(stages.local!);
  expect(text).toContain('%v0.1 = "stablehlo.all_reduce"(%0)');
});

test('the identity of a value of a copy leads to the value of the source', () => {
  const { model, identities, stages } = study(PROGRAM);
  const values = identities.stage(stages.collectives!);
  for (const value of values.all) {
    const id = values.idOf(value);
    expect(values.find(id)).toBe(value);
    const source = identities.source.find(sourceId(id));
    if (isDerived(id)) continue;
    expect(source?.definingOp?.name.replace('stablehlo.', '')).toBe(
      value.definingOp?.name.replace(/^(stablehlo|sdy)\./, ''),
    );
  }
  expect(new Set(values.all.map((value) => values.idOf(value))).size).toBe(values.all.length);
  expect(model.isValid).toBe(true);
});

test('text under stable names is the same program', () => {
  const { context, stages, printed } = study(PROGRAM);
  for (const module of [stages.propagated!, stages.collectives!, stages.local!]) {
    const again = parseModule(printed(module).text, context);
    expect(printOp(again!, context)).toBe(printOp(module, context));
  }
});

test('names in a text lead to values, definitions first', () => {
  const { model, identities, stages, printed } = study(PROGRAM);
  const texts = [sourceText(model, identities.source), printed(stages.local!)];
  for (const { text, names, values } of texts) {
    const seen = new Map<string, string>();
    expect(names.length).toBeGreaterThan(0);
    for (let i = 0; i < names.length; i += 4) {
      const [from, to, value, isDefinition] = names.subarray(i, i + 4);
      const name = text.slice(from, to);
      expect(name).toMatch(/^%[\w.$-]+(:\d+|#\d+)?$/);
      const id = values[value!]!;
      if (isDefinition === 1) seen.set(id, name);
      else expect(seen.get(id)).toBe(name);
    }
  }
});

test('what a later pass derives has no sharding of what an earlier one derived', () => {
  const context = new Context(EXTENSIONS);
  const given = Study.read('p.mlir', PROGRAM, context);
  for (const step of partitionSteps) given.run(step);
  const [collectives, local] = [given.stages[3]!, given.stages[4]!];
  const reduced = collectives.values.all.find(({ definingOp }) => definingOp?.name === 'sdy.all_reduce')!;
  const id = collectives.values.idOf(reduced);
  expect(given.globalStage(local, id)).toBe(collectives);
  expect(id).toMatch(/^\d+\+all_reduce$/);
  expect(chipAt(given, local, id)?.text).toBe('<@mesh, [{"x"}, {}]>');
});

test('the result of a call that was inlined is what the function returns there', () => {
  const text = `${PROGRAM.replace('return %2', 'return %3').replace('  return %3', '  %3 = call @twice(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %3')}
func.func private @twice(%0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %1 = call @relu(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}`;
  const program = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of ['shardform-propagate', 'shardform-insert-reshards']) program.run(step);
  const { values } = program.stages.at(-1)!;
  const calls = program.source.values.all.filter((value) => value.definingOp?.name === 'func.call');
  const found = calls.map((call) => values.find(program.source.values.idOf(call)));
  expect(found.map((value) => value?.definingOp?.name)).toEqual(Array(4).fill('stablehlo.maximum'));
  const [first, second, third, inner] = found;
  expect(second?.definingOp?.getOperand(0)).toBe(first);
  expect(third?.definingOp?.getOperand(0)).toBe(second);
  expect(inner).toBe(third);
  expect(values.inlined.get(values.idOf(third!))).toEqual(
    [calls[2], calls[3]].map((call) => program.source.values.idOf(call!)),
  );
});
