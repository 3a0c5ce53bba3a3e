import {
  functionArgumentSharding,
  getSharding,
  type MeshAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { FuncOp } from '@shardform/dialect-func';
import { type ModuleOp, parseModule, parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomMesh, randomSharding } from '../../../tests/random-sharding.ts';
import { testContext } from '../../../tests/run-text.ts';

const context = testContext();
const RANK = 3;

/** A module that brings its argument from one sharding to another. */
function reshard(mesh: MeshAttr, from: TensorShardingAttr, to: TensorShardingAttr): ModuleOp {
  // Divisible by all sizes below, and by their products.
  const type = 'tensor<82944x82944x82944xf32>';
  const text = `
sdy.mesh @mesh = ${String(mesh).replace('#sdy.mesh', '')}
func.func @main(%a: ${type} {sdy.sharding = ${String(from)}}) -> (${type} {sdy.sharding = ${String(to)}}) {
  %0 = sdy.reshard %a ${String(to).replace('#sdy.sharding', '')} : ${type}
  return %0 : ${type}
}`;
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`invalid program:\n${text}`);
  return module;
}

/** Verifies after the passes: each collective has to fit the sharding of its operand. */
function run(module: ModuleOp, passes: string): void {
  const { succeeded } = runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  expect(succeeded).toBe(true);
}

/** The names of the function's operations, and the sharding of what it returns. */
function outcome(module: ModuleOp): { readonly ops: string[]; readonly sharding: TensorShardingAttr } {
  const func = module.body.lastOp as FuncOp;
  const block = func.body.blocks[0]!;
  const { value } = block.lastOp!.operands[0]!;
  const sharding = getSharding(value, context) ?? functionArgumentSharding(func, 0)!;
  return { ops: [...block].slice(0, -1).map((op) => op.name), sharding };
}

describe.each([
  ['powers of two', [2, 4, 8]],
  ['other sizes', [2, 3, 6, 12]],
])('between any two shardings over axes of %s', (_, sizes) => {
  const cases = randomMesh(sizes).chain((mesh) =>
    fc.tuple(fc.constant(mesh), randomSharding(mesh, RANK), randomSharding(mesh, RANK)),
  );

  test('collectives lead to where the reshard did', () => {
    fc.assert(
      fc.property(cases, ([mesh, from, to]) => {
        const module = reshard(mesh, from, to);
        run(module, 'func.func(sdy-reshard-to-collectives)');
        const { ops, sharding } = outcome(module);
        expect(ops).not.toContain('sdy.reshard');
        expect(sharding.dims.map((dim) => dim.axes)).toEqual(to.dims.map((dim) => dim.axes));
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });

  test('local code has no sdy collectives left', () => {
    fc.assert(
      fc.property(cases, ([mesh, from, to]) => {
        fc.pre(mesh.totalSize <= 64);
        const module = reshard(mesh, from, to);
        run(
          module,
          'func.func(sdy-reshard-to-collectives),sdy-convert-global-to-local,sdy-drop-sharding-and-mesh',
        );
        expect(outcome(module).ops.filter((name) => name.startsWith('sdy.'))).toEqual([]);
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });
});
