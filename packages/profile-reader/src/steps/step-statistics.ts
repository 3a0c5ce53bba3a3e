import type { Execution, ProfiledDevice } from '../model.ts';
import type { ProfiledSteps } from './find-steps.ts';
import { type Spread, spreadOf } from './spread.ts';

/** The measured times of an operation, in picoseconds. */
export interface MeasuredOperation {
  /** The name of the instruction, or of the row. */
  readonly name: string;
  /** Of the steps on each device, without the operations that it calls. */
  readonly ps: Spread;
  /** Of all steps and devices together. */
  readonly totalPs: number;
  /** Events of all steps and devices together. */
  readonly events: number;
  /** Of operations that communicate: of all steps and devices together, while the device computes nothing. */
  readonly exposedPs: number;
  /** While it computes. */
  readonly hiddenPs: number;
  /** Of operations that communicate: longer than on the device that waits least, in a group; of all steps and devices together. */
  readonly waitingPs: number;
  /** From the beginning of a device's run until its first event begins, in the median of steps and devices. */
  readonly startPs: number;
  /** From there to the end of its last event: devices that begin later take no longer. */
  readonly endPs: number;
}

/** The measured times of a device, in picoseconds a step. */
export interface MeasuredDevice {
  readonly device: ProfiledDevice;
  /** In which any operation goes on. */
  readonly busyPs: Spread;
  /** Of operations that don't communicate. */
  readonly computingPs: Spread;
  /** From the beginning of a step until the first operation. */
  readonly beforePs: Spread;
  /** Between operations. */
  readonly betweenPs: Spread;
  /** From the last operation to the end of the step. */
  readonly afterPs: Spread;
  /** How many times as long as the median of all devices it computes, where that is at least {@link STRAGGLES}. */
  readonly straggles: number | null;
}

/** What the steps of a program take. */
export interface StepStatistics {
  readonly wallPs: Spread;
  /** The longest total first. */
  readonly operations: readonly MeasuredOperation[];
  readonly devices: readonly MeasuredDevice[];
  /** Of all operations in all steps, on all devices. */
  readonly totalPs: number;
}

/** From how many times the time of the median device on a device is a straggler. */
export const STRAGGLES = 1.1;

/** Options of {@link stepStatistics}. */
export interface StatisticsOptions {
  /**
   * Returns the devices that communicate with each other for an operation, by their numbers in the order of the profile; `null` where all do,
   * or where that is not known.
   */
  readonly groupsOf?: (operation: string) => readonly (readonly number[])[] | null;
  /** Returns the row that an operation is summed up in; each has its own unless given. */
  readonly rowOf?: (operation: string) => string;
}

