import type { Camera, Size } from './camera.ts';
import { drawFromAfar } from './draw-from-afar.ts';
import { markText } from './mark-text.ts';
import type { Palette } from './palette.ts';
import { MOST_MARKS, type Scene, type SceneEdge, type SceneNode } from './scene.ts';
import { boundsOf } from './scene-points.ts';

/** What is drawn besides the graph itself. */
export interface Emphasis {
  /** Positions of nodes, -1 for none. */
  readonly selected: number;
  readonly hovered: number;
  /** Positions of nodes that were found. */
  readonly hits: ReadonlySet<number>;
  /** What nodes are filled by. */
  readonly fill: 'none' | 'time';
  /** The number of an axis by which it has its hue. */
  readonly axisIndex: (axis: string) => number | null;
}

/** Text is drawn from this scale on. */
const TEXT_SCALE = 0.42;
/** Below this scale, nodes are spots. */
const AFAR = 0.25;
const RADIUS = 3;
/** Of edges that are not drawn to their end. */
const STUB = 26;

/** Draws the part of a graph that a camera sees. */
export function drawScene(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { left, top, scale }: Camera,
  view: Size,
  palette: Palette,
  emphasis: Emphasis,
): void {
  const seen = {
    left: -left / scale,
    top: -top / scale,
    right: (view.width - left) / scale,
    bottom: (view.height - top) / scale,
  };
  const isSeen = (x1: number, y1: number, x2: number, y2: number): boolean =>
    x2 >= seen.left && x1 <= seen.right && y2 >= seen.top && y1 <= seen.bottom;
  context.save();
  context.translate(left, top);
  context.scale(scale, scale);
  const nodes = scene.nodes
    .map((node, i) => [node, i] as const)
    .filter(([node]) => isSeen(node.x, node.y, node.x + node.width, node.y + node.height));
  for (const [node, i] of nodes)
    if (node.isOpen) drawOpened(context, node, palette, scale, i === emphasis.selected);
  if (scale < AFAR) {
    drawFromAfar(context, scene, isSeen, scale, palette, emphasis);
    context.restore();
    return;
  }
  const emphasized: SceneEdge[] = [];
  for (const edge of scene.edges) {
    const isOfSelected = isAt(edge, emphasis.selected) || isAt(edge, emphasis.hovered);
    if (isOfSelected) emphasized.push(edge);
    else if (isSeen(...boundsOf(edge))) drawEdge(context, edge, scene, palette, emphasis, scale, false);
  }
  for (const edge of emphasized) drawEdge(context, edge, scene, palette, emphasis, scale, true);
  const slowest = nodes.reduce(
    (most, [{ isOpen, seconds }]) => Math.max(most, isOpen ? 0 : (seconds ?? 0)),
    0,
  );
  for (const [node, i] of nodes)
    if (!node.isOpen) drawNode(context, node, i, palette, emphasis, scale, slowest);
  context.restore();
}

function isAt({ from, to }: SceneEdge, node: number): boolean {
  return node !== -1 && (from === node || to === node);
}

function drawOpened(
  context: CanvasRenderingContext2D,
  { x, y, width, height, depth, title, detail, copies, isAlike }: SceneNode,
  palette: Palette,
  scale: number,
  isSelected: boolean,
): void {
  box(context, x, y, width, height);
  context.fillStyle = palette.of(depth % 2 === 0 ? 'bg' : 'bg-sunken');
  context.fill();
  context.strokeStyle = palette.of(isSelected ? 'ink' : 'line-strong');
  context.lineWidth = isSelected ? 2 : 1;
  context.setLineDash(isSelected ? [] : [3, 2]);
  context.stroke();
  context.setLineDash([]);
  if (HEAD_TEXT * scale < LEAST_TEXT) return;
  context.font = `600 ${HEAD_TEXT}px ${palette.ui}`;
  context.fillStyle = palette.of('ink');
  context.textBaseline = 'middle';
  const head = copies > 1 && !isAlike ? `${title}, not alike` : title;
  context.fillText(cut(context, head, width - 40), x + 10, y + 15);
  const used = context.measureText(head).width;
  context.font = `12px ${palette.ui}`;
  context.fillStyle = palette.of('ink-3');
  context.fillText(cut(context, detail, width - used - 50), x + 18 + used, y + 15);
  drawSign(context, x + width - 16, y + 15, false, palette);
}

const HEAD_TEXT = 12.5;
/** Pixels below which text can't be read. */
const LEAST_TEXT = 5;

