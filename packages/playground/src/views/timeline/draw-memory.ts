import { bytesText } from '@shardform/ir-core';
import type { Lane, TimelinePicture } from './answer.ts';
import { BOLD, drawText } from './draw-text.ts';
import { GUTTER, MARGIN } from './rows.ts';
import { plotWidth, type Scene, xOf } from './scene.ts';
import type { TimeRange } from './time-scale.ts';

/** The lane whose devices need most memory: it is the one in the strip and in the area of memory. */
export function fullestLane({ lanes }: TimelinePicture): Lane {
  return lanes.reduce((fullest, lane) => (mostIn(lane) > mostIn(fullest) ? lane : fullest), lanes[0]!);
}

/** Returns the most bytes that are live on a lane's devices. */
export function mostIn({ memoryBytes }: Lane): number {
  return memoryBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
}

/** Where an area of bytes is drawn. */
export interface Area {
  readonly top: number;
  readonly height: number;
  readonly width: number;
  /** Bytes at the top. */
  readonly most: number;
}

/** Fills the area below the bytes of a lane; where several changes fall on one column, their largest counts. */
export function fillArea(
  context: CanvasRenderingContext2D,
  { memoryTimes, memoryBytes }: Lane,
  range: TimeRange,
  { top, height, width, most }: Area,
  fill: string | null,
  stroke: string | null,
): void {
  const bottom = top + height;
  const right = GUTTER + plotWidth(width);
  let i = lastBefore(memoryTimes, range.from);
  const yOf = (bytes: number): number => bottom - (bytes / most) * height;
  let [x, y] = [GUTTER, yOf(memoryBytes[i] ?? 0)];
  context.beginPath();
  context.moveTo(x, y);
  for (i++; i < memoryTimes.length && memoryTimes[i]! < range.to;) {
    const column = Math.max(GUTTER, xOf(memoryTimes[i]!, range, width));
    let largest = memoryBytes[i]!;
    let last = largest;
    for (i++; i < memoryTimes.length && xOf(memoryTimes[i]!, range, width) < column + 1; i++) {
      last = memoryBytes[i]!;
      largest = Math.max(largest, last);
    }
    context.lineTo(column, y);
    context.lineTo(column, yOf(largest));
    x = column;
    y = yOf(last);
    context.lineTo(Math.min(right, x + 0.5), yOf(largest));
    context.lineTo(Math.min(right, x + 0.5), y);
  }
  context.lineTo(right, y);
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = 1;
    context.stroke();
  }
  if (fill !== null) {
    context.lineTo(right, bottom);
    context.lineTo(GUTTER, bottom);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
  }
}

function lastBefore(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Returns the bytes that are live on a lane's devices at a time. */
export function bytesAt({ memoryTimes, memoryBytes }: Lane, time: number): number {
  return memoryBytes[lastBefore(memoryTimes, time)] ?? 0;
}

/** The height of a line of words. */
const LINE = 14;

/** Draws the bytes that are live, with what is needed at most. */
export function drawMemory(context: CanvasRenderingContext2D, scene: Scene): void {
  const { picture, rows, range, width, colors } = scene;
  const { top, height } = rows.memory;
  const fullest = fullestLane(picture);
  const live = mostIn(fullest);
  const peak = Math.max(picture.peakBytes ?? 0, live);
  drawText(context, 'memory', 12, top + 8, colors.ink!, { font: BOLD });
  drawText(context, picture.lanes.length > 1 ? 'by device' : 'of a device', 12, top + 22, colors['ink-3']!);
  if (peak === 0) return;
  const most = peak * 1.12;
  const area = { top, height, width, most };
  for (const bytes of [0, peak / 2]) {
    const y = Math.round(top + height - (bytes / most) * height);
    context.fillStyle = colors.line!;
    context.fillRect(GUTTER, y, plotWidth(width), 1);
    drawText(context, bytesText(Math.round(bytes)), GUTTER - 8, y - (bytes === 0 ? 5 : 0), colors['ink-3']!, {
      align: 'right',
    });
  }
  fillArea(context, fullest, range, area, colors.fill!, null);
  for (const lane of picture.lanes)
    fillArea(context, lane, range, area, null, lane === fullest ? colors.ink! : colors['fill-3']!);
  const line = (bytes: number, words: string, color: string, textAt = -7): void => {
    const y = Math.round(top + height - (bytes / most) * height) + 0.5;
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.setLineDash([3, 2]);
    context.beginPath();
    context.moveTo(GUTTER, y);
    context.lineTo(GUTTER + plotWidth(width), y);
    context.stroke();
    context.setLineDash([]);
    drawText(context, words, width - MARGIN - 4, y + textAt, color, { align: 'right', font: BOLD });
  };
  if (live >= peak * 0.98) line(peak, `peak ${bytesText(peak)}`, colors.ink!);
  else {
    line(peak, `peak ${bytesText(peak)}, in buffers as XLA assigns them`, colors.ink!);
    // Where the lines are close, their words stand on both sides of them.
    const isClose = ((peak - live) / most) * height < LINE;
    line(live, `${bytesText(live)} live at most in this order`, colors['ink-2']!, isClose ? 9 : -7);
  }
}
