import { CostError, defaults, type Machine } from '@shardform/cost-model';
import { currentBudget, type ModuleOp, oneLine } from '@shardform/ir-core';
import {
  candidateText,
  modelOf,
  programOf,
  ScheduleError,
  simulateFor,
  StrategyError,
} from '@shardform/passes-dist';
import { deviceCount } from '@shardform/inspect';

import {
  DEFAULT_PARTITIONER,
  describedMachine,
  simulateStages,
  type SimulatedRun,
  type StagedProgram,
  stagedProgram,
} from '@shardform/study';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { loadedEntry } from './loaded-entry.ts';
import { modelWorkload } from './model-workload.ts';
import { simulatedStepText } from './simulated-work.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { functionWorkload } from './function-workload.ts';
import {
  candidateOf,
  defaultMachine,
  machineFor,
  noWorkload,
  type StrategyValues,
  type WorkloadValues,
} from './workload.ts';

/** A program with its simulation. */
export interface SimulatedProgram extends SimulatedRun {
  readonly name: string;
  /** The model or the function, which parts of a step are simulated, and the batch; `null` of a program as it is written. */
  readonly simulated: string | null;
  /** Samples per step, if known. */
  readonly batch: number | null;
  readonly isBackward: (stage: number) => boolean | null;
}

/** A program of a file with its simulation. */
export interface SimulatedFile extends SimulatedProgram {
  /** As it was partitioned for that. */
  readonly stages: StagedProgram;
}

/** Values of `workloadFlags` and `strategyFlags`. */
export type ProgramValues = WorkloadValues & StrategyValues;

/** The program as it is, with default costs. */
export const asWritten: ProgramValues = {
  ...noWorkload,
  degrees: null,
  schedule: null,
  chunks: null,
  recompute: false,
};

const KEEP = { events: true, memory: true };

/** Simulates the program of a file, or of a model and a strategy. @throws UsageError or ModuleError. */
export function simulatedProgram(
  file: string | undefined,
  values: ProgramValues,
  input: ToolInput,
): SimulatedProgram {
  refuseIdle(file, values);
  if (file !== undefined && values.degrees === null) return programOfFile(file, values, input);
  if (file === undefined && values.model === null) throw new UsageError('expected a file, or --model');
  const candidate = candidateOf(values);
  const { data, horizontal, pipeline } = candidate.degrees;
  const devices = data * horizontal * pipeline;
  checkStrategy(devices, candidate.degrees.microbatches);
  const { name, workload, simulated, warnings } =
    file === undefined
      ? modelWorkload(values, devices, input)
      : functionWorkload(file, values, devices, input);
  try {
    const program = programOf(workload, candidate);
    const { stages } = modelOf(workload, candidate);
    return {
      name: `${name} ${candidateText(candidate)}`,
      program,
      simulation: simulateFor(workload, program, KEEP),
      machine: workload.machine,
      simulated: simulatedStepText(simulated, workload.batch),
      batch: workload.batch,
      isBackward: (stage) => stages[stage]?.isBackward ?? null,
      isPlaced: true,
      peak: null,
      warnings,
    };
  } catch (error) {
    if (error instanceof StrategyError || error instanceof ScheduleError || error instanceof RangeError)
      throw new UsageError(error.message);
    throw error;
  }
}

/** @throws LimitError for more devices or microbatches than can be simulated. */
function checkStrategy(devices: number, microbatches: number): void {
  const budget = currentBudget();
  budget.check('devices', 'the strategy has', devices);
  // Each microbatch goes forward and back on each device at least.
  budget.check('operations', 'the strategy has at least', 2 * devices * microbatches);
}

/** Flags of strategies. */
const STRATEGY_FLAGS = ['schedule', 'chunks', 'recompute', 'batch-args'];

/** Flags that are of another way of calling the command. @throws UsageError */
function refuseIdle(file: string | undefined, values: ProgramValues): void {
  const given: Readonly<Record<string, unknown>> = { ...values };
  if (file === undefined) {
    refuseIdleFlags(given, ['batch-args'], 'without a file: it numbers its arguments');
    refuseIdleFlags(given, ['cost'], 'without a file, whose calls it is of');
  }
  if (file !== undefined)
    refuseIdleFlags(given, ['model', 'batch', 'dtype'], 'beside a file, whose program says it');
  if (file !== undefined && values.degrees === null)
    refuseIdleFlags(given, STRATEGY_FLAGS, "without '--degrees': the program is simulated as it is");
  if (values.schedule !== 'interleaved-1f1b')
    refuseIdleFlags(given, ['chunks'], "without '--schedule interleaved-1f1b'");
}

/** Simulates the program of a file as it is written. @throws UsageError or ModuleError. */
export function programOfFile(file: string, values: ProgramValues, input: ToolInput): SimulatedFile {
  const loaded = loadProgram(file, input);
  const { module, context, log } = loaded;
  const func = loadedEntry(module, context, log);
  const machine = programMachine(module, values, deviceCount(module), input);
  const stages = stagedProgram(loaded, func, machine, input.partitioner ?? DEFAULT_PARTITIONER);
  const costModel = values['cost-model'] ?? 'roofline';
  let run: SimulatedRun | null;
  try {
    run = simulateStages(stages, func, {
      machineFor: (devices) => ({ machine: programMachine(module, values, devices, input), costModel }),
      fuses: values.fusion !== 'none',
    });
  } catch (error) {
    if (!(error instanceof CostError)) throw error;
    // What partitioning has told with its place is not told again.
    if (!log.diagnostics.some(({ message }) => message === error.message))
      context.diagnostics.emitOn(error.op, 'error', error.message);
    throw new ModuleError(log.text(), log.diagnostics);
  }
  if (run === null) throw new ModuleError(log.text(), log.diagnostics);
  return {
    ...run,
    name: `@${oneLine(func.symName.value)}`,
    simulated: null,
    batch: null,
    isBackward: () => null,
    stages,
  };
}

/** Returns the machine of a program: what flags describe, else what the program does, else an assumed one. @throws UsageError */
export function programMachine(
  module: ModuleOp,
  values: ProgramValues,
  devices: number,
  input: ToolInput,
): Machine {
  const isRoofline = (values['cost-model'] ?? 'roofline') === 'roofline';
  const gbps = values.gbps ?? (isRoofline ? null : defaults.gbps);
  return values.machine === null ? defaultMachine(module, devices, gbps) : machineFor(values, devices, input);
}

/** Returns the machine that a program is partitioned for: the named one, or what the program describes; `null` for neither. @throws UsageError */
export function knownMachine(module: ModuleOp, name: string | null, input: ToolInput): Machine | null {
  if (name === null) return describedMachine(module);
  currentBudget().check('devices', 'the mesh has', deviceCount(module));
  return machineOfProgram(module, name, input);
}

/** Returns the machine of a program that is simulated as it is written. @param name as flags give it; `null` for that of the program. @throws UsageError */
export function machineOfProgram(module: ModuleOp, name: string | null, input: ToolInput): Machine {
  return programMachine(module, { ...asWritten, machine: name }, deviceCount(module), input);
}
