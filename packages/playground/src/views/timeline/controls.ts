import { signal } from '@preact/signals';
import { select } from '../../state/selection.ts';
import type { TimelinePicture } from './answer.ts';
import { GUTTER, OVERVIEW, type Rows } from './rows.ts';
import { type EventAt, eventAt, timeAt, xOf } from './scene.ts';
import { panned, type TimeRange, within, zoomed } from './time-scale.ts';

/** What is under the pointer, or where the keys are. */
export interface Hovered {
  readonly event: EventAt;
  readonly x: number;
  readonly y: number;
}

/** What pointers and keys act on. */
export interface Controlled {
  readonly picture: TimelinePicture;
  readonly rows: Rows;
  readonly range: TimeRange;
  readonly width: number;
  readonly onRange: (range: TimeRange) => void;
}

/** A pointer that moved less is a click. */
const CLICK = 4;
const WHEEL_ZOOM = 1.0015;

interface Drag {
  readonly kind: 'range' | 'pan' | 'overview';
  readonly x: number;
  readonly range: TimeRange;
}

/** How pointers and keys move a timeline: the wheel zooms, dragging chooses a range, a click selects a value. */
export class TimelineControls {
  readonly hovered = signal<Hovered | null>(null);
  /** Seconds under the pointer. */
  readonly cursor = signal<number | null>(null);
  /** The range that is being dragged. */
  readonly dragged = signal<TimeRange | null>(null);
  #on: Controlled;
  #drag: Drag | null = null;
  /** Horizontal positions of the pointers that are down. */
  readonly #pointers = new Map<number, number>();

  constructor(on: Controlled) {
    this.#on = on;
  }

  /** Acts on what is shown now. */
  show(on: Controlled): void {
    this.#on = on;
  }

  /** Shows all. */
  readonly fit = (): void => this.#on.onRange(this.#whole);

  readonly wheel = (event: WheelEvent): void => {
    const { offsetX, deltaX, deltaY, shiftKey } = event;
    const { range, width, onRange, picture } = this.#on;
    // Over the names of rows a wheel scrolls.
    if (offsetX < GUTTER) return;
    event.preventDefault();
    const across = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : shiftKey ? deltaY : null;
    if (across !== null) onRange(panned(range, across / width, picture.span));
    else onRange(zoomed(range, timeAt(offsetX, range, width), WHEEL_ZOOM ** deltaY, picture.span));
  };

  readonly down = (event: PointerEvent): void => {
    const { offsetX: x, offsetY: y, pointerId, pointerType, button, shiftKey } = event;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(pointerId);
    this.#pointers.set(pointerId, x);
    const isOverview = y < OVERVIEW.top + OVERVIEW.height;
    const pans = pointerType === 'touch' || button === 1 || shiftKey;
    this.#drag = { kind: isOverview ? 'overview' : pans ? 'pan' : 'range', x, range: this.#on.range };
    this.hovered.value = null;
  };

