import { currentBudget } from '@shardform/ir-core';
import {
  candidateText,
  modelOf,
  programOf,
  ScheduleError,
  simulateFor,
  StrategyError,
} from '@shardform/passes-dist';
import {
  FlattenError,
  type FlatProgram,
  type Machine,
  machineOfTopology,
  type MemoryEstimate,
  type Simulation,
} from '@shardform/runtime-dist';
import { TOPOLOGY, TopologyAttr } from '@shardform/dialect-dist';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { functionToSimulate } from './function-to-simulate.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { flatProgramOf, type FlatProgramWithMemory } from './flat-program-of.ts';
import { functionWorkload } from './function-workload.ts';
import { unknownLoopWarnings } from './unknown-loops.ts';
import {
  candidateOf,
  machineFor,
  noWorkload,
  type StrategyValues,
  workloadOf,
  type WorkloadValues,
} from './workload.ts';

/** A program with its simulation. */
export interface SimulatedProgram {
  readonly name: string;
  readonly program: FlatProgram;
  readonly simulation: Simulation;
  readonly machine: Machine;
  /** Samples per step, if known. */
  readonly batch: number | null;
  readonly isBackward: (stage: number) => boolean | null;
  /** The memory of each device, where all run the same program. */
  readonly memory: MemoryEstimate | null;
  /** Contributions that the times don't include. */
  readonly warnings: readonly string[];
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

/** Such a time is no estimate of anything. */
const NOTHING_TAKES_TIME = 'nothing in the program takes time: no operation computes or communicates';

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
  const { name, workload, warnings } =
    file === undefined
      ? { name: String(values.model), workload: workloadOf(values, devices, input), warnings: [] }
      : functionWorkload(file, values, devices, input);
  try {
    const program = programOf(workload, candidate);
    const { stages } = modelOf(workload, candidate);
    return {
      name: `${name} ${candidateText(candidate)}`,
      program,
      simulation: simulateFor(workload, program, KEEP),
      machine: workload.machine,
      batch: workload.batch,
      isBackward: (stage) => stages[stage]?.isBackward ?? null,
      memory: null,
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
  if (file === undefined) refuseIdleFlags(given, ['batch-args'], 'without a file: it numbers its arguments');
  else refuseIdleFlags(given, ['model', 'batch', 'dtype'], 'beside a file, whose program says it');
  if (file !== undefined && values.degrees === null)
    refuseIdleFlags(given, STRATEGY_FLAGS, "without '--degrees': the program is simulated as it is");
  if (values.schedule !== 'interleaved-1f1b')
    refuseIdleFlags(given, ['chunks'], "without '--schedule interleaved-1f1b'");
}

function programOfFile(file: string, values: ProgramValues, input: ToolInput): SimulatedProgram {
  const { module, context, log } = loadProgram(file, input);
  const func = functionToSimulate(module, context, log);
  let flat: FlatProgramWithMemory | null;
  try {
    flat = flatProgramOf(module, func, context, values.fusion !== 'none');
  } catch (error) {
    if (!(error instanceof FlattenError)) throw error;
    context.diagnostics.emitOn(error.op, 'error', error.message);
    throw new ModuleError(log.text(), log.diagnostics);
  }
  if (flat === null) throw new ModuleError(log.text(), log.diagnostics);
  const { program, memory } = flat;
  const topology = module.getAttr(TOPOLOGY);
  const isDescribed = topology instanceof TopologyAttr && values.machine === null;
  const { machine, allReduce } = isDescribed
    ? { machine: machineOfTopology(topology), allReduce: null }
    : machineFor(values, program.deviceBound - 1, input);
  const costModel = values['cost-model'] ?? 'roofline';
  const simulation = simulateFor({ machine, allReduce, costModel }, program, KEEP);
  return {
    name: `@${func.symName.value}`,
    program,
    simulation,
    machine,
    batch: null,
    isBackward: () => null,
    memory,
    warnings: [...unknownLoopWarnings(module), ...(simulation.latency === 0 ? [NOTHING_TAKES_TIME] : [])],
  };
}
