import type { Scene } from './scene.ts';

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