/** The sign by which a group is opened or closed. */
function drawSign(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  isPlus: boolean,
  palette: Palette,
): void {
  context.strokeStyle = palette.of('ink-2');
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(x - 4, y);
  context.lineTo(x + 4, y);
  if (isPlus) {
    context.moveTo(x, y - 4);
    context.lineTo(x, y + 4);
  }
  context.stroke();
}

function drawEdge(
  context: CanvasRenderingContext2D,
  edge: SceneEdge,
  scene: Scene,
  palette: Palette,
  { axisIndex }: Emphasis,
  scale: number,
  isStrong: boolean,
): void {
  const { points, axes, unreduced } = edge;
  const hues = [...axes, ...unreduced.filter((axis) => !axes.includes(axis))];
  const isMain = scene.nodes[edge.from]!.kind !== 'constant';
  const strokes =
    hues.length === 0
      ? [palette.of(isMain ? 'fill-3' : 'fill-2')]
      : hues.map((axis) => palette.axis(axisIndex(axis), 'line'));
  const width = isStrong ? 3 : hues.length === 0 ? 1.2 : 2;
  // Thin lines of a small drawing would vanish.
  const drawn = Math.max(width, 0.7 / scale);
  for (const [i, color] of strokes.entries()) {
    const shift = (i - (strokes.length - 1) / 2) * (drawn + 0.8);
    context.strokeStyle = color;
    context.lineWidth = drawn;
    context.setLineDash(unreduced.includes(hues[i] ?? '') ? [5, 3] : []);
    context.beginPath();
    tracePath(context, points, shift, scene.direction, edge.isFar && !isStrong);
    context.stroke();
  }
  context.setLineDash([]);
  if (scale < 0.3) return;
  arrow(context, points, scene.direction, strokes.length > 1 ? palette.of('ink') : strokes[0]!);
}

function tracePath(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  shift: number,
  direction: Scene['direction'],
  isFar: boolean,
): void {
  const isRight = direction === 'right';
  const [dx, dy] = isRight ? [0, shift] : [shift, 0];
  const at = (i: number): [number, number] => [points[2 * i]! + dx, points[2 * i + 1]! + dy];
  const count = points.length / 2;
  if (isFar) {
    const [[x1, y1], [x2, y2]] = [at(0), at(count - 1)];
    context.moveTo(x1, y1);
    context.lineTo(x1 + (isRight ? STUB : 0), y1 + (isRight ? 0 : STUB));
    context.moveTo(x2 - (isRight ? STUB : 0), y2 - (isRight ? 0 : STUB));
    context.lineTo(x2, y2);
    return;
  }
  let [x, y] = at(0);
  context.moveTo(x, y);
  for (let i = 1; i < count; i++) {
    const [nextX, nextY] = at(i);
    // On the way to another line of ranks, edges have corners.
    if (nextY === y || nextX === x) context.lineTo(nextX, nextY);
    else if (isRight) {
      const middle = (x + nextX) / 2;
      context.bezierCurveTo(middle, y, middle, nextY, nextX, nextY);
    } else {
      const middle = (y + nextY) / 2;
      context.bezierCurveTo(x, middle, nextX, middle, nextX, nextY);
    }
    [x, y] = [nextX, nextY];
  }
}

function arrow(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  direction: Scene['direction'],
  color: string,
): void {
  const [x, y] = [points.at(-2)!, points.at(-1)!];
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, y);
  if (direction === 'right') {
    context.lineTo(x - 8, y - 4);
    context.lineTo(x - 8, y + 4);
  } else {
    context.lineTo(x - 4, y - 8);
    context.lineTo(x + 4, y - 8);
  }
  context.fill();
}

