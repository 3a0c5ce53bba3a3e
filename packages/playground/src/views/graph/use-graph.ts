import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { select, selected } from '../../state/selection.ts';
import type { SceneAnswer } from './answer.ts';
import { type Camera, firstLook, fitted, revealing, type Size, zoomed } from './camera.ts';
import type { Scene } from './scene.ts';

/** A graph with what was found in it. */
export interface DrawnGraph extends SceneAnswer {
  readonly scene: Scene;
  /** Values that were found, in the order of the program. */
  readonly hits: readonly string[];
}

/** What can be done with a drawn graph. Nodes are given by their positions, -1 for none. */
export interface GraphControls {
  readonly camera: Signal<Camera>;
  /** Of the canvas, which sets it. */
  readonly size: Signal<Size>;
  readonly selected: number;
  /** Nodes that were found. */
  readonly found: ReadonlySet<number>;
  /** The position of the selection among what was found; -1 for none. */
  readonly hit: number;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly toggle: (node: number) => void;
  readonly choose: (node: number) => void;
  /** Selects the next or the previous of what was found. */
  readonly goTo: (by: 1 | -1) => void;
}

/**
 * The camera and the selection of a drawn graph.
 *
 * @param onOpen gets groups that are to be open, or not.
 */
export function useGraph(
  { scene, node, way, hits }: DrawnGraph,
  onOpen: (changes: readonly (readonly [string, boolean])[]) => void,
): GraphControls {
  const camera = useSignal<Camera>({ left: 0, top: 0, scale: 1 });
  const size = useSignal<Size>({ width: 0, height: 0 });
  /** A group that was clicked; values are selected everywhere, groups only here. */
  const chosen = useSignal<string | null>(null);
  /** The node that stays where it is when groups open or close. */
  const anchor = useRef<{ readonly id: string; readonly x: number; readonly y: number } | null>(null);
  const looked = useRef<string | null>(null);
  /** The way to go as soon as something is found. */
  const awaited = useRef<1 | -1 | null>(null);
  const positions = useMemo(() => new Map(scene.nodes.map(({ id }, i) => [id, i])), [scene]);
  const nodeOf = (id: string | null) => scene.nodes[positions.get(id ?? '') ?? -1];
  const found = useMemo(() => nodesOf(scene.nodes, hits), [scene, hits]);
  const hit = selected.value === null ? -1 : hits.indexOf(selected.value);

  // The first look; later, what is selected elsewhere is shown, and what is opened stays in place.
  const isSized = size.value.width > 0;
  useEffect(() => {
    if (!isSized) return;
    const view = size.peek();
    const kept = anchor.current;
    anchor.current = null;
    const again = kept === null ? undefined : nodeOf(kept.id);
    if (kept !== null && again !== undefined) {
      const { scale } = camera.peek();
      camera.value = { left: kept.x - again.x * scale, top: kept.y - again.y * scale, scale };
      looked.current = node ?? '';
      return;
    }
    const isFirst = looked.current === null;
    const start = isFirst ? firstLook(scene, view, scene.direction) : camera.peek();
    const box = looked.current === node ? undefined : nodeOf(node);
    looked.current = node ?? '';
    camera.value = box === undefined ? start : revealing(start, box, view);
  }, [scene, isSized, node]);

  const goTo = (by: 1 | -1): void => {
    awaited.current = hits.length === 0 ? by : null;
    if (hits.length === 0) return;
    chosen.value = null;
    const last = hits.length - 1;
    const next = hit === -1 ? (by === 1 ? 0 : last) : (hit + by + hits.length) % hits.length;
    select(hits[next]!);
  };
  useEffect(() => {
    if (awaited.current !== null && hits.length > 0) goTo(awaited.current);
  }, [hits]);

  const hold = (index: number): void => {
    const own = scene.nodes[index];
    const { left, top, scale } = camera.peek();
    if (own !== undefined) anchor.current = { id: own.id, x: own.x * scale + left, y: own.y * scale + top };
  };
  /** What was opened for the selection stays open when another one is made here. */
  const keep = way.map(({ id }) => [id, true] as const);
  return {
    ...{ camera, size, found, hit, selected: positions.get(chosen.value ?? node ?? '') ?? -1 },
    zoom(factor) {
      const { width, height } = size.peek();
      camera.value = zoomed(camera.peek(), factor, { x: width / 2, y: height / 2 }, scene, size.peek());
    },
    fit() {
      camera.value = fitted(scene, size.peek());
    },
    toggle(index) {
      const own = scene.nodes[index];
      if (own?.canOpen !== true) return;
      hold(index);
      onOpen([...keep, [own.id, !own.isOpen]]);
    },
    choose(index) {
      const own = scene.nodes[index];
      chosen.value = null;
      if (own === undefined) return;
      const [first] = own.values;
      if (first === undefined || own.kind === 'group') chosen.value = own.id;
      if (first === undefined || first === selected.value) return;
      hold(index);
      onOpen(keep);
      select(first);
    },
    goTo,
  };
}

/** Positions of the nodes that are drawn for values: these themselves, not what is around them. */
function nodesOf(nodes: Scene['nodes'], values: readonly string[]): ReadonlySet<number> {
  const wanted = new Set(values);
  const positions = new Set<number>();
  if (wanted.size === 0) return positions;
  for (const [i, { values: own, kind }] of nodes.entries())
    if (kind !== 'input' && own.some((value) => wanted.has(value))) positions.add(i);
  return positions;
}
