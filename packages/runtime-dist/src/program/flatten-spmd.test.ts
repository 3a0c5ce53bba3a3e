import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { flattenSpmd } from './flatten-spmd.ts';
import { FlattenError } from './flatten-error.ts';
import { type FlatProgram, kindOf, opHistogram } from './flat-program.ts';

const sum = `({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })`;

function flat(text: string, devices: number, fuses = false): FlatProgram {
  const context = new Context([funcDialect, stablehloDialect]);
  const module = parseModule(text, context)!;
  const functions = [...module.body] as FuncOp[];
  return flattenSpmd(functions.at(-1)!, devices, context, { fuses });
}

/** Operations with the devices of their operands and results. */
function lines(program: FlatProgram): string[] {
  const { operandStart, operands, resultStart, valueDevice } = program;
  return Array.from({ length: program.opCount }, (_, op) => {
    const uses = [...operands.subarray(operandStart[op], operandStart[op + 1])].map(
      (value) => valueDevice[value],
    );
    const results = [...valueDevice.subarray(resultStart[op], resultStart[op + 1])];
    return `${kindOf(program, op)} ${uses.join()} -> ${results.join()}`;
  });
}

describe('a program that all devices run', () => {
  test('is on each device, which are numbered from 1', () => {
    const program = flat(
      `func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
         %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
         return %0 : tensor<4x2xf32>
       }`,
      2,
    );
    expect(lines(program)).toEqual(['Composite 1,1 -> 1', 'Composite 2,2 -> 2']);
    expect([...program.compositeFlops.values()]).toEqual([128, 128]);
  });

  test('communicates by groups; who is alone keeps what it has', () => {
    const program = flat(
      `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
         %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ${sum} : (tensor<4xf32>) -> tensor<4xf32>
         %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
         return %1 : tensor<4xf32>
       }`,
      3,
    );
    expect(lines(program)).toEqual(['MPIAllreduce 1,3 -> 1,3', 'CollectivePermute 1,2 -> 2,1']);
  });

  test('permutes in one operation: what stays is none, ends of a shift only send or only receive', () => {
    const permuted = (pairs: string, count: number): string[] =>
      lines(
        flat(
          `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
             %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<${pairs}> : tensor<${count}x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
             return %0 : tensor<4xf32>
           }`,
          4,
        ),
      );
    expect(permuted('[[0, 1], [1, 2], [2, 3], [3, 0]]', 4)).toEqual(['CollectivePermute 1,2,3,4 -> 2,3,4,1']);
    expect(permuted('[[0, 1], [1, 2], [2, 3]]', 3)).toEqual(['CollectivePermute 1,2,3 -> 2,3,4']);
    expect(permuted('[[0, 0], [1, 2], [2, 1], [3, 3]]', 4)).toEqual(['CollectivePermute 2,3 -> 3,2']);
    expect(permuted('[[0, 0], [1, 1]]', 2)).toEqual([]);
  });

  test('runs calls where they stand and loops as often as they count', () => {
    const program = flat(
      `func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
         %0 = stablehlo.tanh %a : tensor<4xf32>
         return %0 : tensor<4xf32>
       }
       func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
         %zero = stablehlo.constant dense<0> : tensor<i32>
         %n = stablehlo.constant dense<5> : tensor<i32>
         %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
         cond {
           %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %c : tensor<i1>
         } do {
           %two = stablehlo.constant dense<2> : tensor<i32>
           %next = stablehlo.add %i, %two : tensor<i32>
           %z = func.call @f(%y) : (tensor<4xf32>) -> tensor<4xf32>
           stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
         }
         return %r#1 : tensor<4xf32>
       }`,
      1,
    );
    // Three times: a comparison, an addition, a call; three constants inside, two outside.
    expect(opHistogram(program)).toEqual({ Constant: 5, Composite: 9 });
  });

  test('reads of a slice of a slice what the inner one leaves', () => {
    const program = flat(
      `func.func @main(%x: tensor<96x64xf32>, %i: tensor<i32>) -> tensor<1x32xf32> {
         %0 = stablehlo.slice %x [0:96, 0:32] : (tensor<96x64xf32>) -> tensor<96x32xf32>
         %1 = stablehlo.dynamic_slice %0, %i, %i, sizes = [1, 32] : (tensor<96x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
         return %1 : tensor<1x32xf32>
       }`,
      1,
      true,
    );
    const x = program.operands.indexOf(0);
    expect([program.opCount, program.operandReads.get(x)]).toEqual([1, 32 * 4]);
  });

  test('spends nothing on operations of tokens; its devices are all there without values', () => {
    const text = `func.func @main(%order: !stablehlo.token) -> !stablehlo.token {
         %0 = stablehlo.create_token : !stablehlo.token
         %1 = stablehlo.after_all %order, %0 : !stablehlo.token
         return %1 : !stablehlo.token
       }`;
    for (const fuses of [false, true]) {
      const program = flat(text, 2, fuses);
      expect(lines(program)).toEqual([]);
      expect(program.deviceBound).toBe(3);
    }
  });

  test('needs known shapes', () => {
    const text = 'func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }';
    expect(() => flat(text, 1)).toThrow(FlattenError);
  });
});
