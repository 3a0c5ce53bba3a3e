import { closestName } from '@shardform/ir-core';
import { modelNamed } from './model-presets.ts';
import { RunError } from './run-error.ts';
import {
  microbatchesOf,
  type Precision,
  precisions,
  type Recomputation,
  recomputations,
  replicasOf,
  stageDevicesOf,
  type TrainingRun,
  type TransformerSizes,
} from './training-run.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that a run may have beside those of {@link TrainingRun}: its measurement, and notes. */
const REMARKS = /^(.*Measured|source|note|hardwareNote|parallelismAsPublished|stack|name)$/;

const MODEL_FIELDS = [
  ...['layers', 'hidden', 'heads', 'kvHeads', 'ffn', 'gated', 'vocab', 'sequence', 'headWidth'],
  ...['experts', 'expertsPerToken'],
];

const DEGREES = ['data', 'fsdp', 'tensor', 'pipeline', 'context', 'expert'] as const;

const RUN_FIELDS = [
  ...['model', 'hardware', 'devices', 'slices', 'batch', 'microbatch', 'precision', ...DEGREES],
  ...['sequenceParallel', 'interleave', 'zero1', 'recompute'],
];

/**
 * Reads a run from JSON. Degrees that are absent are 1, and `kvHeads` those of queries.
 *
 * @throws RunError for a field that is unknown, missing or out of range, and for a strategy that does not divide the run.
 */
export function readRun(value: unknown): TrainingRun {
  const fields = objectOf(value, 'the run');
  checkFields(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !REMARKS.test(name))),
    RUN_FIELDS,
    'the run',
  );
  const read = new FieldReader(fields, 'the run');
  const [data, fsdp, tensor, pipeline, context, expert] = DEGREES.map((name) => read.count(name, 1));
  const given: TrainingRun = {
    model: readModel(fields.model),
    hardware: read.text('hardware'),
    devices: read.count('devices'),
    slices: read.count('slices', 1),
    batch: read.count('batch'),
    microbatch: (fields.microbatch ?? null) === null ? null : read.count('microbatch'),
    precision: read.choice<Precision>('precision', precisions, 'bf16'),
    ...{ data, fsdp, tensor, pipeline, context, expert },
    sequenceParallel: read.flag('sequenceParallel'),
    interleave: read.count('interleave', 1),
    zero1: read.flag('zero1'),
    recompute: read.choice<Recomputation>('recompute', recomputations, 'none'),
  };
  const run = withExpertsApart(given);
  checkRun(run);
  return run;
}

/**
 * Published strategies often have groups of experts among the replicas, as part of the degree of data parallelism: the other degrees
 * multiply to the devices then, and the groups are taken out of the replicas.
 */
function withExpertsApart(run: TrainingRun): TrainingRun {
  const { devices, pipeline, expert, data, fsdp } = run;
  const others = (stageDevicesOf(run) * pipeline) / expert;
  if (expert === 1 || others !== devices) return run;
  if (data % expert === 0) return { ...run, data: data / expert };
  if (fsdp % expert === 0) return { ...run, fsdp: fsdp / expert };
  throw new RunError(
    `'expert' is ${expert}, which divides neither 'data', ${data}, nor 'fsdp', ${fsdp}, of which it is a part; change one of them`,
  );
}

/** Reads the sizes of a model, or the name of one that is known. @throws RunError */
export function readModel(value: unknown): TransformerSizes {
  if (typeof value === 'string') return modelNamed(value);
  const fields = objectOf(value, "the run's 'model'");
  checkFields(fields, MODEL_FIELDS, "the run's 'model'");
  const read = new FieldReader(fields, "the run's 'model'");
  const heads = read.count('heads');
  const experts = read.count('experts', 1);
  const model: TransformerSizes = {
    layers: read.count('layers'),
    hidden: read.count('hidden'),
    heads,
    kvHeads: read.count('kvHeads', heads),
    ffn: read.count('ffn'),
    gated: read.flag('gated'),
    vocab: read.count('vocab'),
    sequence: read.count('sequence'),
    ...(fields.headWidth === undefined ? {} : { headWidth: read.count('headWidth') }),
    experts,
    expertsPerToken: read.count('expertsPerToken', experts > 1 ? 2 : 1),
  };
  if (model.headWidth === undefined && model.hidden % heads !== 0)
    throw new RunError(
      `${heads} heads do not divide a hidden width of ${model.hidden}; give 'headWidth', or another number of heads`,
    );
  if (heads % model.kvHeads !== 0)
    throw new RunError(`${model.kvHeads} 'kvHeads' do not divide ${heads} heads; give a number that does`);
  if (model.expertsPerToken > experts)
    throw new RunError(`'expertsPerToken' is ${model.expertsPerToken} of ${experts} experts; lower it`);
  return model;
}

