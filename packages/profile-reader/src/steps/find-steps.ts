import type { Execution, Profile, ProfiledProgram, StepMarker } from '../model.ts';
import { spreadOf } from './spread.ts';

/** A step: the runs of a program that belong together, on all devices. */
export interface ProfiledStep {
  /** The number of its marker, or of its run. */
  readonly name: string;
  readonly executions: readonly Execution[];
  /** From the beginning of its marker or its first event to its end, on the host where that takes longest. */
  readonly wallPs: number;
}

/** The steps of a program. */
export interface ProfiledSteps {
  readonly program: ProfiledProgram;
  /** Whether steps are those that the user's program marks; or else the runs of the program. */
  readonly foundBy: 'markers' | 'runs';
  /** Without those that were dropped, in their order. */
  readonly steps: readonly ProfiledStep[];
  /** Number of steps at the beginning that took longer than {@link WARM_UP} times the median. */
  readonly warmUp: number;
  /** Number of steps of which the profile has only a part. */
  readonly incomplete: number;
}

/** By how much steps at the beginning are longer that are warm-up. */
export const WARM_UP = 1.5;

/** The part of the events of other steps that a whole step has at least. */
const WHOLE = 0.9;

/** Finds the steps of a program in a profile. */
export function findSteps({ executions, markers }: Profile, program: ProfiledProgram): ProfiledSteps {
  const runs = runsOf(executions.filter((own) => own.program === program));
  const marked = stepsOfMarkers(runs, markers);
  const all =
    marked ?? runs.map(({ run, executions: own, wallPs }) => ({ name: run, executions: own, wallPs }));
  const events = all.map(eventsOf);
  const usual = spreadOf(events).median;
  const whole = all.filter((_, i) => events[i]! >= usual * WHOLE);
  const { median } = spreadOf(whole.map(({ wallPs }) => wallPs));
  const found = whole.findIndex(({ wallPs }) => wallPs <= median * WARM_UP);
  const warmUp = Math.max(0, found);
  return {
    program,
    foundBy: marked === null ? 'runs' : 'markers',
    steps: whole.slice(warmUp),
    warmUp,
    incomplete: all.length - whole.length,
  };
}

/** A run of a program on all devices. */
interface Run {
  readonly run: string;
  readonly executions: readonly Execution[];
  readonly hosts: ReadonlyMap<string, { readonly startPs: number; readonly endPs: number }>;
  readonly wallPs: number;
}

/** Devices number their runs alike where the profile has no numbers of runs. */
function runsOf(executions: readonly Execution[]): readonly Run[] {
  const byRun = new Map<string, Execution[]>();
  for (const own of executions) {
    const known = byRun.get(own.run);
    if (known === undefined) byRun.set(own.run, [own]);
    else known.push(own);
  }
  const runs = Array.from(byRun, ([run, own]): Run => {
    const hosts = new Map<string, { startPs: number; endPs: number }>();
    for (const { device, startPs, endPs } of own) {
      const known = hosts.get(device.host);
      if (known === undefined) hosts.set(device.host, { startPs, endPs });
      else {
        known.startPs = Math.min(known.startPs, startPs);
        known.endPs = Math.max(known.endPs, endPs);
      }
    }
    const wallPs = Math.max(...[...hosts.values()].map(({ startPs, endPs }) => endPs - startPs));
    return { run, executions: own, hosts, wallPs };
  });
  return runs.sort((a, b) => beginningOf(a) - beginningOf(b));
}

function beginningOf({ hosts }: Run): number {
  return Math.min(...[...hosts.values()].map(({ startPs }) => startPs));
}

/** Returns the steps that are marked; `null` unless each run is in one, and all have equally many. */
function stepsOfMarkers(
  runs: readonly Run[],
  markers: readonly StepMarker[],
): readonly ProfiledStep[] | null {
  const steps = new Map<string, { readonly runs: Run[]; readonly walls: Map<string, [number, number]> }>();
  for (const run of runs)
    for (const [host, { startPs }] of run.hosts) {
      const marker = markers.find(
        (own) => own.host === host && own.startPs <= startPs && startPs < own.endPs,
      );
      if (marker === undefined) return null;
      const key = `${marker.name} ${marker.number}`;
      let step = steps.get(key);
      if (step === undefined)
        steps.set(key, (step = { runs: [], walls: new Map<string, [number, number]>() }));
      if (!step.runs.includes(run)) step.runs.push(run);
      const [start, end] = step.walls.get(host) ?? [Infinity, -Infinity];
      step.walls.set(host, [Math.min(start, marker.startPs), Math.max(end, marker.endPs)]);
    }
  const [first, ...others] = [...steps.values()].map((own) => own.runs.length);
  if (first === undefined || others.some((own) => own !== first)) return null;
  return Array.from(steps, ([key, { runs: own, walls }]) => ({
    name: key.slice(key.lastIndexOf(' ') + 1),
    executions: own.flatMap(({ executions }) => executions),
    wallPs: Math.max(...[...walls.values()].map(([start, end]) => end - start)),
  }));
}

function eventsOf({ executions }: ProfiledStep): number {
  return executions.reduce((sum, { counts }) => sum + counts.reduce((all, own) => all + own, 0), 0);
}
