import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cloneOp, Context, parseModule, runPasses } from '@shardform/ir-core';
import { partitionStages, shardingPasses } from '@shardform/passes-sharding';
import {
  ArrayPool,
  arrayTypeOf,
  entryFunction,
  kernelThreadCode,
  randomArray,
  runSequential,
  runSpmd,
  simulator,
  useKernelThreads,
} from '@shardform/runtime-sim';
import { xla } from './peer.mjs';
import { median, row, RUNS, warmMedian } from './report.mjs';
import { simulatorPrograms } from './simulator-programs.mjs';

/**
 * Times programs on the simulator and in XLA, and a training step on 8 simulated devices beside one.
 *
 * @param {string} folder for files that the peer reads.
 * @param {string} step the file of a training step with shardings for 8 devices.
 */
export function benchSimulator(folder, step) {
  useKernelThreads(availableParallelism() - 1, (start) => {
    const code = `(${kernelThreadCode})(require('node:worker_threads').workerData)`;
    new Worker(code, { eval: true, workerData: start }).unref();
  });
  const context = new Context([simulator, shardingPasses]);
  const files = simulatorPrograms.map(({ text, isReference = false }, i) => {
    const file = join(folder, `program-${i}${isReference ? '.reference' : ''}.mlir`);
    writeFileSync(file, text);
    return file;
  });
  const peers = xla([String(RUNS), ...files]);
  simulatorPrograms.forEach(({ what, text, count, unit }, i) => {
    const module = parseModule(text, context);
    // As in the peer, inputs are in place, and results are given up before the next ones are asked for.
    const pool = new ArrayPool();
    const inputs = inputsOf(module).map((input) => pool.place(input));
    let results = [];
    const run = () => {
      pool.release(results);
      results = runSequential(module, inputs, context, { pool });
    };
    const ours = warmMedian(run);
    pool.release([...inputs, ...results]);
    const { xla: peer, reference } = peers?.[files[i]] ?? {};
    row(`${what}: ${rate(count, ours)}${unit}/s`, ours, peer, 'XLA');
    if (reference !== undefined) row('  beside the reference interpreter', ours, reference, 'StableHLO');
  });
  benchDevices(readFileSync(step, 'utf8'), context);
}

function benchDevices(text, context) {
  const module = parseModule(text, context);
  const local = partitioned(module, context);
  const inputs = inputsOf(module);
  const own = inputsOf(local);
  const sequential = median(() => runSequential(module, inputs, context));
  const spread = median(() => runSpmd(local, 8, () => own, context));
  row('GPT training step on 8 simulated devices', spread, sequential, 'one device');
}

function partitioned(module, context) {
  const local = cloneOp(module);
  for (const stage of partitionStages) {
    if (!runPasses(local, { anchor: 'builtin.module', elements: stage.passes() }, context).succeeded)
      throw new Error('the step can not be partitioned');
  }
  return local;
}

function inputsOf(module) {
  return entryFunction(module).functionType.inputs.map((type, i) => {
    const { kind, shape } = arrayTypeOf(type);
    return randomArray(kind, shape, i);
  });
}

function rate(count, milliseconds) {
  const perSecond = (1000 * count) / milliseconds;
  return perSecond >= 1e9 ? `${(perSecond / 1e9).toFixed(1)} G` : `${(perSecond / 1e6).toFixed(1)} M`;
}
