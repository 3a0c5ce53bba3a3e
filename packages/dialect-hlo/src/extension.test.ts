import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { hloDocumentation } from './docs/hlo-documentation.ts';
import { hloDialect } from './extension.ts';
import * as ops from './ops/index.ts';

const context = new Context([hloDialect]);

/** The messages about a program; none for a right one. */
function problems(text: string): string[] {
  const { diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context);
  });
  return diagnostics.map(({ message }) => message);
}

test.each(Object.values(ops))(
  '%o is documented by a program that is right and printed as it is read',
  (opClass) => {
    const { name } = opClass.definition;
    const { example } = hloDocumentation[name.slice('hlo.'.length)]!;
    expect(problems(example)).toEqual([]);
    const printed = printOp(parseModule(example, context)!, context);
    expect(printed).toContain(name);
    expect(printOp(parseModule(printed, context)!, context)).toBe(printed);
  },
);

test.each([
  [
    `func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
       %0 = "hlo.async_start"(%x) ({
       ^bb0(%a: tensor<8xf32>):
         stablehlo.return %a : tensor<8xf32>
       }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
       return %0 : !stablehlo.future<tensor<4xf32>>
     }`,
    "'hlo.async_start' op the operands must have the types of the arguments of the region",
  ],
  [
    `func.func @f(%x: !stablehlo.future<tensor<4xf32>>) -> tensor<8xf32> {
       %0 = hlo.async_done %x : (!stablehlo.future<tensor<4xf32>>) -> tensor<8xf32>
       return %0 : tensor<8xf32>
     }`,
    "'hlo.async_done' op the results must have the types of the future",
  ],
  [
    `func.func @f(%x: tensor<0xf32>) -> tensor<4xf32> {
       %0 = hlo.bitcast %x from "{0}" to "{0}" : (tensor<0xf32>) -> tensor<4xf32>
       return %0 : tensor<4xf32>
     }`,
    "'hlo.bitcast' op reads 0 bytes as 16 bytes",
  ],
])('what does not fit is refused', (text, message) => {
  expect(problems(text)).toEqual([message]);
});
