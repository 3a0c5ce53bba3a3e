import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Colors, colorsIn } from '../../parts/canvas-colors.ts';
import { theme } from '../../state/layout.ts';
import { isOld } from '../../state/results.ts';
import { selected } from '../../state/selection.ts';
import type { TimelinePicture } from './answer.ts';
import { TimelineControls } from './controls.ts';
import { drawMarks, drawTimeline } from './draw.ts';
import { EventTip } from './event-tip.tsx';
import { placeRows } from './rows.ts';
import type { TimeRange } from './time-scale.ts';

/** The lanes of a timeline on a canvas, which zooms by wheel and dragging and is walked through by keys. */
export function TimelineDrawing({
  picture,
  hasDevices,
  range,
  onRange,
  label,
}: {
  readonly picture: TimelinePicture;
  /** Whether each device has a row. */
  readonly hasDevices: boolean;
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
  /** What the picture shows, in words. */
  readonly label: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const { width, height } = size.value;
  // Events know their row: the same rows stay the same objects.
  const rows = useMemo(() => placeRows(picture, { height, hasDevices }), [picture, height, hasDevices]);
  const controlled = { picture, rows, range, width, onRange };
  const kept = useRef<TimelineControls | null>(null);
  const controls = (kept.current ??= new TimelineControls(controlled));
  controls.show(controlled);
  const hovered = controls.hovered.value;
  const schemes = useScheme();

  useLayoutEffect(() => {
    const [box, drawing] = [frame.current!, canvas.current!];
    const observer = new ResizeObserver(([entry]) => {
      const { width: w, height: h } = entry!.contentRect;
      size.value = { width: Math.floor(w), height: Math.floor(h) };
    });
    observer.observe(box);
    // A passive listener, as Preact's would be, can't keep the page from scrolling.
    drawing.addEventListener('wheel', controls.wheel, { passive: false });
    return () => {
      observer.disconnect();
      drawing.removeEventListener('wheel', controls.wheel);
    };
  }, []);

  const own = selected.value;
  const { value: dragged } = controls.dragged;
  const marks = { hovered: hovered?.event ?? null, dragged, cursor: controls.cursor.value };
  const looks = [theme.value, isOld.value, schemes];
  // To ask for a colour takes a layout of the page: that is no work for each frame.
  const colors = useRef<Colors | null>(null);
  useLayoutEffect(() => {
    colors.current = null;
  }, looks);
  const inputs = [picture, rows, width, range.from, range.to, own, ...looks];
  // The pointer moves more often than what is below it changes.
  const layer = useRef<Layer>({ canvas: null, of: [] });
  useEffect(() => {
    const [box, drawing] = [frame.current, canvas.current];
    // An effect may come after the view is gone.
    if (width === 0 || box === null || drawing === null) return undefined;
    const request = requestAnimationFrame(() => {
      colors.current ??= colorsIn(box);
      const scene = { picture, rows, range, width, colors: colors.current, selected: own };
      const below = layer.current;
      if (below.canvas === null || inputs.some((input, i) => input !== below.of[i])) {
        below.canvas ??= document.createElement('canvas');
        below.of = inputs;
        drawTimeline(sized(below.canvas, width, rows.height), scene);
      }
      const context = sized(drawing, width, rows.height);
      context.clearRect(0, 0, width, rows.height);
      context.drawImage(below.canvas, 0, 0, width, rows.height);
      drawMarks(context, scene, marks);
    });
    return () => cancelAnimationFrame(request);
  }, [...inputs, ...Object.values(marks)]);

  return (
    <div
      ref={frame}
      class="timeline-frame"
      role="application"
      aria-label="Timeline: arrows walk through events, + and - zoom, 0 shows all"
      tabIndex={0}
      onKeyDown={controls.press}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: `${width}px`, height: `${rows.height}px` }}
        onPointerDown={controls.down}
        onPointerMove={controls.move}
        onPointerUp={controls.up}
        onPointerCancel={controls.up}
        onPointerLeave={controls.leave}
        onDblClick={controls.fit}
      />
      {hovered !== null && <EventTip {...hovered} picture={picture} frame={frame.current!} />}
    </div>
  );
}

/** Counts the times that the browser has changed between light and dark. */
function useScheme(): number {
  const changes = useSignal(0);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const count = (): void => {
      changes.value++;
    };
    scheme.addEventListener('change', count);
    return () => scheme.removeEventListener('change', count);
  }, []);
  return changes.value;
}

/** A drawing that is kept, with what it is of. */
interface Layer {
  canvas: HTMLCanvasElement | null;
  of: readonly unknown[];
}

/** The context of a canvas with as many pixels as the screen has. */
function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting a size clears the canvas and takes time, even where it stays the same.
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
