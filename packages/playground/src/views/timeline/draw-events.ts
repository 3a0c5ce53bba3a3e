import { bytesText } from '@shardform/ir-core';
import { sourceId } from '@shardform/study';
import type { Colors } from '../../parts/canvas-colors.ts';
import type { Row } from './answer.ts';
import { drawText, MONO } from './draw-text.ts';
import { GUTTER, type PlacedRow } from './rows.ts';
import { axesIn, type EventAt, plotWidth, type Scene, wireColor, xOf } from './scene.ts';
import { firstAfter } from './time-scale.ts';

/** Narrower events are drawn together. */
const LEAST_WIDTH = 1.5;
const LEAST_LABEL = 26;

/** The paleness of operations that go on for hardly any of their time. */
const LEAST_DENSITY = 0.15;

/** Contention is paler than the transfer that it belongs to. */
const CONTENTION_ALPHA = 0.4;

function isSelected(scene: Scene, operation: number): boolean {
  const { id } = scene.picture.operations[operation]!;
  return id !== null && scene.selected !== null && sourceId(id) === sourceId(scene.selected);
}

/** Draws the events of a row that are visible. */
export function drawEvents(
  context: CanvasRenderingContext2D,
  scene: Scene,
  placed: PlacedRow,
  row: Row,
): void {
  const { range, width, colors, picture } = scene;
  const { starts, durations, operations, shared, queued } = row;
  const [left, right] = [GUTTER, GUTTER + plotWidth(width)];
  const pad = placed.kind === 'device' ? 1 : 2;
  const [top, height] = [placed.top + pad, placed.height - 2 * pad];
  const dense = new Dense(left, right);
  const marked: number[] = [];
  const hue = row.axis === null ? null : wireColor(row.axis, colors);
  for (let i = firstAfter(starts, durations, range.from); i < starts.length; i++) {
    if (starts[i]! >= range.to) break;
    const operation = operations[i]!;
    const { launch, name, microbatch, bytes } = picture.operations[operation]!;
    const x = xOf(starts[i]!, range, width);
    const end = xOf(starts[i]! + durations[i]!, range, width);
    if (isSelected(scene, operation)) marked.push(i);
    const work = hue === null ? Math.min(end, xOf(starts[i]! + launch, range, width)) : x;
    if (end - x < LEAST_WIDTH) {
      dense.add(x, work, end);
      continue;
    }
    const isOutlined = picture.measured !== null && placed.kind !== 'measured';
    const times = placed.kind === 'measured' ? picture.operations[operation]!.measured : null;
    if (times !== null) {
      // In loops, it goes on for a part of the time from its first event to its last one.
      context.globalAlpha = Math.max(LEAST_DENSITY, times.density);
      context.fillStyle = hue ?? colors['ink-3']!;
      context.fillRect(x, top, end - x, height);
      context.globalAlpha = 1;
    } else if (isOutlined) {
      context.strokeStyle = hue ?? colors['ink-2']!;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, top + 0.5, Math.max(0, end - x - 1), height - 1);
    } else {
      context.fillStyle = hue ?? colors.fill!;
      context.fillRect(x, top, end - x, height);
    }
    const contended = [
      [xOf(starts[i]! - queued[i]!, range, width), x],
      [xOf(starts[i]! + durations[i]! - shared[i]!, range, width), end],
    ] as const;
    for (const [from, to] of contended) {
      context.fillStyle = colors.bg!;
      context.fillRect(from, top, to - from, height);
      context.globalAlpha = CONTENTION_ALPHA;
      context.fillStyle = hue ?? colors.fill!;
      context.fillRect(from, top, to - from, height);
      context.globalAlpha = 1;
    }
    if (hue === null && !isOutlined && times === null) {
      const tint = tintOf(microbatch, scene);
      context.fillStyle = tint ?? colors['fill-3']!;
      context.fillRect(work, top, end - work, height);
      // A hairline tells kernels apart.
      context.fillStyle = colors.bg!;
      context.fillRect(end - 1, top, 1, height);
    }
    const visible = Math.min(end, right) - Math.max(x, left);
    if (placed.kind === 'device' || visible < LEAST_LABEL) continue;
    const at = Math.max(x, left) + 4;
    const words = hue === null || bytes === null ? name : bytesText(bytes);
    const label = microbatch === null ? words : `${microbatch} ${words}`;
    context.save();
    context.beginPath();
    context.rect(Math.max(x, left), top, visible - 2, height);
    context.clip();
    const isOnFill = times === null ? hue !== null && !isOutlined : times.density > 0.5;
    const ink = isOnFill ? colors.bg! : colors.ink!;
    drawText(context, label, at, top + height / 2, ink, { font: MONO });
    context.restore();
  }
  dense.draw(context, top, height, hue, colors);
  for (const i of marked) outline(context, scene, { row: placed, events: row, index: i });
}

/** Microbatches are told apart by their number, and by tints: those of axes that the program has come last. */
function tintOf(microbatch: number | null, { colors, picture }: Scene): string | null {
  if (microbatch === null) return null;
  return colors[`a${((microbatch + axesIn(picture).length) % 6) + 1}-tint`]!;
}

/** Draws a line of ink around an event. */
export function outline(context: CanvasRenderingContext2D, scene: Scene, event: EventAt, line = 2): void {
  const { range, width, colors } = scene;
  const { row, events, index } = event;
  const start = events.starts[index]!;
  const x = xOf(start, range, width);
  const end = Math.max(x + 3, xOf(start + events.durations[index]!, range, width));
  context.strokeStyle = colors.ink!;
  context.lineWidth = line;
  context.strokeRect(
    x + line / 2,
    row.top + 1 + line / 2,
    Math.max(1, end - x - line),
    row.height - 2 - line,
  );
}

/** Events that are narrower than a pixel, summed up by column. */
export class Dense {
  readonly #left: number;
  readonly #launch: Float32Array;
  readonly #work: Float32Array;
  #isEmpty = true;

  constructor(left: number, right: number) {
    this.#left = left;
    const columns = Math.ceil(right - left) + 1;
    this.#launch = new Float32Array(columns);
    this.#work = new Float32Array(columns);
  }

  add(x: number, work: number, end: number): void {
    this.#isEmpty = false;
    this.#cover(this.#launch, x, work);
    this.#cover(this.#work, work, end);
  }

  draw(
    context: CanvasRenderingContext2D,
    top: number,
    height: number,
    hue: string | null,
    colors: Colors,
  ): void {
    if (this.#isEmpty) return;
    for (let column = 0; column < this.#work.length; column++) {
      const [launch, work] = [Math.min(1, this.#launch[column]!), Math.min(1, this.#work[column]!)];
      if (launch + work === 0) continue;
      const x = this.#left + column;
      if (hue === null) {
        context.globalAlpha = 1;
        context.fillStyle = colors.fill!;
        context.fillRect(x, top, 1, height);
      }
      // Rare events stay visible.
      context.globalAlpha = Math.max(work, hue === null ? 0 : 0.35);
      context.fillStyle = hue ?? colors['fill-3']!;
      context.fillRect(x, top, 1, height);
    }
    context.globalAlpha = 1;
  }

  #cover(columns: Float32Array, from: number, to: number): void {
    let at = from - this.#left;
    const end = to - this.#left;
    while (at < end) {
      const column = Math.floor(at);
      const next = Math.min(end, column + 1);
      if (column >= 0 && column < columns.length) columns[column]! += next - at;
      at = next;
    }
  }
}
