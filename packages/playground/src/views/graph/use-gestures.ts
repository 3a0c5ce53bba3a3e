import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { panned, zoomed } from './camera.ts';
import { isOnSign, nodeAt, type Point } from './scene-points.ts';
import type { Scene } from './scene.ts';
import type { GraphControls } from './use-graph.ts';

/** Movements of the pointer below are clicks. */
const CLICK = 4;
const WHEEL = 0.0015;
/** Pixels of a line, where a wheel turns by lines; and how much more a pinch on a touchpad means. */
const LINE = 20;
const PINCH = 5;

/** The node under the pointer, and what the canvas does with the pointer's events. */
export interface Gestures {
  readonly hovered: Signal<number>;
  readonly handlers: Readonly<
    Record<
      'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
      (event: PointerEvent) => void
    >
  > & { readonly onDblClick: (event: MouseEvent) => void };
}

/** Dragging moves a drawing, the wheel and two fingers zoom it, clicks choose nodes, double clicks open them. */
export function useGestures(
  canvas: RefObject<HTMLCanvasElement | null>,
  scene: Scene,
  { camera, size, choose, toggle }: GraphControls,
): Gestures {
  const hovered = useSignal(-1);
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const inScene = ({ x, y }: Point): Point => {
    const { left, top, scale } = camera.peek();
    return { x: (x - left) / scale, y: (y - top) / scale };
  };

  useEffect(() => {
    const element = canvas.current!;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const speed =
        WHEEL * (event.ctrlKey ? PINCH : 1) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      camera.value = zoomed(
        camera.peek(),
        Math.exp(-event.deltaY * speed),
        pointOf(event),
        scene,
        size.peek(),
      );
    };
    // The page would scroll if the browser didn't wait.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene]);

  const drag = (event: PointerEvent, before: Point): void => {
    const point = pointOf(event);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, point);
    const by = { x: point.x - before.x, y: point.y - before.y };
    moved.current += Math.abs(by.x) + Math.abs(by.y);
    if (other === undefined) {
      if (moved.current > CLICK) camera.value = panned(camera.peek(), by, scene, size.peek());
      return;
    }
    const [, fixed] = other;
    const distance = (a: Point): number => Math.hypot(a.x - fixed.x, a.y - fixed.y);
    const middle = { x: (point.x + fixed.x) / 2, y: (point.y + fixed.y) / 2 };
    const factor = distance(point) / Math.max(1, distance(before));
    camera.value = zoomed(camera.peek(), factor, middle, scene, size.peek());
  };
  const end = (event: PointerEvent): void => {
    const isKnown = pointers.current.delete(event.pointerId);
    const isClick = isKnown && event.type === 'pointerup' && moved.current <= CLICK;
    if (!isClick || pointers.current.size > 0) return;
    const point = inScene(pointOf(event));
    const node = nodeAt(scene, point);
    if (node !== -1 && isOnSign(scene, node, point)) toggle(node);
    else choose(node);
  };
  return {
    hovered,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        canvas.current!.setPointerCapture(event.pointerId);
        if (pointers.current.size === 0) moved.current = 0;
        pointers.current.set(event.pointerId, pointOf(event));
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId);
        if (before === undefined) hovered.value = nodeAt(scene, inScene(pointOf(event)));
        else drag(event, before);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: () => (hovered.value = -1),
      onDblClick: (event) => toggle(nodeAt(scene, inScene(pointOf(event)))),
    },
  };
}
