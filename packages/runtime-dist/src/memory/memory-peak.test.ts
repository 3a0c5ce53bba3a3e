import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { type HeldMemory, memoryPeak } from './memory-peak.ts';

const T = 'tensor<16x16xf32>';
const TILE = 1024;
const dot = (lhs: string, rhs: string): string =>
  `stablehlo.dot_general ${lhs}, ${rhs}, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}`;

/** What is held at the peak of @main, with operations by their number in its body. */
function held(args: string, results: string, body: string) {
  const context = new Context([funcDialect, stablehloDialect]);
  const module = parseModule(`func.func @main(${args}) -> (${results}) {\n${body}\n}`, context)!;
  const [func] = [...module.body] as FuncOp[];
  const { estimate, at, held: parts } = memoryPeak(func!);
  const ops = [...func!.entry];
  const place = (op: HeldMemory['from']): number | string | null => {
    if (op === null) return null;
    return ops.includes(op) ? ops.indexOf(op) : 'inside';
  };
  const name = ({ value, isDerived }: HeldMemory): string => {
    if (value === null) return '';
    const argument = func!.entry.arguments.findIndex((own) => own === value);
    const made = `result of ${String(place(value.definingOp))}`.replace(
      'result of inside',
      'a result inside',
    );
    const own =
      value.definingOp === null ? (argument < 0 ? 'an argument inside' : `argument ${argument}`) : made;
    return `${isDerived ? 'made from ' : ''}${own}`;
  };
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(estimate.peak);
  return {
    at: place(at),
    parts: parts.map((part) => [part.kind, part.bytes, name(part), place(part.from), place(part.until)]),
  };
}

test('tells arguments, results, and temporaries at the kernel where these are most', () => {
  const body = `%0 = ${dot('%a', '%a')}
    %1 = ${dot('%0', '%0')}
    %2 = ${dot('%b', '%b')}
    %3 = ${dot('%2', '%2')}
    %4 = stablehlo.add %1, %3 : ${T}
    %5 = ${dot('%4', '%4')}
    return %5 : ${T}`;
  expect(held(`%a: ${T}, %b: ${T}`, T, body)).toEqual({
    at: 1,
    parts: [
      ['argument', TILE, 'argument 0', null, 0],
      ['argument', TILE, 'argument 1', null, 2],
      ['result', TILE, 'result of 5', 5, null],
      ['temporary', TILE, 'result of 2', 2, 3],
      ['temporary', TILE, 'result of 1', 1, 4],
    ],
  });
});

test('a donated argument is held for its result, with a copy for those who read it later', () => {
  const body = `%0 = stablehlo.subtract %a, %g : ${T}
    %1 = ${dot('%a', '%g')}
    return %0, %1 : ${T}, ${T}`;
  expect(held(`%a: ${T} {tf.aliasing_output = 0 : i32}, %g: ${T}`, `${T}, ${T}`, body)).toEqual({
    at: 0,
    parts: [
      ['donated', TILE, 'argument 0', null, null],
      ['argument', TILE, 'argument 1', null, 1],
      ['result', TILE, 'result of 1', 1, null],
      ['addresses', 16, '', null, null],
      ['temporary', TILE, 'made from argument 0', null, 1],
    ],
  });
});

test('operands that are converted for a product are told as such', () => {
  const N = 'tensor<16x16xbf16>';
  const body = `%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (${N}, ${N}) -> ${N}
    return %0 : ${N}`;
  expect(held(`%a: ${N}, %b: ${N}`, N, body).parts).toEqual([
    ['argument', TILE / 2, 'argument 0', null, null],
    ['argument', TILE / 2, 'argument 1', null, null],
    ['result', TILE / 2, 'result of 0', null, null],
    ['temporary', TILE, 'made from argument 0', null, 0],
    ['temporary', TILE, 'made from argument 1', null, 0],
    ['temporary', TILE, 'result of 0', 0, null],
  ]);
});

test('a loop holds what it carries, and the addresses of it', () => {
  const body = `%zero = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, ${T}
    cond {
      %n = stablehlo.constant dense<8> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = ${dot('%x', '%x')}
      stablehlo.return %j, %y : tensor<i32>, ${T}
    }
    %1 = ${dot('%0#1', '%a')}
    return %1 : ${T}`;
  expect(held(`%a: ${T}`, T, body).parts).toEqual([
    ['argument', TILE, 'argument 0', null, 2],
    ['result', TILE, 'result of 2', 2, null],
    ['temporary', TILE, 'result of 1', 1, 2],
    ['addresses', 16, '', null, 1],
    ['temporary', 4, 'an argument inside', null, 'inside'],
    ['temporary', 1, 'a result inside', 'inside', 'inside'],
    ['gaps', 108, '', null, null],
  ]);
});
