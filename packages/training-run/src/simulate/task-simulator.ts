import { arithmetics, bytesOfType, type Machine } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { partition } from '@shardform/inspect';
import { builtinPasses, Context, parseModule } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import {
  combineCollectives,
  flattenSpmd,
  type FlatProgram,
  memoryPeak,
  type MemoryRules,
  rooflineCostModel,
  simulateEvents,
} from '@shardform/runtime-dist';
import { entryFunction } from '@shardform/runtime-sim';
import type { TaskProgram } from '../program/task-programs.ts';
import { noTime, type TimeParts } from './time-parts.ts';

/** A task that is divided among the devices of a stage: what each of them does. */
export interface DividedTask {
  readonly program: FlatProgram;
  /** Bytes of a device: of each argument and result, and of temporaries at the peak. */
  readonly memory: TaskMemory;
}

/** The memory of a task on a device. */
export interface TaskMemory {
  readonly arguments: readonly number[];
  readonly results: readonly number[];
  readonly temporaries: number;
}

/** The costs of a task on a device, which stands for all of its stage. */
export interface TaskCosts {
  readonly seconds: number;
  readonly parts: TimeParts;
  /** Seconds of communication while the device computes. */
  readonly hidden: number;
}

/** Divides a task among devices and flattens what one of them does. @throws CostError and Error for a program that cannot be divided. */
export function divideTask({ text }: TaskProgram, devices: number, rules: MemoryRules): DividedTask {
  const context = new Context([
    ...[builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses],
  ]);
  const { result: local, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module === null || devices === 1 ? module : partition(module, context).local;
  });
  // The programs are our own: whoever reads this cannot change them.
  if (local === null) throw new Error(`a task of the run cannot be divided: ${diagnostics[0]?.message}`);
  const func = entryFunction(local);
  const program = combineCollectives(flattenSpmd(func, devices, context, { representative: true }));
  const { inputs, results } = func.functionType;
  const { temporaries } = memoryPeak(func, { rules }).estimate;
  const memory = { arguments: inputs.map(bytesOfType), results: results.map(bytesOfType), temporaries };
  return { program, memory };
}

/** Simulates a task on a machine. */
export function taskCosts({ program }: DividedTask, machine: Machine): TaskCosts {
  const simulation = simulateEvents(program, rooflineCostModel(machine), machine, { events: true });
  const parts = { ...noTime };
  let [computing, communicating] = [0, 0];
  for (const { op, stream, duration } of simulation.events) {
    if (stream !== 'compute') {
      communicating += duration;
      continue;
    }
    computing += duration;
    const arithmetic = arithmetics[program.opArithmetic[op]];
    const part =
      arithmetic === 'vector' ? 'memory' : arithmetic.startsWith('attention') ? 'attention' : 'products';
    parts[part] += duration;
  }
  parts.communication = simulation.latency - computing;
  const hidden = Math.max(0, communicating - parts.communication);
  return { seconds: simulation.latency, parts, hidden };
}
