import { computingDevices, machineKey } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { copyOf, deviceCount } from '@shardform/inspect';
import { type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import type { Degrees } from '@shardform/passes-dist';
import { measureStages, type Study } from '@shardform/study';
import type { Session } from '../../compiler/session.ts';
import { defineAnswer } from '../define-view.ts';

/** What can be explored of a program: shardings of the arguments, ways to run it on several devices, or nothing. */
export type Explored =
  { readonly kind: 'shardings' } | { readonly kind: 'none'; readonly problem: string } | ExploredStrategies;

/** Ways to run a program of one device on several ones, as far as they were tried. */
export interface ExploredStrategies {
  readonly kind: 'strategies';
  readonly machine: string;
  readonly tried: number;
  readonly possible: number;
  readonly rows: readonly ListedStrategy[];
  readonly rejected: readonly RejectedStrategy[];
}

/** A strategy that is no program, and why. */
export interface RejectedStrategy {
  readonly name: string;
  readonly reason: string;
}

/** A way to run a program. */
export interface ListedStrategy {
  /** `2/1/2/4 1f1b`: replicas, shards, stages, microbatches, and the schedule of the pipeline. */
  readonly name: string;
  readonly devices: number;
  readonly seconds: number;
  readonly peakBytes: number;
  /** The steps that make its program. */
  readonly steps: readonly string[];
}

/** Milliseconds after which the trials so far are told. */
const PAUSE = 300;

/** More microbatches make programs of very many operations. */
const MOST_MICROBATCHES = 16;

/** A way to run a program, before it is tried. */
interface Strategy {
  readonly name: string;
  readonly devices: number;
  /** From the program of one device on. */
  readonly steps: readonly string[];
}

interface Exploration {
  /** The program of one device. */
  readonly module: ModuleOp;
  /** Steps that made it. */
  readonly before: readonly string[];
  readonly strategies: readonly Strategy[];
  readonly outcomes: (ListedStrategy | RejectedStrategy)[];
}

const explorations = new WeakMap<Study, Map<string, Exploration | string>>();

/** Goes on trying strategies for a moment, and tells what is known. */
export default defineAnswer(async (session): Promise<Explored> => {
  const { study, input } = session;
  if (deviceCount(study.module) > 1) return { kind: 'shardings' };
  if (!/\bdist[.-]/.test([input.text, ...input.steps].join('\n')))
    return {
      kind: 'none',
      problem:
        'the program has no mesh, of which shardings could be tried; the step dist-import places it on one device, for which strategies are',
    };
  const passes = await import('../../compiler/distribution.ts');
  const known = explorations.get(study) ?? new Map<string, Exploration | string>();
  explorations.set(study, known);
  const key = [machineKey(session.machine), ...input.steps].join('\n');
  let own = known.get(key);
  if (own === undefined) known.set(key, (own = explorationOf(session, passes)));
  if (typeof own === 'string') return { kind: 'none', problem: own };
  const { strategies, outcomes } = own;
  const start = performance.now();
  while (outcomes.length < strategies.length && performance.now() - start < PAUSE)
    outcomes.push(tried(session, own, strategies[outcomes.length]!));
  return {
    kind: 'strategies',
    machine: session.machine.name,
    tried: outcomes.length,
    possible: strategies.length,
    rows: outcomes.flatMap((outcome) => ('reason' in outcome ? [] : outcome)),
    rejected: outcomes.flatMap((outcome) => ('reason' in outcome ? outcome : [])),
  };
});

/** Makes the program of a strategy by passes, and measures it. */
function tried(
  { study: { context }, machine }: Session,
  { module: given, before }: Exploration,
  { name, devices, steps }: Strategy,
): ListedStrategy | RejectedStrategy {
  const module = copyOf(given);
  const { result: isMade, diagnostics } = context.diagnostics.capture(() => {
    const pipeline = parsePipeline(`builtin.module(${steps.join()})`, context);
    return runPasses(module, pipeline, context).succeeded;
  });
  if (!isMade) return { name, reason: diagnostics[0]?.message ?? 'a step fails' };
  const { facts } = measureStages({ module, collectives: null, local: null, context }, machine);
  if (facts.time === null || facts.memory === null)
    return { name, reason: facts.problems[0] ?? 'it can not be simulated' };
  const [seconds, peakBytes] = [facts.time.seconds, facts.memory.bytes];
  return { name, devices, seconds, peakBytes, steps: [...before, ...steps] };
}

type Passes = typeof import('../../compiler/distribution.ts');

/** The program of one device among the stages, with what to try of it; or why there is none. */
function explorationOf(session: Session, passes: Passes): Exploration | string {
  const { study, input, machine } = session;
  for (const i of input.steps.keys()) session.outcome(i + 1);
  let problem = 'the program is not placed on a device, which the step dist-import does';
  for (const [i, { module }] of study.stages.entries()) {
    if (!study.isPlacedAt(module)) continue;
    try {
      const batch = batchOf(module, passes);
      const strategies: Strategy[] = [];
      for (let devices = 1; devices <= computingDevices(machine); devices *= 2)
        for (const degrees of passes.degreeGrid(devices, batch))
          if (degrees.microbatches <= MOST_MICROBATCHES)
            strategies.push(...strategiesOf(devices, degrees, passes));
      return { module, strategies, outcomes: [], before: input.steps.slice(0, i) };
    } catch (error) {
      if (!(error instanceof passes.StrategyError)) throw error;
      problem = error.message;
    }
  }
  return problem;
}

/** The samples of a step. @throws StrategyError for a program that is on several devices, or whose batch is not known. */
function batchOf(module: ModuleOp, passes: Passes): number {
  const func = passes.functionOf(module, '') ?? programEntry(module);
  if (func === null) throw new passes.StrategyError('the program has no function to begin with');
  const [first] = passes.batchArguments(func, []);
  const type = first === undefined ? null : func.body.entry.getArgument(first).type;
  const shape: unknown = type !== null && 'shape' in type ? type.shape : [];
  return Array.isArray(shape) && typeof shape[0] === 'number' ? shape[0] : 1;
}

/** The strategies of some degrees; pipelines have a schedule. */
function strategiesOf(devices: number, degrees: Degrees, { candidateText }: Passes): Strategy[] {
  const { data, horizontal, pipeline, microbatches } = degrees;
  const spread = data * horizontal > 1 ? [`dist-spread{data=${data} horizontal=${horizontal}}`] : [];
  const schedules = pipeline > 1 ? (['gpipe', '1f1b'] as const) : (['gpipe'] as const);
  return schedules.map((schedule) => ({
    name: candidateText({ degrees, schedule, recompute: false }),
    devices,
    steps:
      pipeline === 1
        ? spread
        : [
            `dist-place-stages{stages=${pipeline}}`,
            `dist-pipeline{microbatches=${microbatches}}`,
            `dist-unroll-pipeline{schedule=${schedule}}`,
            'dist-dissolve-tuples',
            ...spread,
          ],
  }));
}
