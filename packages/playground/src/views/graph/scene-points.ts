import type { Scene, SceneEdge } from './scene.ts';

/** A point of a drawing or of a window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The position of the innermost node at a point; -1 for none. */
export function nodeAt({ nodes }: Scene, { x, y }: Point): number {
  return nodes.findLastIndex(
    (node) => x >= node.x && y >= node.y && x <= node.x + node.width && y <= node.y + node.height,
  );
}

/** Returns whether a point is on the sign by which a node is opened or closed. */
export function isOnSign({ nodes }: Scene, index: number, { x, y }: Point): boolean {
  const node = nodes[index]!;
  return node.canOpen && x >= node.x + node.width - 26 && y <= node.y + 28;
}

/** The box around an edge. */
export function boundsOf({ points }: SceneEdge): [number, number, number, number] {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    x1 = Math.min(x1, points[i]!);
    x2 = Math.max(x2, points[i]!);
    y1 = Math.min(y1, points[i + 1]!);
    y2 = Math.max(y2, points[i + 1]!);
  }
  return [x1 - 4, y1 - 4, x2 + 4, y2 + 4];
}
