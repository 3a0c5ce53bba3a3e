import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Colors, colorsIn } from '../../parts/canvas-colors.ts';
import { theme } from '../../state/layout.ts';
import { isOld } from '../../state/results.ts';
import { selected } from '../../state/selection.ts';
import type { TimelinePicture } from './answer.ts';
import { TimelineControls } from './controls.ts';
import { drawTimeline } from './draw.ts';
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
  const schemes = useSignal(0);
  const { width, height } = size.value;
  // Events know their row: the same rows stay the same objects.
  const rows = useMemo(() => placeRows(picture, { height, hasDevices }), [picture, height, hasDevices]);
  const controlled = { picture, rows, range, width, onRange };
  const kept = useRef<TimelineControls | null>(null);
  const controls = (kept.current ??= new TimelineControls(controlled));
  controls.show(controlled);
  const hovered = controls.hovered.value;

  useLayoutEffect(() => {
    const [box, drawing] = [frame.current!, canvas.current!];
    const observer = new ResizeObserver(([entry]) => {
      const { width: w, height: h } = entry!.contentRect;
      size.value = { width: Math.floor(w), height: Math.floor(h) };
    });
    observer.observe(box);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => {
      schemes.value++;
    };
    scheme.addEventListener('change', redraw);
    // A passive listener, as Preact's would be, can't keep the page from scrolling.
    drawing.addEventListener('wheel', controls.wheel, { passive: false });
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      drawing.removeEventListener('wheel', controls.wheel);
    };
  }, []);

  const marks = {
    ...{ selected: selected.value, hovered: hovered?.event ?? null },
    ...{ dragged: controls.dragged.value, cursor: controls.cursor.value },
  };
  const looks = [theme.value, isOld.value, schemes.value];
  // To ask for a colour takes a layout of the page: that is no work for each frame.
  const colors = useRef<Colors | null>(null);
  useLayoutEffect(() => {
    colors.current = null;
  }, looks);
  const inputs = [picture, hasDevices, width, rows.height, range.from, range.to, ...Object.values(marks)];
  useEffect(() => {
    if (width === 0) return undefined;
    const request = requestAnimationFrame(() => {
      const context = sized(canvas.current!, width, rows.height);
      colors.current ??= colorsIn(frame.current!);
      drawTimeline(context, { picture, rows, range, width, colors: colors.current, ...marks });
    });
    return () => cancelAnimationFrame(request);
  }, [...inputs, ...looks]);

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
