import { type FlatProgram, NONE } from '../program/flat-program.ts';
import { opClass, opKinds } from '../program/op-kind.ts';
import type { Simulation } from '../simulate/simulation.ts';

const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');

/** The activity of a device during a column. */
export type Activity = 'forward' | 'backward' | 'compute' | 'communication' | 'idle';

/** A row of the picture: what a device does in each of equally long pieces of time. */
export interface GanttRow {
  readonly device: number;
  readonly cells: readonly Activity[];
}

/**
 * Returns the dominant activity of each device in each of `columns` equal intervals.
 *
 * @param simulation with its events.
 * @param isBackward whether a stage is one of the backward pass; stages are the program's.
 */
export function ganttRows(
  program: FlatProgram,
  simulation: Simulation,
  columns: number,
  isBackward: (stage: number) => boolean | null = () => null,
): GanttRow[] {
  const { latency, events } = simulation;
  const spent = new Map<number, Map<Activity, Float64Array>>();
  for (const { op, device, start, duration } of events) {
    if (duration === 0) continue;
    const activity = activityOf(program, op, isBackward);
    const own = spent.get(device) ?? new Map<Activity, Float64Array>();
    spent.set(device, own);
    const row = own.get(activity) ?? new Float64Array(columns);
    own.set(activity, row);
    const width = latency / columns;
    for (
      let column = Math.floor(start / width);
      column < columns && column * width < start + duration;
      column += 1
    ) {
      row[column] += Math.min(start + duration, (column + 1) * width) - Math.max(start, column * width);
    }
  }
  return [...spent]
    .sort(([a], [b]) => a - b)
    .map(([device, activities]) => ({
      device,
      cells: Array.from({ length: columns }, (_, column) => mostOf(activities, column, latency / columns)),
    }));
}

function activityOf(
  program: FlatProgram,
  op: number,
  isBackward: (stage: number) => boolean | null,
): Activity {
  if (communicates[program.opKind[op]]) return 'communication';
  const stage = program.opStage[op];
  const backward = stage === NONE ? null : isBackward(stage);
  if (backward === null) return 'compute';
  return backward ? 'backward' : 'forward';
}

function mostOf(activities: ReadonlyMap<Activity, Float64Array>, column: number, width: number): Activity {
  let best: Activity = 'idle';
  let busy = 0;
  let most = 0;
  for (const [activity, row] of activities) {
    busy += row[column];
    if (row[column] <= most) continue;
    most = row[column];
    best = activity;
  }
  return busy < width / 2 ? 'idle' : best;
}

const letters: Readonly<Record<Activity, string>> = {
  forward: 'F',
  backward: 'B',
  compute: '#',
  communication: '~',
  idle: '.',
};

/** Returns the picture as text: a line for each device. */
export function ganttText(rows: readonly GanttRow[]): string {
  const width = Math.max(0, ...rows.map(({ device }) => String(device).length));
  const lines = rows.map(
    ({ device, cells }) =>
      `${String(device).padStart(width)} ${cells.map((activity) => letters[activity]).join('')}\n`,
  );
  return `${lines.join('')}${' '.repeat(width)} F forward  B backward  # other computation  ~ communication  . idle\n`;
}

const colours: Readonly<Record<Activity, string>> = {
  forward: '#4c78a8',
  backward: '#59a14f',
  compute: '#9c755f',
  communication: '#f28e2b',
  idle: '#eeeeee',
};

/** Returns the picture as SVG, with an exact rectangle for each operation; lines of memory below. */
export function ganttSvg(
  program: FlatProgram,
  simulation: Simulation,
  isBackward: (stage: number) => boolean | null = () => null,
): string {
  const [left, width, height] = [70, 1000, 22];
  const devices = [...new Set(simulation.events.map(({ device }) => device))].sort((a, b) => a - b);
  const x = (time: number): string => (left + (time / (simulation.latency || 1)) * width).toFixed(2);
  const parts: string[] = [];
  devices.forEach((device, i) => {
    const y = i * (height + 4) + 4;
    parts.push(`<text x="4" y="${y + height - 7}">device ${device}</text>`);
    parts.push(`<rect x="${left}" y="${y}" width="${width}" height="${height}" fill="${colours.idle}"/>`);
  });
  for (const { op, device, start, duration } of simulation.events) {
    if (duration === 0) continue;
    const activity = activityOf(program, op, isBackward);
    const y = devices.indexOf(device) * (height + 4) + 4;
    const size = ((duration / (simulation.latency || 1)) * width).toFixed(2);
    const half = activity === 'communication' ? height / 3 : height;
    parts.push(
      `<rect x="${x(start)}" y="${y + height - half}" width="${size}" height="${half}" fill="${colours[activity]}"/>`,
    );
  }
  let bottom = devices.length * (height + 4) + 8;
  const most = simulation.peakBytes || 1;
  for (const device of devices) {
    const points = simulation.memory.get(device);
    if (points === undefined) continue;
    const path = points.map(({ time, bytes }, i) => {
      const y = (bottom + 30 - (bytes / most) * 28).toFixed(2);
      return i === 0 ? `M${x(time)} ${y}` : `H${x(time)}V${y}`;
    });
    parts.push(`<text x="4" y="${bottom + 20}">memory ${device}</text>`);
    parts.push(`<path d="${path.join('')}" fill="none" stroke="#333333"/>`);
    bottom += 36;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + 10}" height="${bottom + 10}" font-family="sans-serif" font-size="11">\n${parts.join('\n')}\n</svg>\n`;
}
