import { programEntry } from '@shardform/dialect-func';
import { sdyDialect, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, type ModuleOp, parsePartialModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { isExact } from './exact-change.ts';

function moduleOf(...lines: readonly string[]): ModuleOp {
  const text = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n${lines.join('\n')}\n  return %0 : tensor<4xf32>\n}`;
  return parsePartialModule(text, new Context([funcDialect, stablehloDialect, sdyDialect])).module;
}

/** Whether constraining the first value of a module is exact. */
function isFirstExact(module: ModuleOp): boolean {
  const value = programEntry(module)!.entry.firstOp!.getResult(0);
  const sharding = null as unknown as TensorShardingAttr; // It is not looked at.
  return isExact({ kind: 'constrain', value, sharding, now: null }, module);
}

const sine = (result: string, name: string, line: number): string =>
  `  %${result} = stablehlo.sine %a : tensor<4xf32> loc("jit(f)/${name}"("f.py":${line}:3))`;

test('a line that computes one value of a program without gradients can be constrained exactly', () => {
  expect(isFirstExact(moduleOf(sine('0', 'sin', 2), sine('1', 'sin', 3)))).toBe(true);
});

test('a line that is in the program for several calls can not', () => {
  expect(isFirstExact(moduleOf(sine('0', 'sin', 2), sine('1', 'sin', 2)))).toBe(false);
});

test('a value of a program with a backward pass can not: its gradient is constrained, too', () => {
  expect(isFirstExact(moduleOf(sine('0', 'sin', 2), sine('1', 'transpose(jvp())/sin', 3)))).toBe(false);
});
