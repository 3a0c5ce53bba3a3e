import {
  Context,
  hasCapability,
  ModuleOp,
  type Operation,
  parseModule,
  printOp,
  verifyOp,
} from '@shardform/ir-core';
import { PlacedTensorType } from '@shardform/dialect-dist';
import { runDist } from '@shardform/runtime-dist';
import {
  arrayTypeOf,
  drawInputs,
  entryFunction,
  evaluateModule,
  randomArray,
  runSpmd,
} from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { extensions } from '../src/context.ts';

/** Operations that are executed but whose examples can't be, with the reason. */
const notExecuted = new Map([
  ['stablehlo.custom_call', 'its target is a function of the reader'],
  ['stablehlo.infeed', 'nothing fills the queue'],
  ['stablehlo.recv', 'the host sends nothing'],
  ['ttnn.copy', 'a result of a recording is overwritten, and no other tensor'],
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

function execute(module: ModuleOp, devices: number): void {
  const inputs = drawInputs(entryFunction(module), 1, null).filter((input) => input !== null);
  if (devices === 1) evaluateModule(module, inputs, context);
  else runSpmd(module, devices, () => inputs, context);
}

/** Executes a program whose tensors are placed on devices. */
function executePlaced(module: ModuleOp): void {
  const func = entryFunction(module);
  const inputs = func.functionType.inputs.map((type, i) => {
    const array = arrayTypeOf(type instanceof PlacedTensorType ? type.tensor : type);
    if (array === null) throw new Error(`no input of type ${String(type)}`);
    return randomArray(array.kind, array.shape, i + 1);
  });
  runDist(func, inputs, context);
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
        if (dialect.name === 'dist') executePlaced(module);
        else execute(module, deviceCount(example));
      });
    });
  },
);
