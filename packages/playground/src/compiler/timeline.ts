import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import { deviceCount, partition } from '@shardform/inspect';
import { IntegerAttr, type ModuleOp } from '@shardform/ir-core';
import {
  chromeTrace,
  FlattenError,
  flattenFunction,
  flattenSpmd,
  type FlatProgram,
  ganttSvg,
  type Machine,
  machinePresets,
  rooflineCostModel,
  simulateEvents,
  summaryReport,
} from '@shardform/runtime-dist';
import { entryFunction } from '@shardform/runtime-sim';
import type { TimelineAnswer } from './messages.ts';
import { freshProgram, mainFunction } from './program.ts';

/** Simulates the execution of a program on a named machine. */
export async function timelineOf(text: string, machineName: string): Promise<TimelineAnswer> {
  const program = await freshProgram(text);
  const { module, context, isValid, diagnostics } = program.model;
  if (!isValid) return without(diagnostics[0]?.message ?? 'the program has errors');
  const main = mainFunction(program);
  if (main === null) return without('the program has no function with a body');
  const machine = machinePresets[machineName]!();
  if (isPlaced(main)) return simulated(machineName, machine, () => flattenFunction(main, context));
  const devices = deviceCount(module);
  if (devices === 1) {
    return simulated(machineName, machine, () => flattenSpmd(main, partitionsOf(module), context));
  }
  const { result, diagnostics: problems } = context.diagnostics.capture(() => partition(module, context));
  const { local } = result;
  if (local === null) return without(problems[0]?.message ?? "the program can't be partitioned");
  return simulated(machineName, machine, () => flattenSpmd(entryFunction(local), devices, context));
}

/** Returns whether the function is of the dist dialect: its tensors are on devices. */
function isPlaced({ functionType: { inputs, results } }: FuncOp): boolean {
  return [...inputs, ...results].some((type) => type instanceof PlacedTensorType);
}

function simulated(name: string, machine: Machine, flatten: () => FlatProgram): TimelineAnswer {
  try {
    const program = flatten();
    // Device 0 is the machine's host.
    const [wanted, present] = [program.deviceBound - 1, machine.devices.size - 1];
    if (wanted > present) return without(`the program is for ${wanted} devices, the machine has ${present}`);
    const simulation = simulateEvents(program, rooflineCostModel(machine), machine, {
      events: true,
      memory: true,
    });
    return {
      timeline: {
        summary: summaryReport(program, simulation, machine),
        svg: ganttSvg(program, simulation),
        trace: JSON.stringify(chromeTrace([{ name, program, simulation }])),
      },
      problem: '',
    };
  } catch (error) {
    if (error instanceof FlattenError) return without(error.message);
    throw error;
  }
}

function without(problem: string): TimelineAnswer {
  return { timeline: null, problem };
}

/** The number of partitions of a program with local sizes. */
function partitionsOf(module: ModuleOp): number {
  const partitions = module.getAttr('mhlo.num_partitions');
  return partitions instanceof IntegerAttr ? partitions.number : 1;
}
