import { uniformMachine } from '@shardform/cost-model';
import { FuncOp } from '@shardform/dialect-func';
import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import {
  distSimulator,
  flattenFunction,
  projectRanks,
  rooflineCostModel,
  runDist,
  runRanks,
  simulateEvents,
} from '@shardform/runtime-dist';
import { elementsOf, runSequential } from '@shardform/runtime-sim';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mlpInputs, mlpResults, sequentialMlp } from '../../tests/dist-programs.ts';
import { distPasses } from '../index.ts';

const degree = fc.constantFrom(1, 2, 4);
const pass = fc.oneof(
  fc.tuple(degree, fc.constantFrom(1, 2, 3, 4)).map(([d, h]) => `dist-map{data=${d} horizontal=${h}}`),
  fc.tuple(degree, degree).map(([d, h]) => `dist-spread{data=${d} horizontal=${h}}`),
  fc.constantFrom(1, 2).map((stages) => `dist-place-stages{stages=${stages}}`),
  degree.map((microbatches) => `dist-pipeline{microbatches=${microbatches}}`),
  fc
    .tuple(fc.constantFrom('gpipe', '1f1b', 'pipedream'), fc.boolean())
    .map(([schedule, par]) => `dist-unroll-pipeline{schedule=${schedule}${par ? ' par' : ''}}`),
  fc.constantFrom(0, 1, 2).map((every) => `dist-recompute{every=${every}}`),
  fc.constantFrom('dist-lower-pmap', 'dist-dissolve-tuples', 'dist-insert-free', 'canonicalize', 'cse'),
);

test('passes in any order refuse a program, or leave a right one that computes the same', () => {
  fc.assert(
    fc.property(fc.array(pass, { minLength: 1, maxLength: 5 }), (passes) => {
      const context = new Context([builtinPasses, distSimulator, distPasses]);
      const { result: module } = context.diagnostics.capture(() => {
        const parsed = parseModule(sequentialMlp(true), context)!;
        const pipeline = parsePipeline(`builtin.module(${passes.join()})`, context);
        return runPasses(parsed, pipeline, context).succeeded ? parsed : null;
      });
      if (module === null) return;
      expect(verifyOp(module, context)).toBe(true);
      const text = printOp(module, context);
      expect(printOp(parseModule(text, context)!, context)).toBe(text);
      const func = [...module.body].find((op) => op instanceof FuncOp)!;
      expect(runDist(func, mlpInputs, context).map(elementsOf)).toEqual(mlpResults.relu);
      const program = flattenFunction(func, context);
      const machine = uniformMachine(program.deviceBound);
      const { devices } = simulateEvents(program, rooflineCostModel(machine), machine);
      for (const { finalBytes } of devices) expect(finalBytes).toBeGreaterThanOrEqual(0);
      expect(runRanks(projectRanks(program)).deadlock).toBeNull();
      const lowering = parsePipeline('builtin.module(dist-lower-to-stablehlo)', context);
      const lowered = context.diagnostics.capture(() => runPasses(module, lowering, context).succeeded);
      if (!lowered.result) {
        // Stages that wait for each other: what was recomputed came to another stage than what uses it.
        expect(lowered.diagnostics[0]!.message).toContain('nothing to schedule');
        return;
      }
      expect(verifyOp(module, context)).toBe(true);
      expect(runSequential(module, mlpInputs, context).map(elementsOf)).toEqual(mlpResults.relu);
    }),
    { numRuns: 150, seed: 10 },
  );
}, 180_000);
