import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { axisIndex } from '../../state/axes.ts';
import { theme } from '../../state/layout.ts';
import { isOld } from '../../state/results.ts';
import { drawScene, type Emphasis } from './draw-scene.ts';
import { type Palette, paletteAt } from './palette.ts';
import type { Scene } from './scene.ts';
import { useGestures } from './use-gestures.ts';
import type { GraphControls } from './use-graph.ts';

/** The drawing of a graph. */
export function GraphCanvas({
  scene,
  controls,
  emphasis,
  label,
}: {
  readonly scene: Scene;
  readonly controls: GraphControls;
  readonly emphasis: Omit<Emphasis, 'hovered' | 'axisIndex'>;
  readonly label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = useRef<Palette | null>(null);
  const { camera, size } = controls;
  const { hovered, handlers } = useGestures(canvas, scene, controls);

  useLayoutEffect(() => {
    const element = canvas.current!;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size.value = { width, height };
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolor = (): void => {
      palette.current = null;
      size.value = { ...size.peek() };
    };
    scheme.addEventListener('change', recolor);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', recolor);
    };
  }, []);

  // Tokens have other colours then.
  const colors = `${theme.value} ${isOld.value}`;
  useLayoutEffect(() => {
    palette.current = null;
  }, [colors]);

  const [view, at, under] = [size.value, camera.value, hovered.value];
  useEffect(() => {
    const element = canvas.current;
    const box = element?.parentElement ?? null;
    // An effect may come after the view is gone.
    if (element === null || box === null) return undefined;
    const frame = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio;
      const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
      if (element.width !== width || element.height !== height)
        [element.width, element.height] = [width, height];
      const context = element.getContext('2d')!;
      palette.current ??= paletteAt(box);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, view.width, view.height);
      drawScene(context, scene, at, view, palette.current, { ...emphasis, hovered: under, axisIndex });
    });
    return () => cancelAnimationFrame(frame);
  });

  return (
    <canvas
      ref={canvas}
      class="graph-canvas"
      role="img"
      aria-label={label}
      style={{ cursor: under === -1 ? 'grab' : 'pointer' }}
      {...handlers}
    />
  );
}
