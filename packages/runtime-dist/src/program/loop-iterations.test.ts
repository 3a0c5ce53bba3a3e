import { costModel } from '@shardform/cost-model';
import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import type { FlatProgram } from './flat-program.ts';
import { flattenSpmd } from './flatten-spmd.ts';

const T = 'tensor<4xf32>';

function flat(text: string): FlatProgram {
  const context = new Context([funcDialect, stablehloDialect, costModel]);
  const [func] = [...parseModule(text, context)!.body] as FuncOp[];
  return flattenSpmd(func!, 2, context, { fuses: false });
}

/** What depends on neither the text of operations nor where it is. */
function numbersOf(program: FlatProgram) {
  const { opKind, operands, operandStart, resultStart, valueType, valueDevice, outputs, awaited } = program;
  const { opCollective, compositeFlops, operandReads, operandShares } = program;
  return {
    ...{ opKind, operands, operandStart, resultStart, valueType, valueDevice, outputs, operandShares },
    awaited: [...awaited],
    first: Array.from(opCollective, ([op, { first, index, groups }]) => [op, first, index, groups]),
    flops: compositeFlops.values(),
    reads: operandReads.values(),
  };
}

/** An iteration that carries values on to the one after the next, sums among devices, has a barrier, and passes one value on. */
function iteration(at: string, a: string, b: string, c: string): string {
  return `
    %s${at} = stablehlo.add ${a}, ${c} : ${T}
    %r${at} = "stablehlo.all_reduce"(%s${at}) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
    }) : (${T}) -> ${T}
    %w${at}:2 = stablehlo.optimization_barrier %r${at}, ${b} : ${T}, ${T}
    %t${at} = stablehlo.tanh %w${at}#0 : ${T}
    %u${at} = stablehlo.multiply %t${at}, %w${at}#1 : ${T}`;
}

function loop(trips: number): string {
  return `func.func @main(%p: ${T}, %q: ${T}, %k: ${T}) -> (${T}, ${T}, ${T}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %l:4 = stablehlo.while(%i = %zero, %a = %p, %b = %q, %c = %k) : tensor<i32>, ${T}, ${T}, ${T}
      cond {
        %n = stablehlo.constant dense<${trips}> : tensor<i32>
        %m = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %m : tensor<i1>
      } do {${iteration('', '%a', '%b', '%c')}
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %u, %a, %c : tensor<i32>, ${T}, ${T}, ${T}
      }
    return %l#1, %l#2, %l#3 : ${T}, ${T}, ${T}
  }`;
}

function unrolled(trips: number): string {
  let [i, a, b] = ['%zero', '%p', '%q'];
  const steps: string[] = [];
  for (let trip = 0; trip < trips; trip += 1) {
    steps.push(`
      %n${trip} = stablehlo.constant dense<${trips}> : tensor<i32>
      %m${trip} = stablehlo.compare LT, ${i}, %n${trip} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      ${iteration(`${trip}`, a, b, '%k')}
      %one${trip} = stablehlo.constant dense<1> : tensor<i32>
      %j${trip} = stablehlo.add ${i}, %one${trip} : tensor<i32>`);
    [i, a, b] = [`%j${trip}`, `%u${trip}`, a];
  }
  return `func.func @main(%p: ${T}, %q: ${T}, %k: ${T}) -> (${T}, ${T}, ${T}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    ${steps.join('')}
    return ${a}, ${b}, %k : ${T}, ${T}, ${T}
  }`;
}

test.each([0, 1, 2, 3, 4, 9])('%d iterations do what is written out', (trips) => {
  expect(numbersOf(flat(loop(trips)))).toEqual(numbersOf(flat(unrolled(trips))));
});
