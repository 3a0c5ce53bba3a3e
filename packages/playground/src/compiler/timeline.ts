import { MeshTable } from '@shardform/dialect-sdy';
import { IntegerAttr, type ModuleOp, runPasses } from '@shardform/ir-core';
import { partitionStages } from '@shardform/passes-sharding';
import {
  chromeTrace,
  FlattenError,
  flattenSpmd,
  ganttSvg,
  machinePresets,
  rooflineCostModel,
  simulateEvents,
  summaryReport,
} from '@shardform/runtime-dist';
import type { TimelineAnswer } from './messages.ts';
import { freshProgram, mainFunction } from './program.ts';

/** Simulates the run of a program on a machine of a known kind. */
export async function timelineOf(text: string, machineName: string): Promise<TimelineAnswer> {
  // Partitioning changes the module.
  const program = await freshProgram(text);
  const { module, context, isValid } = program.model;
  const devices = deviceCount(module);
  const { result: isLocal, diagnostics } = context.diagnostics.capture(
    () => isValid && (devices === 1 || partitionStages().every((stage) => runStage(stage.passes))),
  );
  function runStage(elements: ReturnType<typeof partitionStages>[number]['passes']): boolean {
    return runPasses(module, { anchor: 'builtin.module', elements }, context).succeeded;
  }
  if (!isLocal) return without(diagnostics[0]?.message ?? 'the program has errors');
  const func = mainFunction(program);
  if (func === null) return without('the program has no function with a body');
  const machine = machinePresets[machineName]!();
  const wanted = devices === 1 ? partitionsOf(module) : devices;
  // One of the machine's is its host.
  const present = machine.devices.size - 1;
  if (wanted > present) return without(`the program is for ${wanted} devices, the machine has ${present}`);
  try {
    const flat = flattenSpmd(func, wanted, context);
    const keep = { events: true, memory: true };
    const simulation = simulateEvents(flat, rooflineCostModel(machine), machine, keep);
    return {
      timeline: {
        summary: summaryReport(flat, simulation, machine),
        svg: ganttSvg(flat, simulation),
        trace: JSON.stringify(chromeTrace([{ name: machineName, program: flat, simulation }])),
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

/** Devices of the program's first mesh with axes; 1 where it has none. */
function deviceCount(module: ModuleOp): number {
  for (const [, mesh] of new MeshTable(module).entries()) if (mesh.axes.length > 0) return mesh.totalSize;
  return 1;
}

/** What a program with local sizes says about its devices. */
function partitionsOf(module: ModuleOp): number {
  const partitions = module.getAttr('mhlo.num_partitions');
  return partitions instanceof IntegerAttr ? partitions.number : 1;
}