/** Sums up the steps of a program. */
export function stepStatistics(
  { program, steps }: ProfiledSteps,
  devices: readonly ProfiledDevice[],
  { groupsOf = () => null, rowOf = (name) => name }: StatisticsOptions = {},
): StepStatistics {
  const used = devices.filter((device) =>
    steps.some(({ executions }) => executions.some((own) => own.device === device)),
  );
  const numbers = new Map(used.map((device, i) => [device, i]));
  const rows = steps.map(({ executions }) => {
    const begins = new Map<ProfiledDevice, number>();
    for (const { device, startPs } of executions)
      begins.set(device, Math.min(begins.get(device) ?? Infinity, startPs));
    return executions.map((own) => ({
      ...{ ...own, number: numbers.get(own.device) ?? 0, beginPs: begins.get(own.device) ?? 0 },
    }));
  });
  const communicating = new Set(rows.flat().flatMap(({ communication }) => [...communication.keys()]));
  const members = new Map<string, number[]>();
  program.operations.forEach((name, operation) => {
    const row = rowOf(name);
    const known = members.get(row);
    if (known === undefined) members.set(row, [operation]);
    else known.push(operation);
  });
  const operations = Array.from(members).flatMap(([name, own]): MeasuredOperation[] => {
    const samples = new Float64Array(steps.length * used.length);
    const starts = new Float64Array(samples.length).fill(Infinity);
    const ends = new Float64Array(samples.length).fill(-Infinity);
    let [events, exposedPs, hiddenPs, waitingPs] = [0, 0, 0, 0];
    for (const operation of own) {
      const communicates = communicating.has(operation);
      const groups = communicates ? groupsOf(program.operations[operation] ?? '') : null;
      rows.forEach((executions, step) => {
        const begin = step * used.length;
        const times = new Float64Array(communicates ? used.length : 0);
        for (const execution of executions) {
          const { number, operationPs, counts, communication } = execution;
          const ps = operationPs[operation] ?? 0;
          const at = begin + number;
          samples[at]! += ps;
          events += counts[operation] ?? 0;
          if ((counts[operation] ?? 0) > 0) {
            starts[at] = Math.min(starts[at]!, execution.firstPs[operation]! - execution.beginPs);
            ends[at] = Math.max(ends[at]!, execution.lastPs[operation]! - execution.beginPs);
          }
          if (!communicates) continue;
          times[number]! += ps;
          exposedPs += communication.get(operation)?.exposedPs ?? 0;
          hiddenPs += communication.get(operation)?.hiddenPs ?? 0;
        }
        if (communicates) waitingPs += waiting(times, groups);
      });
    }
    if (events === 0) return [];
    const totalPs = samples.reduce((sum, ps) => sum + ps, 0);
    const begun = starts.filter(Number.isFinite);
    const startPs = spreadOf(begun).median;
    const endPs = startPs + spreadOf(ends.filter(Number.isFinite).map((end, i) => end - begun[i]!)).median;
    return [
      {
        ...{ name, ps: spreadOf(samples), totalPs, events, exposedPs, hiddenPs, waitingPs },
        ...{ startPs, endPs },
      },
    ];
  });
  return {
    wallPs: spreadOf(steps.map(({ wallPs }) => wallPs)),
    operations: operations.sort((a, b) => b.totalPs - a.totalPs),
    devices: measuredDevices(steps, used),
    totalPs: operations.reduce((sum, { totalPs }) => sum + totalPs, 0),
  };
}

/** The device that takes the least time for a collective came last: the others wait for it. */
function waiting(times: Float64Array, groups: readonly (readonly number[])[] | null): number {
  let sum = 0;
  for (const group of groups ?? [[...times.keys()]]) {
    const own = group.map((device) => times[device] ?? 0);
    const least = Math.min(...own);
    for (const ps of own) sum += ps - least;
  }
  return sum;
}

function measuredDevices(
  steps: ProfiledSteps['steps'],
  used: readonly ProfiledDevice[],
): readonly MeasuredDevice[] {
  const measured = used.map((device) => {
    const rows = steps.map(({ executions }) => deviceTimes(executions, device));
    const of = (pick: (row: DeviceTimes) => number): Spread => spreadOf(rows.map(pick));
    return {
      device,
      busyPs: of(({ busy }) => busy),
      computingPs: of(({ computing }) => computing),
      beforePs: of(({ before }) => before),
      betweenPs: of(({ between }) => between),
      afterPs: of(({ after }) => after),
    };
  });
  const usual = spreadOf(measured.map(({ computingPs }) => computingPs.median)).median;
  return measured.map((own) => {
    const times = usual === 0 ? 0 : own.computingPs.median / usual;
    return { ...own, straggles: times >= STRAGGLES ? times : null };
  });
}

interface DeviceTimes {
  readonly busy: number;
  readonly computing: number;
  readonly before: number;
  readonly between: number;
  readonly after: number;
}

function deviceTimes(executions: readonly Execution[], device: ProfiledDevice): DeviceTimes {
  const own = executions.filter((execution) => execution.device === device);
  const around = executions.filter((execution) => execution.device.host === device.host);
  if (own.length === 0) return { busy: 0, computing: 0, before: 0, between: 0, after: 0 };
  const start = Math.min(...around.map(({ startPs }) => startPs));
  const end = Math.max(...around.map(({ endPs }) => endPs));
  const first = Math.min(...own.map(({ startPs }) => startPs));
  const last = Math.max(...own.map(({ endPs }) => endPs));
  const busy = own.reduce((sum, { busyPs }) => sum + busyPs, 0);
  const exposed = own.reduce(
    (sum, { communication }) =>
      sum + [...communication.values()].reduce((all, { exposedPs }) => all + exposedPs, 0),
    0,
  );
  return {
    ...{ busy, computing: Math.max(0, busy - exposed) },
    ...{ before: first - start, between: Math.max(0, last - first - busy), after: end - last },
  };
}