  readonly move = (event: PointerEvent): void => {
    const { offsetX: x, offsetY: y } = event;
    const { range, width, rows } = this.#on;
    if (this.#drag === null) {
      this.cursor.value = timeAt(x, range, width);
      const found = eventAt({ rows, range, width }, x, y);
      this.hovered.value = found === null ? null : { event: found, x, y };
    } else if (this.#pointers.size > 1) this.#pinch(event);
    else if (Math.abs(x - this.#drag.x) >= CLICK) this.#dragTo(x, this.#drag);
  };

  readonly up = (event: PointerEvent): void => {
    const [drag, wanted] = [this.#drag, this.dragged.value];
    this.#pointers.delete(event.pointerId);
    this.#drag = null;
    this.dragged.value = null;
    if (drag === null || event.type === 'pointercancel') return;
    const { range, width, rows, onRange, picture } = this.#on;
    const { offsetX: x, offsetY: y } = event;
    if (wanted !== null) onRange(within(wanted, picture.span));
    else if (Math.abs(x - drag.x) < CLICK) {
      const found = eventAt({ rows, range, width }, x, y);
      if (found !== null) this.choose(found);
      // A finger doesn't hover: a tap shows what it is, too.
      if (found !== null && event.pointerType === 'touch') this.hovered.value = { event: found, x, y };
      if (drag.kind === 'overview') this.#center(timeAt(x, this.#whole, width));
    }
  };

  readonly leave = (event: PointerEvent): void => {
    // A finger leaves when it is lifted: what it chose stays.
    if (event.pointerType === 'touch') return;
    this.hovered.value = null;
    this.cursor.value = null;
  };

  /** Selects the value of an event. */
  choose({ events, index }: EventAt): void {
    const { id } = this.#on.picture.operations[events.operations[index]!]!;
    if (id !== null) select(id);
  }

  readonly press = (event: KeyboardEvent): void => {
    const { range, onRange, picture } = this.#on;
    const whole = picture.span;
    const middle = (range.from + range.to) / 2;
    const length = range.to - range.from;
    const { key, shiftKey } = event;
    const hovered = this.hovered.value;
    if (key === '+' || key === '=') onRange(zoomed(range, middle, 0.5, whole));
    else if (key === '-') onRange(zoomed(range, middle, 2, whole));
    else if (key === '0') this.fit();
    else if (key === 'ArrowLeft' && shiftKey) onRange(panned(range, -0.25, whole));
    else if (key === 'ArrowRight' && shiftKey) onRange(panned(range, 0.25, whole));
    else if (key === 'Home') onRange(within({ from: 0, to: length }, whole));
    else if (key === 'End') onRange(within({ from: whole - length, to: whole }, whole));
    else if (key === 'ArrowRight' || key === 'ArrowLeft') this.#step(key === 'ArrowRight' ? 1 : -1);
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.#stepRow(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && hovered !== null) this.choose(hovered.event);
    else if (key === 'Escape' && hovered !== null) this.hovered.value = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  get #whole(): TimeRange {
    return { from: 0, to: this.#on.picture.span };
  }

  #dragTo(x: number, { kind, x: from, range: before }: Drag): void {
    const { range, width, onRange, picture } = this.#on;
    const whole = picture.span;
    const isZoomed = before.to - before.from < whole;
    if (kind === 'pan') onRange(panned(before, (from - x) / width, whole));
    else if (kind === 'overview' && isZoomed) {
      const by = timeAt(x, this.#whole, width) - timeAt(from, this.#whole, width);
      onRange(within({ from: before.from + by, to: before.to + by }, whole));
    } else {
      const at = (position: number): number =>
        Math.max(0, Math.min(whole, timeAt(position, kind === 'overview' ? this.#whole : range, width)));
      this.dragged.value = { from: at(Math.min(from, x)), to: at(Math.max(from, x)) };
    }
  }

  /** Two fingers: their distance is the zoom, their middle stays. */
  #pinch({ pointerId, offsetX }: PointerEvent): void {
    const { range, width, onRange, picture } = this.#on;
    const distance = (): number => {
      const [a = 0, b = 0] = this.#pointers.values();
      return Math.max(1, Math.abs(a - b));
    };
    const before = distance();
    this.#pointers.set(pointerId, offsetX);
    const [a = 0, b = 0] = this.#pointers.values();
    onRange(zoomed(range, timeAt((a + b) / 2, range, width), before / distance(), picture.span));
  }

  #center(time: number): void {
    const { range, onRange, picture } = this.#on;
    const half = (range.to - range.from) / 2;
    onRange(within({ from: time - half, to: time + half }, picture.span));
  }

  #step(by: number): void {
    const at = this.hovered.value?.event;
    if (at === undefined) this.#stepRow(0);
    else {
      const index = at.index + by;
      if (index >= 0 && index < at.events.starts.length) this.#walkTo({ ...at, index });
    }
  }

  #stepRow(by: number): void {
    const { rows, range } = this.#on;
    const own = rows.rows.filter(({ row }) => row !== null && row.starts.length > 0);
    const at = this.hovered.value?.event;
    const next = own[at === undefined ? 0 : own.indexOf(at.row) + by];
    if (next === undefined || next.row === null) return;
    const time = at === undefined ? range.from : at.events.starts[at.index]!;
    const index = Math.max(
      0,
      next.row.starts.findLastIndex((start) => start <= time),
    );
    this.#walkTo({ row: next, events: next.row, index });
  }

  /** Shows an event, and scrolls to it. */
  #walkTo(event: EventAt): void {
    const { events, index, row } = event;
    const { range, width, picture, onRange } = this.#on;
    const [start, end] = [events.starts[index]!, events.starts[index]! + events.durations[index]!];
    let shown = range;
    if (end < range.from || start > range.to) {
      const half = (range.to - range.from) / 2;
      shown = within({ from: start - half, to: start + half }, picture.span);
      onRange(shown);
    }
    const x = xOf(Math.max(shown.from, start), shown, width);
    this.hovered.value = { event, x, y: row.top + row.height };
  }
}