/** Checks that the strategy divides the devices, the batch and the model. @throws RunError */
export function checkRun(run: TrainingRun): void {
  const { devices, slices, pipeline, tensor, context, expert, interleave, batch, microbatch, model } = run;
  const product = stageDevicesOf(run) * pipeline;
  if (product !== devices) {
    const degrees = DEGREES.map((name) => `${name} ${run[name]}`).join(' × ');
    throw new RunError(
      `${degrees} are ${product} devices where 'devices' is ${devices}; change a degree, or 'devices'`,
    );
  }
  if (devices % slices !== 0)
    throw new RunError(`${devices} devices cannot be divided into ${slices} slices; change 'slices'`);
  const replicas = replicasOf(run);
  if (batch % (replicas * (microbatch ?? 1)) !== 0)
    throw new RunError(
      microbatch === null
        ? `a batch of ${batch} sequences cannot be divided among ${replicas} replicas; change 'batch' or a degree`
        : `a batch of ${batch} sequences cannot be divided into microbatches of ${microbatch} on ${replicas} replicas; change 'batch' or 'microbatch'`,
    );
  divides('tensor', tensor, model.heads, "'heads'");
  divides('tensor', tensor, model.ffn, "'ffn'");
  divides('context', context, model.sequence, "'sequence'");
  divides('expert', expert, model.experts, "'experts'");
  if (microbatch !== null) divideSlots(run, microbatch);
  if (run.sequenceParallel) divides('tensor', tensor, model.sequence / context, "'sequence' by 'context'");
  if (pipeline * interleave > model.layers)
    throw new RunError(
      `'pipeline' × 'interleave' are ${pipeline * interleave} parts of a model of ${model.layers} layers; lower 'pipeline' or 'interleave'`,
    );
  if (interleave > 1 && pipeline === 1)
    throw new RunError(`'interleave' is ${interleave} without a pipeline; leave it out, or raise 'pipeline'`);
  if (interleave > 1 && microbatch !== null) {
    const count = microbatchesOf({ ...run, microbatch });
    if (count % pipeline !== 0)
      throw new RunError(
        `an interleaved schedule needs a multiple of ${pipeline} microbatches, and ${count} there are; change 'microbatch' or set 'interleave' to 1`,
      );
  }
}

/** Checks that each expert can have as many tokens of a device as the others. @throws RunError */
function divideSlots({ model, context }: TrainingRun, microbatch: number): void {
  const tokens = (microbatch * model.sequence * model.expertsPerToken) / context;
  if (tokens % model.experts !== 0)
    throw new RunError(
      `${tokens} tokens of a device, each counted for all of its experts, cannot be divided among ${model.experts} experts; change 'microbatch' or 'expertsPerToken'`,
    );
}

/** Returns whether {@link checkRun} has nothing against a run. */
export function isPossible(run: TrainingRun): boolean {
  try {
    checkRun(run);
    return true;
  } catch (error) {
    if (error instanceof RunError) return false;
    throw error;
  }
}

function divides(name: string, degree: number, size: number, of: string): void {
  if (size % degree !== 0)
    throw new RunError(`'${name}' is ${degree}, which does not divide ${of}, ${size}; lower '${name}'`);
}

function objectOf(value: unknown, owner: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RunError(`${owner} is not an object of JSON`);
  // The condition has excluded everything but records.
  return value as Fields;
}

function checkFields(fields: Fields, known: readonly string[], owner: string): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const close = closestName(name, known);
    const hint = close === null ? `known are ${known.join(', ')}` : `did you mean '${close}'?`;
    throw new RunError(`${owner} has the unknown field '${name}'; ${hint}`);
  }
}

class FieldReader {
  readonly #fields: Fields;
  readonly #owner: string;

  constructor(fields: Fields, owner: string) {
    this.#fields = fields;
    this.#owner = owner;
  }

  count(name: string, absent?: number): number {
    const value = this.#value(name, absent);
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
    throw new RunError(`'${name}' of ${this.#owner} is ${JSON.stringify(value)}, not a whole number above 0`);
  }

  flag(name: string): boolean {
    const value = this.#value(name, false);
    if (typeof value === 'boolean') return value;
    throw new RunError(`'${name}' of ${this.#owner} is ${JSON.stringify(value)}, not true or false`);
  }

  text(name: string): string {
    const value = this.#value(name, undefined);
    if (typeof value === 'string') return value;
    throw new RunError(`'${name}' of ${this.#owner} is ${JSON.stringify(value)}, not a string`);
  }

  choice<T extends string>(name: string, choices: readonly T[], absent: T): T {
    const value = this.#value(name, absent);
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new RunError(
      `'${name}' of ${this.#owner} is ${JSON.stringify(value)}, not one of ${choices.join(', ')}`,
    );
  }

  #value(name: string, absent: unknown): unknown {
    const value = this.#fields[name] ?? absent;
    if (value === undefined) throw new RunError(`${this.#owner} has no '${name}'; add it`);
    return value;
  }
}
