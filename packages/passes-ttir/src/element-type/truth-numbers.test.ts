import { filled, typeOf } from '@shardform/program-tests';
import { describe, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

describe('truth values as numbers', () => {
  it.each(['eq', 'ne', 'lt', 'ge'])('of %s choose, combine and count alike', (name) => {
    for (const kind of ['f32', 'i32'] as const) {
      const type = typeOf(kind, [2, 4]);
      const text = `func.func @main(%a: ${type}, %b: ${type}) -> ${type} {
  %0 = "ttir.${name}"(%a, %b) : (${type}, ${type}) -> tensor<2x4xi1>
  %1 = "ttir.gt"(%a, %b) : (${type}, ${type}) -> tensor<2x4xi1>
  %2 = "ttir.logical_or"(%0, %1) : (tensor<2x4xi1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  %3 = "ttir.logical_not"(%2) : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %4 = "ttir.reshape"(%3) <{shape = [4 : i32, 2 : i32]}> : (tensor<2x4xi1>) -> tensor<4x2xi1>
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 4 : i32]}> : (tensor<4x2xi1>) -> tensor<2x4xi1>
  %6 = "ttir.where"(%5, %a, %b) : (tensor<2x4xi1>, ${type}, ${type}) -> ${type}
  return %6 : ${type}
}`;
      const inputs = [filled(kind, [2, 4], [3, -7, 5, 0]), filled(kind, [2, 4], [3, 4, -2, 6, -7])];
      expectSame(text, 'ttir-predicate-type-alignment', inputs);
      expectSame(text, 'ttir-cpu-boolean-narrowing', inputs);
      expectSame(text, 'ttir-predicate-type-alignment,ttir-cpu-boolean-narrowing', inputs);
    }
  });
});
