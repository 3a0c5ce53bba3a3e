import {
  Context,
  defineOp,
  DenseElementsAttr,
  attrOf,
  type Extension,
  i64,
  integerAttr,
  parseModule,
  RankedTensorType,
  typeOf,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import {
  arrayOf,
  arrayType,
  binary,
  constantArray,
  concatenate,
  type DeviceState,
  type Execution,
  elementsOf,
  interpretable,
  isArray,
  type NdArray,
  runSpmd,
  simulator,
  token,
} from '../index.ts';

// A dialect as another package would have it: it only knows what this one exports.

const tensor = typeOf(RankedTensorType, 'ranked tensor');

class ConstantOp extends defineOp('mesh.constant', {
  summary: 'a constant',
  attrs: { value: attrOf(DenseElementsAttr, 'constant') },
  results: { result: tensor },
}) {}

class AddOp extends defineOp('mesh.add', {
  summary: 'a sum',
  operands: { lhs: tensor, rhs: tensor },
  results: { result: tensor },
}) {}

class OpenOp extends defineOp('mesh.open', { summary: 'a device', results: { device: tensor } }) {}

class GatherOp extends defineOp('mesh.gather', {
  summary: 'joins parts along an axis of a mesh of two columns',
  operands: { device: tensor, input: tensor },
  attrs: { dim: integerAttr(i64, '64-bit signless integer attribute') },
  results: { result: tensor },
}) {}

/** The devices of a row meet. */
function* gather(op: GatherOp, input: NdArray, { device }: DeviceState): Execution {
  const first = device - (device % 2);
  const members = [first, first + 1];
  return yield {
    op,
    members,
    operands: [input],
    complete(all) {
      const joined = concatenate(
        all.map(([own]) => own!),
        op.dim.number,
      );
      return members.map(() => [joined]);
    },
  };
}

const outside: Extension = {
  name: 'mesh-dialect',
  requires: [simulator],
  dialects: [{ name: 'mesh' }],
  ops: [ConstantOp, AddOp, OpenOp, GatherOp],
  interfaces: [
    interpretable.implementFor(ConstantOp, (op) => (_, state) => [
      constantArray(op, op.value, op.result.type, state),
    ]),
    interpretable.implementFor(AddOp, (op) => ([lhs, rhs]) => {
      expect(arrayType(op, op.result.type).kind).toBe(lhs!.kind);
      return [binary('add', lhs!, rhs!)];
    }),
    // What has no elements can be a token.
    interpretable.implementFor(OpenOp, () => () => [token]),
    interpretable.implementFor(
      GatherOp,
      (op) =>
        ([, input], state) =>
          gather(op, input!, state),
    ),
  ],
};

describe('a dialect of another package', () => {
  test('is executed on its own interpretations, between operations of others', () => {
    const context = new Context([outside]);
    const type = 'tensor<2xf32, "layout">';
    const module = parseModule(
      `func.func @main(%a: ${type}) -> tensor<4xf32> {
         %c = "mesh.constant"() {value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> ${type}
         %0 = "mesh.add"(%a, %c) : (${type}, ${type}) -> ${type}
         %device = "mesh.open"() : () -> tensor<0xf32>
         %1 = "mesh.gather"(%device, %0) {dim = 0 : i64} : (tensor<0xf32>, ${type}) -> tensor<4xf32>
         %2 = stablehlo.negate %1 : tensor<4xf32>
         return %2 : tensor<4xf32>
       }`,
      context,
    )!;
    expect(verifyOp(module, context)).toBe(true);
    const inputs = (device: number): NdArray[] => [arrayOf('f32', [2], [device, device])];
    const results = runSpmd(module, 4, inputs, context);
    expect(results.map((own) => own.filter(isArray).map(elementsOf))).toEqual([
      [[-10, -20, -11, -21]],
      [[-10, -20, -11, -21]],
      [[-12, -22, -13, -23]],
      [[-12, -22, -13, -23]],
    ]);
  });
});
