import { checkInterruptAfter, STEPS_PER_OPERATION } from '@shardform/ir-core';
import {
  type CostModel,
  FlatBuilder,
  type FlatProgram,
  kindNumber,
  LiveMemory,
  NONE,
  type OpCosts,
  opClass,
  type OpKind,
  opKinds,
} from '@shardform/runtime-dist';
import type { SequentialModel } from '../model/sequential-model.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import type { Stage } from '../schedule/stage-graph.ts';
import { scheduleNamed } from '../schedule/named-schedules.ts';
import { flatStrategy } from '../strategy/flat-strategy.ts';
import { type Candidate, costModelOf, fusedFor, modelOf, type Workload } from './candidate.ts';

/** Lower bounds of a candidate. */
export interface LowerBound {
  /** Seconds. */
  readonly latency: number;
  readonly peakBytes: number;
}

const UPDATE = kindNumber('SGDOptimizer');
const SEND = kindNumber('Send');
const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');

/**
 * Computes a lower bound of a candidate from one microbatch of one replica: the device of a stage waits until a
 * microbatch has reached it, processes every microbatch, and then the last one passes back through the stages before
 * it; or the replicas reduce its gradients and it updates its weights.
 *
 * The bound holds for every order in which a device executes one operation at a time, or, with `roofline`, one
 * computation and one communication. Floating-point sums may differ in their last digits.
 */
export function lowerBound(workload: Workload, candidate: Candidate): LowerBound {
  const { degrees } = candidate;
  // Programs of 2021 distribute their inputs, for which there is no bound.
  if (workload.costModel === 'distir-2021') return { latency: 0, peakBytes: 0 };
  const { microbatches, data, horizontal } = degrees;
  const model = partOfBatch(modelOf(workload, candidate), data * microbatches);
  const schedule = scheduleNamed('gpipe', stageGraphOf(model), 1)!;
  const one = { data: 1, horizontal, pipeline: degrees.pipeline, microbatches: 1 };
  const program = fusedFor(
    workload,
    flatStrategy(model, one, schedule, { skipAllGathers: true, update: true }),
  );
  const costs = costModelOf(workload);
  const stages = stageTimes(program, model, costs, degrees.pipeline);
  addGradientTimes(stages, model, costs, candidate);
  const latency =
    workload.costModel === 'distir'
      ? oneStream(stages, microbatches)
      : twoStreams(stages, microbatches, candidate.recompute, model.late !== undefined);
  return {
    latency: latency * (1 - 1e-12),
    peakBytes: memoryBound(program, microbatches, model),
  };
}

/** Seconds of the device of a stage: for one microbatch, and once at the end. */
interface StageTimes {
  forwardCompute: number;
  forwardCommunication: number;
  backwardCompute: number;
  backwardCommunication: number;
  /** The time of a microbatch in the stage's forward pass, including the transfer to the next stage. */
  forwardPassage: number;
  forwardSend: number;
  /** The time of its backward pass, including the transfer to the stage before. */
  backwardPassage: number;
  /** The computation of these passages alone. */
  forwardWay: number;
  backwardWay: number;
  /** Gradients of weights where they are stages of their own: what can be left for the end. */
  weights: number;
  /** Adding a microbatch's gradients to those of the ones before. */
  accumulate: number;
  /** Adding up the gradients of all replicas, and the least of one of them. */
  exchange: number;
  leastExchange: number;
  update: number;
}