function drawNode(
  context: CanvasRenderingContext2D,
  node: SceneNode,
  index: number,
  palette: Palette,
  emphasis: Emphasis,
  scale: number,
  slowest: number,
): void {
  const { x, y, width, height, kind, collectives } = node;
  const [collective] = kind === 'collective' ? collectives : [];
  const axis = collective === undefined ? null : firstAxis(collective.axis, emphasis);
  const share = slowest === 0 ? 0 : (node.seconds ?? 0) / slowest;
  // Several copies are a stack.
  if (node.copies > 1) {
    for (const offset of [6, 3]) {
      box(context, x + offset, y + offset, width, height);
      context.fillStyle = palette.of('bg');
      context.fill();
      context.strokeStyle = palette.of('line-strong');
      context.lineWidth = 1;
      context.stroke();
    }
  }
  box(context, x, y, width, height);
  const isFlat = kind === 'argument' || kind === 'input' || node.role === 'arguments';
  context.fillStyle =
    collective !== undefined ? palette.axis(axis, 'tint') : isFlat ? palette.of('fill') : palette.of('bg');
  context.fill();
  if (emphasis.fill === 'time' && share > 0) {
    context.globalAlpha = 0.15 + 0.85 * share;
    context.fillStyle = palette.of('e3');
    context.fill();
    context.globalAlpha = 1;
  }
  drawOutline(context, node, index, palette, emphasis, scale, axis);
  const isGroup = kind === 'group';
  if (scale < TEXT_SCALE && !(isGroup && height * scale > 12)) return;
  drawText(context, node, palette, axis);
  if (!isGroup) return;
  drawMarks(context, node, palette, emphasis);
  if (node.canOpen) drawSign(context, x + width - 13, y + 14, true, palette);
  if (share > 0) {
    const full = width - 20;
    const bottom = y + 40;
    context.fillStyle = palette.of('fill');
    context.fillRect(x + 10, bottom, full, 4);
    context.fillStyle = palette.of('fill-3');
    context.fillRect(x + 10, bottom, full * share, 4);
  }
}

/** The outline of a node's box. */
function drawOutline(
  context: CanvasRenderingContext2D,
  { kind, role }: SceneNode,
  index: number,
  palette: Palette,
  { selected, hovered, hits }: Emphasis,
  scale: number,
  axis: number | null,
): void {
  const [isSelected, isHit] = [index === selected, hits.has(index)];
  const isMarked = isSelected || isHit || index === hovered;
  if (!isMarked && (kind === 'argument' || kind === 'input' || role === 'arguments')) return;
  context.strokeStyle = isMarked
    ? palette.of('ink')
    : kind === 'collective'
      ? palette.axis(axis, 'line')
      : palette.of(kind === 'constant' ? 'line' : 'line-strong');
  context.lineWidth = Math.max(isSelected ? 2.5 : isHit ? 1.5 : 1, (isSelected ? 2 : 0.5) / scale);
  context.stroke();
}

function drawText(
  context: CanvasRenderingContext2D,
  { x, y, width, height, kind, title, detail, copies, canOpen }: SceneNode,
  palette: Palette,
  axis: number | null,
): void {
  const isGroup = kind === 'group';
  const isSmall = kind === 'constant' || kind === 'input';
  const room = width - 16 - (canOpen ? 18 : 0);
  context.textBaseline = 'middle';
  context.font = isGroup
    ? `600 12.5px ${palette.ui}`
    : `${kind === 'collective' ? '600 ' : ''}12px ${palette.mono}`;
  context.fillStyle =
    kind === 'collective' ? palette.axis(axis, 'ink') : palette.of(isSmall ? 'ink-3' : 'ink');
  if (isSmall) {
    context.fillText(
      cut(context, kind === 'constant' ? detail : title, room + 8),
      x + 6,
      y + height / 2 + 0.5,
    );
    return;
  }
  context.fillText(cut(context, copies > 1 ? `${title} × ${copies}` : title, room), x + 10, y + 13);
  context.font = `11.5px ${isGroup ? palette.ui : palette.mono}`;
  if (kind !== 'collective') context.fillStyle = palette.of('ink-3');
  context.fillText(cut(context, detail, width - 16), x + 10, y + 29);
}

/** What a closed group sends, by axis: `Σ y 48 KiB`. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { x, y, height, collectives }: SceneNode,
  palette: Palette,
  emphasis: Emphasis,
): void {
  const shown = collectives.slice(0, MOST_MARKS);
  context.font = `600 11px ${palette.mono}`;
  for (const [i, collective] of shown.entries()) {
    const hue = firstAxis(collective.axis, emphasis);
    const text = markText(collective);
    const top = y + height - (shown.length - i) * 22;
    const width = context.measureText(text).width + 12;
    box(context, x + 8, top, width, 18);
    context.fillStyle = palette.axis(hue, 'tint');
    context.fill();
    context.strokeStyle = palette.axis(hue, 'line');
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = palette.axis(hue, 'ink');
    context.fillText(text, x + 14, top + 9.5);
  }
}

function firstAxis(axis: string, { axisIndex }: Emphasis): number | null {
  return axisIndex(axis.split(',')[0]!);
}

function box(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, RADIUS);
}

/** A text that fits, with an ellipsis where it is cut. */
function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = Math.max(1, Math.floor((text.length * width) / context.measureText(text).width) - 1);
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}
