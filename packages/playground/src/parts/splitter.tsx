import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';

const STEP = 16;
const LARGE_STEP = 64;

/** A bar between two panes that is moved by pointer and arrow keys; a double click evens out. */
export function Splitter({
  share,
  axis,
  label,
  initial,
  least,
  isAfter = false,
}: {
  /** The share of the space that the pane before the bar has; that of the pane after it for `isAfter`. */
  readonly share: Signal<number>;
  /** The direction in which it moves. */
  readonly axis: 'x' | 'y';
  readonly label: string;
  readonly initial: number;
  /** Pixels that each pane keeps. */
  readonly least: number;
  readonly isAfter?: boolean;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const moveTo = (pixels: number): void => {
    const box = bar.current!.parentElement!.getBoundingClientRect();
    const size = axis === 'x' ? box.width : box.height;
    const before = Math.max(least, Math.min(size - least, pixels)) / size;
    share.value = isAfter ? 1 - before : before;
  };
  const position = (): number => {
    const own = bar.current!.getBoundingClientRect();
    const box = bar.current!.parentElement!.getBoundingClientRect();
    return axis === 'x' ? own.left - box.left : own.top - box.top;
  };
  const drag = (event: PointerEvent): void => {
    if (!bar.current!.hasPointerCapture(event.pointerId)) return;
    const box = bar.current!.parentElement!.getBoundingClientRect();
    moveTo(axis === 'x' ? event.clientX - box.left : event.clientY - box.top);
  };
  const press = (event: KeyboardEvent): void => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const direction = event.key === less ? -1 : event.key === more ? 1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    moveTo(position() + direction * (event.shiftKey ? LARGE_STEP : STEP));
  };
  return (
    <div
      ref={bar}
      class={`split ${axis}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(share.value * 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => (share.value = initial)}
      onKeyDown={press}
    />
  );
}
