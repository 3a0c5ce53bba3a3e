import { type Colors } from '../../parts/canvas-colors.ts';
import { drawArrows } from './draw-arrows.ts';
import { Dense, drawEvents, outline } from './draw-events.ts';
import { drawMemory, fillArea, fullestLane, mostIn } from './draw-memory.ts';
import { BOLD, drawText, MONO } from './draw-text.ts';
import { GUTTER, MARGIN, OVERVIEW, type PlacedRow, RULER } from './rows.ts';
import { inkOf, type Marks, plotWidth, type Scene, wireColor, xOf } from './scene.ts';
import { ticksOf, type TimeRange } from './time-scale.ts';

/** Draws a timeline; only what is visible costs time. */
export function drawTimeline(context: CanvasRenderingContext2D, scene: Scene): void {
  const { rows, width, colors } = scene;
  context.clearRect(0, 0, width, rows.height);
  drawOverview(context, scene);
  drawGrid(context, scene);
  for (const row of rows.rows) {
    drawName(context, row, colors);
    context.save();
    context.beginPath();
    context.rect(GUTTER, row.top, plotWidth(width), row.height);
    context.clip();
    if (row.kind === 'device') for (const own of row.lane.rows) drawEvents(context, scene, row, own);
    else if (row.row !== null) drawEvents(context, scene, row, row.row);
    if (row.kind === 'compute') drawWaits(context, scene, row);
    context.restore();
  }
  drawArrows(context, scene);
  drawMemory(context, scene);
}

/** Draws what changes with the pointer, on top. */
export function drawMarks(context: CanvasRenderingContext2D, scene: Scene, marks: Marks): void {
  const { hovered } = marks;
  if (hovered !== null) outline(context, scene, hovered, 1);
  drawShown(context, scene, marks.dragged ?? scene.range);
  drawCursor(context, scene, marks);
}

function drawName(context: CanvasRenderingContext2D, row: PlacedRow, colors: Colors): void {
  const middle = row.top + row.height / 2;
  if (row.kind === 'device') {
    drawText(context, row.title, 12, middle, colors['ink-2']!);
    drawText(context, row.note, GUTTER - 8, middle, colors['ink-3']!, { align: 'right', font: MONO });
    return;
  }
  if (row.kind === 'measured') {
    const hue = row.row?.axis == null ? colors['ink-2']! : inkOf(row.row.axis, colors);
    drawText(context, row.title, 12, middle, hue);
    return;
  }
  if (row.kind === 'compute') {
    drawText(context, row.title, 12, middle - 7, colors.ink!, { font: BOLD });
    drawText(context, row.note, 12, middle + 7, colors['ink-3']!);
    return;
  }
  const hue = inkOf(row.row?.axis ?? '', colors);
  drawText(context, row.title, 12, middle, hue, { font: BOLD });
}

function drawWaits(context: CanvasRenderingContext2D, scene: Scene, row: PlacedRow): void {
  const { range, width, colors } = scene;
  const { waits } = row.lane;
  context.strokeStyle = colors['line-strong']!;
  context.lineWidth = 1;
  const middle = Math.round(row.top + row.height / 2) + 0.5;
  context.setLineDash([2, 3]);
  context.beginPath();
  for (let i = 0; i < waits.length; i += 2) {
    const [from, to] = [waits[i]!, waits[i + 1]!];
    if (to <= range.from || from >= range.to) continue;
    const [x, end] = [xOf(from, range, width), xOf(to, range, width)];
    if (end - x < 3) continue;
    context.moveTo(Math.max(GUTTER, x + 1), middle);
    context.lineTo(end - 1, middle);
  }
  context.stroke();
  context.setLineDash([]);
}

function drawGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  const { range, width, colors, rows } = scene;
  const ruler = OVERVIEW.top + OVERVIEW.height;
  const { times, label } = ticksOf(range, plotWidth(width));
  context.fillStyle = colors.line!;
  context.fillRect(0, ruler - 1, width, 1);
  for (const time of times) {
    const x = Math.round(xOf(time, range, width));
    context.fillStyle = colors.line!;
    context.fillRect(x, ruler + RULER - 3, 1, rows.height - ruler - RULER);
    const align = x < GUTTER + 20 ? 'left' : x > width - MARGIN - 26 ? 'right' : 'center';
    drawText(
      context,
      label(time),
      align === 'left' ? Math.max(x, GUTTER) : x,
      ruler + RULER / 2,
      colors['ink-2']!,
      {
        align,
      },
    );
  }
}

function drawOverview(context: CanvasRenderingContext2D, scene: Scene): void {
  const { picture, width, colors } = scene;
  const whole = { from: 0, to: picture.span };
  const lane = fullestLane(picture);
  const { top, strip, height } = OVERVIEW;
  drawText(context, 'whole step', 12, top + strip / 2, colors['ink-3']!);
  context.fillStyle = colors['fill-2']!;
  context.fillRect(GUTTER, top, plotWidth(width), strip);
  for (const row of lane.rows) {
    if (row.axis === null) continue;
    const hue = wireColor(row.axis, colors);
    const dense = new Dense(GUTTER, GUTTER + plotWidth(width));
    for (const [i, start] of row.starts.entries()) {
      const x = xOf(start, whole, width);
      dense.add(x, x, xOf(start + row.durations[i]!, whole, width));
    }
    dense.draw(context, top, strip, hue, colors);
  }
  const area = { top: top + strip + 4, height: height - strip - 8 };
  const most = mostIn(lane);
  if (most > 0) fillArea(context, lane, whole, { ...area, width, most }, colors['fill-2']!, null);
}

/** The range that is shown, in the strip of the whole step. */
function drawShown(
  context: CanvasRenderingContext2D,
  { picture, width, colors }: Scene,
  shown: TimeRange,
): void {
  const whole = { from: 0, to: picture.span };
  const { top, height } = OVERVIEW;
  if (shown.from <= 0 && shown.to >= picture.span) return;
  const [x, end] = [xOf(shown.from, whole, width), xOf(shown.to, whole, width)];
  context.strokeStyle = colors.ink!;
  context.lineWidth = 1.5;
  context.strokeRect(x, top - 3, Math.max(3, end - x), height - 2);
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { range, width, colors, rows }: Scene,
  { cursor, dragged }: Marks,
): void {
  const top = OVERVIEW.top + OVERVIEW.height + RULER - 4;
  if (dragged !== null) {
    const [x, end] = [xOf(dragged.from, range, width), xOf(dragged.to, range, width)];
    context.globalAlpha = 0.12;
    context.fillStyle = colors.ink!;
    context.fillRect(x, top, end - x, rows.height - top);
    context.globalAlpha = 1;
    return;
  }
  if (cursor === null || cursor < range.from || cursor > range.to) return;
  context.fillStyle = colors.ink!;
  context.fillRect(Math.round(xOf(cursor, range, width)), top, 1, rows.height - top);
}
