import {
  functionArgumentSharding,
  isAxisListPrefixOf,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { FuncOp } from '@shardform/dialect-func';
import { type ModuleOp, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomProgram } from '../../tests/random-program.ts';
import { testContext } from '../../tests/run-text.ts';

const context = testContext();
const runs = { numRuns: 60, seed: 20261121 };

function parse(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`invalid program:\n${text}`);
  return module;
}

/** Verifies after the pass: a sharding with an axis that is used twice is invalid. */
function run(module: ModuleOp, pass: string): void {
  const { succeeded } = runPasses(module, parsePipeline(`builtin.module(${pass})`, context), context);
  expect(succeeded).toBe(true);
}

function argumentShardings(module: ModuleOp): (TensorShardingAttr | null)[] {
  const func = module.body.lastOp;
  if (!(func instanceof FuncOp)) throw new Error('no function');
  return func.functionType.inputs.map((_, i) => functionArgumentSharding(func, i));
}

describe.each([
  'sdy-basic-propagate',
  'sdy-aggressive-propagate',
  'sdy-op-priority-propagate',
  'sdy-user-priority-propagate{conservative-propagation=true}',
])('%s', (pass) => {
  test('uses no axis twice in a tensor', () => {
    fc.assert(
      fc.property(randomProgram(), (text) => run(parse(text), pass)),
      runs,
    );
  });

  test('only adds minor axes, only to open dimensions, and never replicated ones', () => {
    fc.assert(
      fc.property(randomProgram(), (text) => {
        const module = parse(text);
        const before = argumentShardings(module);
        run(module, pass);
        argumentShardings(module).forEach((after, i) => {
          const old = before[i] ?? null;
          if (old === null) return;
          expect(after!.replicatedAxes).toEqual(old.replicatedAxes);
          old.dims.forEach((dim, d) => {
            const { axes, isClosed } = after!.dims[d]!;
            expect(isClosed).toBe(dim.isClosed);
            if (dim.isClosed) expect(axes).toEqual(dim.axes);
            else expect(isAxisListPrefixOf(dim.axes, axes)).toBe(true);
            for (const axis of axes) expect(old.replicatedAxes).not.toContain(axis);
          });
        });
      }),
      runs,
    );
  });
});

test('sdy-user-priority-propagate finds nothing more to do in its own result', () => {
  fc.assert(
    fc.property(randomProgram(), (text) => {
      const module = parse(text);
      run(module, 'sdy-user-priority-propagate');
      const once = printOp(module, context);
      run(module, 'sdy-user-priority-propagate');
      expect(printOp(module, context)).toBe(once);
    }),
    runs,
  );
});
