import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { axisIndex } from '../../state/axes.ts';
import type { Camera, Size } from './camera.ts';
import { paletteAt } from './palette.ts';
import type { Scene } from './scene.ts';

const WIDTH = 180;
const HEIGHT = 96;

/** All of a drawing, small, with what is seen of it; a click or a drag goes there. */
export function Minimap({
  scene,
  camera,
  view,
  selected,
}: {
  readonly scene: Scene;
  readonly camera: Signal<Camera>;
  readonly view: Size;
  readonly selected: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(WIDTH / Math.max(1, scene.width), HEIGHT / Math.max(1, scene.height));
  const [width, height] = [Math.max(24, scene.width * scale), Math.max(12, scene.height * scale)];
  useEffect(() => {
    const element = canvas.current;
    const box = element?.parentElement ?? null;
    // An effect may come after the view is gone.
    if (element === null || box === null) return;
    const ratio = window.devicePixelRatio;
    [element.width, element.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = element.getContext('2d')!;
    const palette = paletteAt(box);
    context.scale(scale * ratio, scale * ratio);
    for (const [i, node] of scene.nodes.entries()) {
      const [collective] = node.kind === 'collective' ? node.collectives : [];
      context.fillStyle =
        i === selected && !node.isOpen
          ? palette.of('ink')
          : collective !== undefined
            ? palette.axis(axisIndex(collective.axis.split(',')[0]!), 'line')
            : palette.of(node.isOpen ? 'fill' : 'fill-3');
      const least = 1 / scale;
      context.fillRect(node.x, node.y, Math.max(least, node.width), Math.max(least, node.height));
    }
  }, [scene, selected, width, height]);
  const go = (event: PointerEvent): void => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    const own = camera.peek();
    camera.value = {
      left: view.width / 2 - ((event.clientX - left) / scale) * own.scale,
      top: view.height / 2 - ((event.clientY - top) / scale) * own.scale,
      scale: own.scale,
    };
  };
  const { left, top, scale: zoom } = camera.value;
  const seen = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const [x1, y1] = [seen((-left / zoom) * scale, width), seen((-top / zoom) * scale, height)];
  const [x2, y2] = [
    seen(((view.width - left) / zoom) * scale, width),
    seen(((view.height - top) / zoom) * scale, height),
  ];
  return (
    <div
      class="graph-minimap"
      aria-hidden="true"
      style={{ width: `${width}px`, height: `${height}px` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <canvas ref={canvas} style={{ width: `${width}px`, height: `${height}px` }} />
      <i style={{ left: `${x1}px`, top: `${y1}px`, width: `${x2 - x1}px`, height: `${y2 - y1}px` }} />
    </div>
  );
}
