import type { Emphasis } from './draw-scene.ts';
import type { Palette } from './palette.ts';
import type { Scene, SceneNode } from './scene.ts';
import { boundsOf } from './scene-points.ts';

/** Whether something between two corners is seen. */
type IsSeen = (x1: number, y1: number, x2: number, y2: number) => boolean;

/** Draws a graph so small that there is nothing to read: all edges of a hue are one path, nodes are spots. */
export function drawFromAfar(
  context: CanvasRenderingContext2D,
  scene: Scene,
  isSeen: IsSeen,
  scale: number,
  palette: Palette,
  emphasis: Emphasis,
): void {
  const paths = new Map<string, Path2D>();
  for (const edge of scene.edges) {
    if (edge.isFar || !isSeen(...boundsOf(edge))) continue;
    const [axis] = [...edge.axes, ...edge.unreduced];
    const color = axis === undefined ? palette.of('fill-2') : palette.axis(emphasis.axisIndex(axis), 'line');
    const path = paths.get(color) ?? new Path2D();
    paths.set(color, path);
    const { points } = edge;
    path.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) path.lineTo(points[i]!, points[i + 1]!);
  }
  context.lineWidth = 0.8 / scale;
  for (const [color, path] of paths) {
    context.strokeStyle = color;
    context.stroke(path);
  }
  const least = 1.5 / scale;
  for (const [i, node] of scene.nodes.entries()) {
    const { x, y, width, height } = node;
    const isMarked = i === emphasis.selected || emphasis.hits.has(i);
    if (node.isOpen || !(isMarked || isSeen(x, y, x + width, y + height))) continue;
    context.fillStyle = isMarked ? palette.of('ink') : spotColor(node, palette, emphasis);
    const [wide, tall] = isMarked ? [4 / scale, 4 / scale] : [least, least];
    context.fillRect(x, y, Math.max(wide, width), Math.max(tall, height));
  }
}

function spotColor({ kind, collectives }: SceneNode, palette: Palette, { axisIndex }: Emphasis): string {
  const [collective] = collectives;
  if (kind === 'collective' && collective !== undefined)
    return palette.axis(axisIndex(collective.axis.split(',')[0]!), 'line');
  return palette.of(kind === 'input' || kind === 'constant' ? 'fill' : 'fill-3');
}
