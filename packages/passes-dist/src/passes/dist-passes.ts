import type { FuncOp } from '@shardform/dialect-func';
import {
  type Context,
  definePass,
  integerOption,
  listOption,
  stringOption,
  booleanOption,
} from '@shardform/ir-core';
import { lowerToMpmd } from '../lower/lower-to-mpmd.ts';
import { lowerToStablehlo } from '../lower/lower-to-stablehlo.ts';
import { scheduleNames } from '../schedule/named-schedules.ts';
import { dissolveTuples } from '../transform/dissolve-tuples.ts';
import { importTensors } from '../transform/import-tensors.ts';
import { lowerPmaps } from '../transform/lower-pmap.ts';
import { mapOntoDevices } from '../transform/map-onto-devices.ts';
import { pipelineMicrobatches } from '../transform/pipeline-microbatches.ts';
import { placeStages } from '../transform/place-stages.ts';
import { dropFrees, insertFrees, recompute } from '../transform/recompute.ts';
import { shardArguments } from '../transform/shard-arguments.ts';
import { recomputeWithin } from '../transform/recompute-within.ts';
import { spread } from '../transform/spread.ts';
import { unrollPipelines } from '../transform/unroll-pipeline.ts';
import { onFunction } from './on-function.ts';

const func = stringOption('the function to transform; by default @main, or the only one');
const batch = listOption(
  'numbers of the arguments that are batches; by default those that no update changes',
  integerOption('number of an argument', 0),
);
const data = integerOption('replicas that divide the batch', 1);
const horizontal = integerOption('shards that divide the weights', 1);
const MODULE = 'builtin.module';

/** Transforms a program as if it had no frees, and frees tensors of the outcome if it had some. */
function keepingFrees(func: FuncOp, context: Context, transform: () => FuncOp): void {
  const hadFrees = dropFrees(func);
  const outcome = transform();
  if (hadFrees) insertFrees(outcome, context);
}

/** Makes a program of one device of a function of tensors. */
export const distImport = definePass({
  name: 'dist-import',
  summary: 'place a function of tensors on one device',
  anchor: MODULE,
  dependentDialects: ['dist'],
  options: { func, device: integerOption('the device', 0) },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => importTensors(op, pass.options.device, pass.context));
  },
});

/** Places a program's layers on several devices. */
export const distPlaceStages = definePass({
  name: 'dist-place-stages',
  summary: 'deal the layers of a program to devices, with sends between them',
  anchor: MODULE,
  options: {
    func,
    batch,
    stages: integerOption('number of devices', 2),
    chunks: integerOption('runs of layers per device, for interleaved schedules', 1),
  },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) =>
      placeStages(op, pass.options.stages, pass.context, pass.options),
    );
  },
});

/** Divides a program's batch into microbatches. */
export const distPipeline = definePass({
  name: 'dist-pipeline',
  summary: 'divide the batch into microbatches that go through a pipeline',
  anchor: MODULE,
  options: {
    func,
    batch,
    microbatches: integerOption('number of microbatches', 2),
    schedule: stringOption(`order of stages and microbatches: ${scheduleNames.join(', ')}`, 'gpipe'),
  },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) =>
      keepingFrees(op, pass.context, () => pipelineMicrobatches(op, pass.options, pass.context)),
    );
  },
});

/** Writes pipelines out in the order of a schedule. */
export const distUnrollPipeline = definePass({
  name: 'dist-unroll-pipeline',
  summary: 'write pipelines out, stage by stage and microbatch by microbatch',
  anchor: MODULE,
  options: {
    func,
    schedule: stringOption(`instead of what the pipelines name: ${scheduleNames.join(', ')}`),
    par: booleanOption('put what devices do at the same time into dist.par'),
  },
  run(module, pass) {
    const { schedule, par } = pass.options;
    onFunction(module, pass, pass.options.func, (op) =>
      unrollPipelines(op, schedule === '' ? { par } : { schedule, par }, pass.context),
    );
  },
});

/** Runs a program on replicas and shards. */
export const distSpread = definePass({
  name: 'dist-spread',
  summary: 'run a program on replicas that divide the batch and shards that divide the weights',
  anchor: MODULE,
  options: { func, batch, data, horizontal },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) =>
      keepingFrees(op, pass.context, () => spread(op, pass.options, pass.context)),
    );
  },
});

/** Writes a strategy as shardings, which sharding propagation and partitioning work with. */
export const distShard = definePass({
  name: 'dist-shard',
  summary: 'write a strategy of replicas and shards as shardings of the arguments of a function of tensors',
  anchor: MODULE,
  dependentDialects: ['sdy', 'dist'],
  options: { func, batch, data, horizontal },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => shardArguments(op, pass.options, pass.context));
  },
});

/** Runs a program of one device on replicas and shards, in the form of maps over devices. */
export const distMap = definePass({
  name: 'dist-map',
  summary: 'run a program of one device on replicas and shards, as maps over devices',
  anchor: MODULE,
  options: { func, batch, data, horizontal },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) =>
      keepingFrees(op, pass.context, () => mapOntoDevices(op, pass.options, pass.context)),
    );
  },
});

/** Replaces maps over devices by what each device does. */
export const distLowerPmap = definePass({
  name: 'dist-lower-pmap',
  summary: 'replace maps over devices by what each device does',
  anchor: MODULE,
  options: { func },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => {
      lowerPmaps(op, pass.context);
      dissolveTuples(op, pass.context);
    });
  },
});

/** Removes tuples that are taken apart again. */
export const distDissolveTuples = definePass({
  name: 'dist-dissolve-tuples',
  summary: 'have communications take and give tensors instead of tuples',
  anchor: MODULE,
  options: { func },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => dissolveTuples(op, pass.context));
  },
});

/** Computes activations again instead of keeping them. */
export const distRecompute = definePass({
  name: 'dist-recompute',
  summary: 'free activations and compute them again in the backward part',
  anchor: MODULE,
  options: {
    func,
    every: integerOption('keep every so-many-th activation; 0 keeps none', 0),
    memory: integerOption('bytes that a device may hold: keep as many activations as fit, instead', 0),
  },
  run(module, pass) {
    const { memory } = pass.options;
    onFunction(module, pass, pass.options.func, (op) =>
      memory > 0 ? recomputeWithin(op, memory, pass.context) : recompute(op, pass.options, pass.context),
    );
  },
});

/** Frees tensors after their last use. */
export const distInsertFree = definePass({
  name: 'dist-insert-free',
  summary: 'free tensors after their last use',
  anchor: MODULE,
  options: { func },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => insertFrees(op, pass.context));
  },
});

/** Replaces a program by a StableHLO function for each device. */
export const distLowerToStablehlo = definePass({
  name: 'dist-lower-to-stablehlo',
  summary: 'replace a program by a StableHLO function for each device, and @main that runs them together',
  anchor: MODULE,
  dependentDialects: ['stablehlo', 'interpreter'],
  options: { func },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => lowerToStablehlo(op, pass.context));
  },
});

/** Makes a program of several meshes of one whose stages are on devices. */
export const distLowerToMpmd = definePass({
  name: 'dist-lower-to-mpmd',
  summary:
    "replace a program by fragments in Shardy's MPMD dialect, with a mesh for each device and transfers for sends",
  anchor: MODULE,
  dependentDialects: ['mpmd', 'sdy', 'stablehlo'],
  options: { func, batch, data, horizontal },
  run(module, pass) {
    onFunction(module, pass, pass.options.func, (op) => lowerToMpmd(op, pass.context, pass.options));
  },
});
