import {
  Context,
  hasCapability,
  ModuleOp,
  type Operation,
  parseModule,
  printOp,
  verifyOp,
} from '@shardform/ir-core';
import { drawInputs, entryFunction, evaluateModule, runSpmd } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { extensions } from '../src/context.ts';

/** Dialects whose pages have summaries and constraints only, with the reason. */
const withoutDocumentation = new Map([
  ['builtin', 'declared by the core, without a page'],
  ['vhlo', 'versioned copies of the operations of StableHLO, which their pages describe'],
  ...['arith', 'cf', 'complex', 'llvm', 'math', 'quant', 'scf', 'shape', 'sparse_tensor', 'tensor', 'ub'].map(
    (name) => [name, 'upstream dialects, of which programs contain few operations'] as const,
  ),
  ...['check', 'interpreter'].map((name) => [name, 'for tests of the interpreter'] as const),
  ...['dist', 'ttcore'].map((name) => [name, 'not yet described'] as const),
]);

/** Operations that are executed but whose examples can't be, with the reason. */
const notExecuted = new Map([
  ['stablehlo.custom_call', 'its target is a function of the reader'],
  ['stablehlo.infeed', 'nothing fills the queue'],
  ['stablehlo.recv', 'the host sends nothing'],
]);

const context = new Context(extensions);

function parsed(text: string): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null || diagnostics.length > 0)
    throw new Error(diagnostics.map((d) => d.message).join('\n'));
  return result;
}

function isExecuted(name: string): boolean {
  const op = context.ops.get(name);
  return op !== undefined && hasCapability(context, 'execution', op.definition) && !notExecuted.has(name);
}

/** How many devices a program runs on: partitions in StableHLO, a mesh in Tenstorrent's dialects. */
function deviceCount(text: string): number {
  const partitions = /num_partitions = (\d+)/.exec(text)?.[1];
  const mesh = /#ttcore\.meshes<\[<"mesh" = (\d+)x(\d+)>\]>/.exec(text);
  if (partitions !== undefined) return Number(partitions);
  return mesh === null ? 1 : Number(mesh[1]) * Number(mesh[2]);
}

function operations(module: ModuleOp): Operation[] {
  const found: Operation[] = [];
  module.walk((op) => void found.push(op));
  return found;
}

describe.each([...context.dialects.values()].filter((dialect) => dialect.documentation !== undefined))(
  '$name',
  async (dialect) => {
    const documentation = await dialect.documentation!();
    const names = [...context.ops.keys()].filter((name) => name.startsWith(`${dialect.name}.`));

    test('every operation has a page', () => {
      expect(
        Object.keys(documentation)
          .map((key) => `${dialect.name}.${key}`)
          .sort(),
      ).toEqual([...names].sort());
    });

    describe.each(Object.entries(documentation))('%s', (mnemonic, { example }) => {
      const name = `${dialect.name}.${mnemonic}`;
      test('its example shows it and keeps its meaning through both forms', () => {
        const module = parsed(example);
        expect(operations(module).map((op) => op.name)).toContain(name);
        const custom = printOp(module, context);
        const generic = printOp(module, context, { generic: true });
        expect(printOp(parsed(custom), context)).toBe(custom);
        expect(printOp(parsed(generic), context)).toBe(custom);
      });

      test.skipIf(!isExecuted(name))('its example executes', () => {
        const module = parsed(example);
        const devices = deviceCount(example);
        const inputs = drawInputs(entryFunction(module), 1, null).filter((input) => input !== null);
        if (devices === 1) evaluateModule(module, inputs, context);
        else runSpmd(module, devices, () => inputs, context);
      });
    });
  },
);

test('dialects without documentation are listed', () => {
  const missing = [...context.dialects.values()].filter((dialect) => dialect.documentation === undefined);
  expect(missing.map(({ name }) => name).sort()).toEqual([...withoutDocumentation.keys()].sort());
});
