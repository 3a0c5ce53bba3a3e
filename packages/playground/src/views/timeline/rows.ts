import type { Lane, Row, TimelinePicture } from './answer.ts';

/** Pixels left of the drawing for names of rows. */
export const GUTTER = 104;
/** Pixels right of it. */
export const MARGIN = 12;
/** The strip of the whole step, on top. */
export const OVERVIEW = { top: 6, strip: 12, height: 44 } as const;
/** Marks of the time axis. */
export const RULER = 20;

const COMPUTE = 34;
const WIRE = 22;
const MEASURED = 20;
const DEVICE = 11;
const GAP = 6;
const LEAST_MEMORY = 64;

/** A row of the drawing with its place. */
export interface PlacedRow {
  readonly kind: 'compute' | 'wire' | 'device' | 'measured';
  readonly top: number;
  readonly height: number;
  readonly lane: Lane;
  /** The events of a row of compute or wire; those of a device are all of its lane. */
  readonly row: Row | null;
  readonly title: string;
  /** Small print below the title, or the number of a device. */
  readonly note: string;
}

/** The rows of a timeline from top to bottom. */
export interface Rows {
  readonly rows: readonly PlacedRow[];
  readonly memory: { readonly top: number; readonly height: number };
  readonly height: number;
}

/**
 * Places rows: for each lane computation and then communication by axis; a row for each device where these are wanted;
 * memory below has what is left of the height.
 */
export function placeRows(
  { lanes, measured }: TimelinePicture,
  { height, hasDevices }: { readonly height: number; readonly hasDevices: boolean },
): Rows {
  const rows: PlacedRow[] = [];
  let top = OVERVIEW.top + OVERVIEW.height + RULER;
  const place = (row: Omit<PlacedRow, 'top'>): void => {
    rows.push({ ...row, top });
    top += row.height;
  };
  const left = new Map(measured?.rows.map((row) => [row.axis, row]));
  /** Below the first row of the same axes. */
  const placeMeasured = (axis: string | null): void => {
    const row = left.get(axis);
    if (measured === null || row === undefined) return;
    left.delete(axis);
    place({ kind: 'measured', height: MEASURED, lane: measured, row, title: 'measured', note: '' });
  };
  for (const lane of lanes) {
    const note = devicesText(lane.devices);
    for (const row of lane.rows) {
      if (row.axis === null) place({ kind: 'compute', height: COMPUTE, lane, row, title: 'compute', note });
      else place({ kind: 'wire', height: WIRE, lane, row, title: wireTitle(row.axis), note: '' });
      placeMeasured(row.axis);
    }
    top += GAP;
  }
  for (const axis of [...left.keys()]) placeMeasured(axis);
  if (hasDevices) {
    const devices = lanes.flatMap((lane) => lane.devices.map((device) => ({ lane, device })));
    devices.sort((a, b) => a.device - b.device);
    for (const [i, { lane, device }] of devices.entries())
      place({
        kind: 'device',
        height: DEVICE,
        lane,
        row: null,
        title: i === 0 ? 'devices' : '',
        note: String(device),
      });
    top += GAP;
  }
  top += GAP;
  const rest = Math.max(LEAST_MEMORY, height - top - GAP);
  return { rows, memory: { top, height: rest }, height: top + rest + GAP };
}

function wireTitle(axis: string): string {
  return axis === 'listed devices' ? 'wire' : `wire ${axis}`;
}

/** `device 0`, `8 devices alike`, `devices 0, 1 and 4 to 7, alike`. */
export function devicesText(devices: readonly number[]): string {
  const [first] = devices;
  if (devices.length === 1) return `device ${first ?? 0}`;
  const isRun = devices.every((device, i) => device === first! + i);
  if (isRun) return `${first} to ${devices.at(-1)}, alike`;
  return devices.length <= 4 ? `${devices.join(', ')}, alike` : `${devices.length} devices alike`;
}
