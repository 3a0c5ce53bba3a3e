import { GUTTER, type PlacedRow } from './rows.ts';
import { plotWidth, type Scene, xOf } from './scene.ts';
import { firstAfter } from './time-scale.ts';

/** Arrows that are closer to each other would be an area. */
const LEAST_DISTANCE = 5;
const HEAD = 4;

/** Draws an arrow for each transfer between lanes, from the wire of the device that sends to that of the one that receives. */
export function drawArrows(context: CanvasRenderingContext2D, scene: Scene): void {
  const wires = scene.rows.rows.filter(({ kind }) => kind === 'wire');
  for (const from of wires) {
    const last = new Map<PlacedRow, number>();
    for (const { operation, middle } of visibleEvents(from, scene)) {
      const { routes } = scene.picture.operations[operation]!;
      const route = routes.find((own) => from.lane.devices.includes(own.from));
      if (route === undefined) continue;
      const to = wires.find(
        ({ lane, row }) =>
          lane !== from.lane && lane.devices.includes(route.to) && row?.axis === from.row?.axis,
      );
      if (to === undefined || middle - (last.get(to) ?? -Infinity) < LEAST_DISTANCE) continue;
      last.set(to, middle);
      drawArrow(context, scene, middle, [from, to]);
    }
  }
}

function* visibleEvents(
  { row }: PlacedRow,
  { range, width }: Scene,
): Generator<{ readonly operation: number; readonly middle: number }> {
  if (row === null) return;
  const { starts, durations, operations } = row;
  for (let i = firstAfter(starts, durations, range.from); i < starts.length; i++) {
    if (starts[i]! >= range.to) return;
    const middle = xOf(starts[i]! + durations[i]! / 2, range, width);
    if (middle < GUTTER || middle > GUTTER + plotWidth(width)) continue;
    yield { operation: operations[i]!, middle };
  }
}

function drawArrow(
  context: CanvasRenderingContext2D,
  { colors }: Scene,
  x: number,
  [from, to]: readonly [PlacedRow, PlacedRow],
): void {
  const isDown = to.top > from.top;
  const start = isDown ? from.top + from.height : from.top;
  const end = isDown ? to.top : to.top + to.height;
  const at = Math.round(x) + 0.5;
  const back = end + (isDown ? -HEAD : HEAD);
  context.strokeStyle = context.fillStyle = colors['ink-2']!;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(at, start);
  context.lineTo(at, back);
  context.stroke();
  context.beginPath();
  context.moveTo(at, end);
  context.lineTo(at - HEAD, back);
  context.lineTo(at + HEAD, back);
  context.fill();
}