function stageTimes(
  program: FlatProgram,
  model: SequentialModel,
  costs: CostModel,
  pipeline: number,
): StageTimes[] {
  const stages = Array.from({ length: pipeline }, (): StageTimes => ({
    forwardCompute: 0,
    forwardCommunication: 0,
    backwardCompute: 0,
    backwardCommunication: 0,
    forwardPassage: 0,
    forwardSend: 0,
    backwardPassage: 0,
    forwardWay: 0,
    backwardWay: 0,
    weights: 0,
    accumulate: 0,
    exchange: 0,
    leastExchange: 0,
    update: 0,
  }));
  const cost: OpCosts = { count: 0, devices: [], seconds: [] };
  for (let op = 0; op < program.opCount; op += 1) {
    checkInterruptAfter(STEPS_PER_OPERATION);
    costs.costOf(program, op, cost);
    const kind = program.opKind[op]!;
    const stage = program.opStage[op]!;
    const source = program.valueDevice[program.operands[program.operandStart[op]!]!]!;
    for (let i = 0; i < cost.count; i += 1) {
      // Devices of shard 0 are 1 to `pipeline`.
      const own = stages[cost.devices[i]! - 1];
      if (own === undefined) continue;
      const seconds = cost.seconds[i]!;
      const isPassing = kind !== SEND || cost.devices[i] === source;
      // The final operations may overlap with communication: only a device's own computation counts.
      if (stage === NONE && communicates[kind] === true && model.late !== undefined) continue;
      if (kind === UPDATE || stage === NONE) own.update += seconds;
      else addSeconds(own, model.stages[stage]!, { kind, seconds, isPassing });
    }
  }
  return stages;
}

/** Adds the time of an operation of a stage. */
function addSeconds(
  own: StageTimes,
  { isBackward, chunk = 0, isWeights = false }: Stage,
  { kind, seconds, isPassing }: { kind: number; seconds: number; isPassing: boolean },
): void {
  const isCommunication = communicates[kind] === true;
  // Every microbatch passes the first chunk of all devices, forwards first and backwards last.
  const isOnWay = chunk === 0 && !isWeights;
  if (isBackward) {
    if (isCommunication) own.backwardCommunication += seconds;
    else own.backwardCompute += seconds;
    if (isOnWay && isPassing) own.backwardPassage += seconds;
    if (isOnWay && !isCommunication) own.backwardWay += seconds;
  } else {
    if (isCommunication) own.forwardCommunication += seconds;
    else own.forwardCompute += seconds;
    if (isOnWay && kind !== SEND) own.forwardPassage += seconds;
    if (isOnWay && !isCommunication) own.forwardWay += seconds;
    if (isOnWay && kind === SEND && isPassing) own.forwardSend += seconds;
  }
  if (isWeights) own.weights += seconds;
}

/** One thing at a time: everything adds up. */
function oneStream(stages: readonly StageTimes[], microbatches: number): number {
  let latency = 0;
  let fill = 0;
  let sent = 0;
  let drain = 0;
  const [first] = stages;
  for (const stage of stages) {
    const { forwardCompute, forwardCommunication, backwardCompute, backwardCommunication } = stage;
    const each = forwardCompute + forwardCommunication + backwardCompute + backwardCommunication;
    const sums = (microbatches - 1) * stage.accumulate;
    const end = microbatches * each + sums + stage.exchange + stage.update;
    // Before its last gradient goes back, a device need not have done what can be left for the end.
    const before = microbatches * (each - stage.weights) + (stage.weights > 0 ? 0 : sums);
    const back = stage === first ? 0 : before + drain + first!.exchange + first!.update;
    latency = Math.max(latency, fill + Math.max(end, back));
    // The receives of a stage are part of its own work.
    fill += sent + stage.forwardPassage;
    sent = stage.forwardSend;
    drain += stage.backwardPassage;
  }
  return latency;
}

/** Computation and communication side by side: each adds up. */
function twoStreams(
  stages: readonly StageTimes[],
  microbatches: number,
  recompute: boolean,
  updatesEarly: boolean,
): number {
  let latency = 0;
  let fill = 0;
  let drain = 0;
  for (const stage of stages) {
    const compute =
      microbatches * (stage.forwardCompute + stage.backwardCompute) + (microbatches - 1) * stage.accumulate;
    const communication = microbatches * (stage.forwardCommunication + stage.backwardCommunication);
    // Operations at the end begin one by one, each as soon as what it needs is there.
    const end = updatesEarly
      ? Math.max(compute + stage.update, communication + stage.exchange)
      : Math.max(compute + stage.leastExchange, communication + stage.exchange) + stage.update;
    const before =
      stage.weights > 0
        ? microbatches * (stage.forwardCompute + stage.backwardCompute - stage.weights)
        : compute;
    latency = Math.max(latency, fill + end, fill + before + drain);
    // The time a microbatch spends in other stages: their computation, which its communication may follow.
    fill += stage.forwardWay;
    // Recomputation need not wait for gradients.
    drain += recompute ? Math.max(0, stage.backwardWay - stage.forwardWay) : stage.backwardWay;
  }
  return latency;
}

