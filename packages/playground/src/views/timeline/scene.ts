import { axisClass } from '../../parts/chip.tsx';
import type { Colors } from '../../parts/canvas-colors.ts';
import type { Row, TimelinePicture } from './answer.ts';
import { GUTTER, MARGIN, type PlacedRow, type Rows } from './rows.ts';
import { firstAfter, type TimeRange } from './time-scale.ts';

/** An event of a row. */
export interface EventAt {
  readonly row: PlacedRow;
  /** The row of events, of a device that of the event. */
  readonly events: Row;
  readonly index: number;
}

/** What is drawn. */
export interface Scene {
  readonly picture: TimelinePicture;
  readonly rows: Rows;
  readonly range: TimeRange;
  readonly width: number;
  readonly colors: Colors;
  /** The selected value. */
  readonly selected: string | null;
}

/** What changes with the pointer. */
export interface Marks {
  readonly hovered: EventAt | null;
  /** A range that is being dragged. */
  readonly dragged: TimeRange | null;
  /** Seconds under the pointer. */
  readonly cursor: number | null;
}

/** Returns the names of axes that devices communicate along, without those of devices that lie along none. */
export function axesIn({ lanes }: TimelinePicture): readonly string[] {
  const axes = new Set(lanes.flatMap(({ rows }) => rows.flatMap(({ axis }) => axis ?? [])));
  axes.delete('listed devices');
  return [...axes];
}

/** The width of the drawing between names and margin. */
export function plotWidth(width: number): number {
  return Math.max(40, width - GUTTER - MARGIN);
}

/** Returns the horizontal position of a time. */
export function xOf(time: number, { from, to }: TimeRange, width: number): number {
  return GUTTER + ((time - from) / (to - from)) * plotWidth(width);
}

/** Returns the time at a horizontal position. */
export function timeAt(x: number, { from, to }: TimeRange, width: number): number {
  return from + ((x - GUTTER) / plotWidth(width)) * (to - from);
}

/** The colour of text about an axis. */
export function inkOf(axis: string, colors: Colors): string {
  return colors[`${axisClass(axis).slice(0, 2)}-ink`] ?? colors['ink-2']!;
}

/** The colour of communication along axes: several have none of their own. */
export function wireColor(axis: string, colors: Colors): string {
  return colors[`${axisClass(axis).slice(0, 2)}-line`] ?? colors['ink-3']!;
}

/** Returns the event at a position of the drawing; a few pixels beside an event of a narrow one count, too. */
export function eventAt(
  scene: Pick<Scene, 'rows' | 'range' | 'width'>,
  x: number,
  y: number,
): EventAt | null {
  const row = scene.rows.rows.find(({ top, height }) => y >= top && y < top + height);
  if (row === undefined || x < GUTTER) return null;
  for (const events of row.row === null ? row.lane.rows : [row.row]) {
    const time = timeAt(x, scene.range, scene.width);
    const slack = timeAt(x + 3, scene.range, scene.width) - time;
    const index = firstAfter(events.starts, events.durations, time);
    const [before, start] = [index - 1, events.starts[index]];
    if (start !== undefined && start <= time) return { row, events, index };
    if (before >= 0 && time - (events.starts[before]! + events.durations[before]!) <= slack)
      return { row, events, index: before };
    if (start !== undefined && start - time <= slack) return { row, events, index };
  }
  return null;
}
