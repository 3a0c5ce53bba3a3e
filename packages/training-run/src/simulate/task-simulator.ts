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
import type { TaskProgram } from '../program/model-part.ts';
import type { Task, TaskCosts, TaskMemory } from './task.ts';
import { noTime } from './time-parts.ts';

/** A task that is divided among the devices of a stage, of which one is simulated: the others do the same. */
export class DividedTask implements Task {
  readonly memory: TaskMemory;
  readonly #program: FlatProgram;
  #costs: readonly [Machine, TaskCosts] | null = null;

  /** @throws CostError, and Error for a program that cannot be divided. */
  constructor({ text }: TaskProgram, devices: number, rules: MemoryRules) {
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
    this.#program = combineCollectives(flattenSpmd(func, devices, context, { representative: true }));
    const { inputs, results } = func.functionType;
    const sum = (bytes: readonly number[]): number => bytes.reduce((all, own) => all + own, 0);
    this.memory = {
      arguments: sum(inputs.map(bytesOfType)),
      firstResult: bytesOfType(results[0]),
      results: sum(results.map(bytesOfType)),
      temporaries: memoryPeak(func, { rules }).estimate.temporaries,
    };
  }

  costs(machine: Machine): TaskCosts {
    if (this.#costs?.[0] !== machine) this.#costs = [machine, costsOf(this.#program, machine)];
    return this.#costs[1];
  }
}

function costsOf(program: FlatProgram, machine: Machine): TaskCosts {
  const simulation = simulateEvents(program, rooflineCostModel(machine), machine, { events: true });
  const parts = { ...noTime };
  let [computing, communicating] = [0, 0];
  for (const { op, stream, duration, slowed = 0 } of simulation.events) {
    if (stream !== 'compute') {
      communicating += duration;
      continue;
    }
    const own = duration - slowed;
    computing += own;
    const arithmetic = arithmetics[program.opArithmetic[op]];
    const part =
      arithmetic === 'vector' ? 'memory' : arithmetic.startsWith('attention') ? 'attention' : 'products';
    parts[part] += own;
  }
  parts.communication = simulation.latency - computing;
  const hidden = Math.max(0, communicating - parts.communication);
  return { seconds: simulation.latency, parts, hidden };
}
