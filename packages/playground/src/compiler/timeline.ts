import { chromeTrace, FlattenError, ganttSvg, machinePresets } from '@shardform/runtime-dist';
import { flatProgramOf, functionToSimulate, simulateFlat, timedRun } from '@shardform/study';
import type { TimelineAnswer } from './messages.ts';
import { freshProgram } from './program.ts';

/** Simulates the execution of a program on a named machine. */
export async function timelineOf(text: string, machineName: string): Promise<TimelineAnswer> {
  const { module, context, isValid, diagnostics } = (await freshProgram(text)).model;
  if (!isValid) return without(diagnostics[0]?.message ?? 'the program has errors');
  const func = functionToSimulate(module);
  if (func === null) return without('the program has no function to begin with');
  const machine = machinePresets[machineName]!();
  try {
    const { result: flat, diagnostics: problems } = context.diagnostics.capture(() =>
      flatProgramOf(module, func, context),
    );
    if (flat === null) return without(problems[0]?.message ?? "the program can't be partitioned");
    // Device 0 is the machine's host.
    const [wanted, present] = [flat.program.deviceBound - 1, machine.devices.size - 1];
    if (wanted > present) return without(`the program is for ${wanted} devices, the machine has ${present}`);
    const { simulated, report } = timedRun(simulateFlat(module, flat, { machine, costModel: 'roofline' }));
    const { program, simulation } = simulated;
    return {
      timeline: {
        report,
        svg: ganttSvg(program, simulation),
        trace: JSON.stringify(chromeTrace([{ name: machineName, program, simulation }])),
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
