import type { LayoutOptions } from '@shardform/inspect';
import type { DescribedConnection, DescribedNode } from '@shardform/study';

/** As many marks of collectives stand in a group. */
export const MOST_MARKS = 3;

/** A node as it is drawn, in the drawing's units. */
export interface SceneNode extends Pick<
  DescribedNode,
  | 'id'
  | 'role'
  | 'title'
  | 'values'
  | 'canOpen'
  | 'operations'
  | 'copies'
  | 'isAlike'
  | 'collectives'
  | 'seconds'
> {
  /** `input` for values from outside of the group, beside what uses them. */
  readonly kind: DescribedNode['kind'] | 'input';
  /** The second line. */
  readonly detail: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isOpen: boolean;
  /** Number of opened groups around it. */
  readonly depth: number;
}

/** An edge as it is drawn. */
export interface SceneEdge extends DescribedConnection {
  /** Positions in {@link Scene.nodes}. */
  readonly from: number;
  readonly to: number;
  /** Coordinates, `x` and `y` in turn. */
  readonly points: readonly number[];
  /** True for edges over so much that only their ends are drawn. */
  readonly isFar: boolean;
}

/** A graph as it is drawn: groups before what is in them. */
export interface Scene {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  readonly width: number;
  readonly height: number;
  readonly direction: LayoutOptions['direction'];
}
