import { distDialect } from '@shardform/dialect-dist';
import { programEntry, funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Budget, Context, Interrupted, parseModule, printOp, withBudget } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { importTensors } from './import-tensors.ts';

const context = new Context([funcDialect, stablehloDialect, distDialect]);

/** A value plus a scalar that sums of sums of a constant make: each uses the one before twice. */
function sums(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `  %s${i + 1} = stablehlo.add %s${i}, %s${i} : tensor<f32>`,
  );
  return `func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %s0 = stablehlo.constant dense<1.0> : tensor<f32>
${lines.join('\n')}
  %r = stablehlo.add %a, %s${count} : tensor<f32>
  return %r : tensor<f32>
}`;
}

const imported = (text: string): string => {
  const func = programEntry(parseModule(text, context)!)!;
  return printOp(importTensors(func, 1, context), context);
};

test('scalars made of scalars are computed where they are used, each once', () => {
  const text = imported(sums(200));
  expect(text.match(/dist\.on/g)).toHaveLength(1);
  expect(text.match(/stablehlo\.add/g)).toHaveLength(201);
});

test('the import of long chains of scalars can be stopped', () => {
  let looks = 0;
  const interrupt = {
    get isRaised() {
      looks++;
      return looks > 1;
    },
  };
  expect(() => withBudget(new Budget({}, interrupt), () => imported(sums(10_000)))).toThrow(Interrupted);
});
