import { funcDialect, FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { elementValue } from './element-value.ts';

const context = new Context([funcDialect, stablehloDialect]);

/** Stacks of three iterations: `slice` is what iteration `%i` writes at `%at`. */
const scan = (at: string, slice: string): string => `func.func @main(%x: tensor<2xi32>) -> tensor<3x2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %numbers = stablehlo.iota dim = 0 : tensor<2xi32>
  %empty = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
  %r:2 = stablehlo.while(%i = %zero, %s = %empty) : tensor<i32>, tensor<3x2xi32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %back = stablehlo.subtract %two, %i : tensor<i32>
    %b = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %t = stablehlo.multiply %b, %b : tensor<2xi32>
    %u = stablehlo.add %t, %numbers : tensor<2xi32>
    %v = stablehlo.reshape ${slice} : (tensor<2xi32>) -> tensor<1x2xi32>
    %n = stablehlo.dynamic_update_slice %s, %v, ${at}, %zero : (tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
    stablehlo.return %j, %n : tensor<i32>, tensor<3x2xi32>
  }
  return %r#1 : tensor<3x2xi32>
}`;

function returned(text: string): (number | null)[] {
  const [func] = [...parseModule(text, context)!.body] as FuncOp[];
  const value = func!.entry.getTerminator().getOperand(0);
  return [0, 1, 2].flatMap((row) => [0, 1].map((column) => elementValue(value, [row, column], new Map())));
}

// Rows of squares of the iteration plus the column.
test.each([
  ['forward', '%i', '%u', [0, 1, 1, 2, 4, 5]],
  ['backward', '%back', '%u', [4, 5, 1, 2, 0, 1]],
  ['at one place', '%one', '%u', [null, null, null, null, null, null]],
  ['of data', '%i', '%x', [null, null, null, null, null, null]],
])('positions determine a stack that a loop writes %s, or nothing does', (_, at, slice, expected) => {
  expect(returned(scan(at, slice))).toEqual(expected);
});
