import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { AddOp, chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import {
  Context,
  defineOp,
  type Extension,
  gapReasons,
  type Operation,
  parseModule,
  RankedTensorType,
  typeWhere,
} from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { costModel } from '../extension.ts';
import { isFusedIntoUsers } from './fusion-role.ts';
import { kernelCost } from './kernel-cost.ts';
import { operationCost } from './operation-cost.ts';

test('every operation declares a cost, or has a reason for none', () => {
  const context = new Context([costModel, chloDialect, hloDialect]);
  const silent = [...stablehloDialect.ops!, ...chloDialect.ops!, ...hloDialect.ops!].filter(
    ({ definition }) =>
      !context.implements(kernelCost, definition) && gapReasons(context, 'cost', definition).length === 0,
  );
  expect(silent.map(({ definition }) => definition.name)).toEqual([]);
});

const tensor = typeWhere(RankedTensorType, 'ranked tensor', () => true);

class ScaleOp extends defineOp('toy.scale', {
  summary: 'multiplies each element by two',
  operands: { x: tensor },
  results: { y: tensor },
  effects: 'none',
  format: '$x attr-dict `:` type($x)',
  infer: (op) => [op.x.type],
}) {}

class MixOp extends defineOp('toy.mix', {
  summary: 'mixes all elements',
  operands: { x: tensor },
  results: { y: tensor },
  effects: 'none',
  format: '$x attr-dict `:` type($x)',
  infer: (op) => [op.x.type],
}) {}

const toy = (interfaces: Extension['interfaces']): Context =>
  new Context([
    funcDialect,
    costModel,
    { name: 'toy', dialects: [{ name: 'toy' }], ops: [ScaleOp, MixOp], interfaces: interfaces ?? [] },
  ]);

const BODY = `func.func @main(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = toy.scale %a : tensor<4x8xbf16>
  %1 = toy.mix %0 : tensor<4x8xbf16>
  return %1 : tensor<4x8xbf16>
}`;

function operations(context: Context): Operation[] {
  const found: Operation[] = [];
  parseModule(BODY, context)!.walk((op) => {
    if (op.name.startsWith('toy.')) found.push(op);
  });
  return found;
}

test('an operation of another package has the cost that the package declares', () => {
  const context = toy([
    kernelCost.implementFor(ScaleOp, () => ({ kind: 'elementwise' })),
    kernelCost.implementFor(MixOp, (op) => ({
      ...{ kind: 'algorithm', fusion: 'root' },
      flops: () => 3 * op.x.type.shape[1]!,
      arithmetic: () => 'f16',
    })),
  ]);
  const [scale, mix] = operations(context);
  expect(operationCost(scale!, context)).toEqual({
    ...{ flops: 32, arithmetic: 'vector', reads: [null], writes: null, traffic: null, launches: 1 },
  });
  expect(operationCost(mix!, context)).toMatchObject({ flops: 24, arithmetic: 'f16' });
  expect([scale!, mix!].map((op) => isFusedIntoUsers(op, context))).toEqual([true, false]);
});

test('an operation without a declared cost is refused, and fused into nothing', () => {
  const context = toy([]);
  const [scale] = operations(context);
  expect(() => operationCost(scale!, context)).toThrow(
    "the cost of 'toy.scale' is not known; a package can give it with the interface 'cost.kernel'",
  );
  expect(isFusedIntoUsers(scale!, context)).toBe(false);
});

test('a cost is declared once', () => {
  const twice = (): Context =>
    new Context([
      costModel,
      { name: 'toy', interfaces: [kernelCost.implementFor(AddOp, () => ({ kind: 'transcendental' }))] },
    ]);
  expect(twice).toThrow("interface 'cost.kernel' of op 'stablehlo.add' is implemented twice (again by toy)");
});