/** The model of an equal share of its batch. */
function partOfBatch(model: SequentialModel, parts: number): SequentialModel {
  const inputs = model.inputs.map((input) => {
    if (!input.isBatch) return input;
    const [size, ...rest] = input.shape;
    if (size! % parts !== 0)
      throw new RangeError(`can't divide a batch of ${size!} into ${parts} equal parts`);
    return { ...input, shape: [size! / parts, ...rest] };
  });
  return { ...model, inputs };
}

/** Adds what becomes of gradients: sums over microbatches and over replicas. */
function addGradientTimes(
  stages: readonly StageTimes[],
  model: SequentialModel,
  costs: CostModel,
  { degrees }: Candidate,
): void {
  const { data, horizontal, pipeline } = degrees;
  const known = new Map<string, { readonly sum: number; readonly exchange: number }>();
  for (const op of model.ops) {
    for (const { gradientOf } of op.results) {
      if (gradientOf === null) continue;
      const { shape, shardAxis, elementBytes } = model.inputs[gradientOf]!;
      const local = shape.map((size, dim) => (dim === shardAxis ? size / horizontal : size));
      const { device } = model.stages[op.stage]!;
      const key = `${local.join('x')}|${device}`;
      let own = known.get(key);
      if (own === undefined) {
        const devices = Array.from({ length: data }, (_, i) => 1 + i * horizontal * pipeline + device);
        const costOf = (kind: OpKind, on: readonly number[]): number =>
          secondsOf(costs, kind, local, elementBytes, on);
        own = {
          sum: costOf('Add', [devices[0]!, devices[0]!]),
          exchange: data > 1 ? costOf('MPIAllreduce', devices) : 0,
        };
        known.set(key, own);
      }
      const stage = stages[device]!;
      stage.leastExchange = stage.exchange === 0 ? own.exchange : Math.min(stage.leastExchange, own.exchange);
      stage.accumulate += own.sum;
      stage.exchange += own.exchange;
    }
  }
}

/** Seconds of an operation on tensors of one shape, one on each device of a list. */
function secondsOf(
  costs: CostModel,
  kind: OpKind,
  shape: readonly number[],
  elementBytes: number,
  devices: readonly number[],
): number {
  const builder = new FlatBuilder();
  const type = builder.types.of(shape, elementBytes);
  const inputs = devices.map((device) => builder.input(type, device));
  builder.begin(kindNumber(kind));
  for (const input of inputs) builder.operand(input);
  for (const device of new Set(devices)) builder.result(type, device);
  const cost: OpCosts = { count: 0, devices: [], seconds: [] };
  costs.costOf(builder.build(), 0, cost);
  return cost.seconds[0] ?? 0;
}

/** The peak of one microbatch, with the inputs of the others. */
function memoryBound(program: FlatProgram, microbatches: number, model: SequentialModel): number {
  const memory = new LiveMemory(program, false);
  const clock = new Float64Array(program.deviceBound);
  for (let op = 0; op < program.opCount; op += 1) {
    checkInterruptAfter(STEPS_PER_OPERATION);
    memory.execute(op, clock);
  }
  const inputs = new Float64Array(program.deviceBound);
  for (const [i, { isBatch, shape, elementBytes }] of model.inputs.entries()) {
    if (!isBatch) continue;
    const user = i === 0 ? undefined : model.ops.find(({ operands }) => operands.includes(i));
    const stage = user === undefined ? 0 : model.stages[user.stage]!.device;
    inputs[1 + stage]! += shape.reduce((size, extent) => size * extent, elementBytes);
  }
  return memory.peak.reduce(
    (most, peak, device) => Math.max(most, peak + (microbatches - 1) * inputs[device]!),
    0,
  );
}
