import { checkInterruptAfter } from '@shardform/ir-core';
import { isBigKind, isComplexKind } from './array-kind.ts';
import type { ArrayData, ArrayKind } from './array-kind.ts';

/** A box inside storage: its first element, and the distance in elements between neighbours along each dimension. */
export interface StridedView {
  readonly data: ArrayData;
  readonly offset: number;
  /** By dimension of the copied box; may be zero or negative for a source. */
  readonly strides: readonly number[];
}

/** One dimension of the copy: its size, and the strides of both sides in words. */
interface Loop {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

type Words = Uint8Array | Uint16Array | Int32Array | Float64Array;

/**
 * Copies a box of `shape` elements of `kind` from one strided view to another, bits unchanged.
 * Broadcasting, transposing, slicing, padding and reversing are all this with other strides. The views must not overlap.
 */
export function copyStrided(
  kind: ArrayKind,
  shape: readonly number[],
  from: StridedView,
  to: StridedView,
): void {
  const source = wordsOf(kind, from.data);
  const target = wordsOf(kind, to.data);
  const perElement = wordsPerElement(kind);
  const loops = mergedLoops(shape, from.strides, to.strides, perElement);
  if (loops === null) return;
  const fromStart = from.offset * perElement;
  const toStart = to.offset * perElement;
  const only = loops.length === 1 ? loops[0] : null;
  if (only !== null && only.from === 1 && only.to === 1) {
    // Both sides are views of the same word type.
    (target as Int32Array).set((source as Int32Array).subarray(fromStart, fromStart + only.size), toStart);
    return;
  }
  copyPlanes(loops, source, fromStart, target, toStart);
}

/** Words of one element: 64-bit integers go as two 32-bit words, since a float register could change their bits. */
function wordsPerElement(kind: ArrayKind): number {
  return isBigKind(kind) || isComplexKind(kind) ? 2 : 1;
}

function wordsOf(kind: ArrayKind, data: ArrayData): Words {
  const { buffer, byteOffset, byteLength } = data;
  if (kind === 'f64' || kind === 'complex<f64>') return new Float64Array(buffer, byteOffset, byteLength / 8);
  switch (data.BYTES_PER_ELEMENT) {
    case 1:
      return new Uint8Array(buffer, byteOffset, byteLength);
    case 2:
      return new Uint16Array(buffer, byteOffset, byteLength / 2);
    default:
      return new Int32Array(buffer, byteOffset, byteLength / 4);
  }
}

/** Loops from outermost to innermost, neighbouring dimensions merged where both sides allow; null for an empty box. */
function mergedLoops(
  shape: readonly number[],
  from: readonly number[],
  to: readonly number[],
  perElement: number,
): Loop[] | null {
  const loops: Loop[] = [];
  const add = (size: number, fromStride: number, toStride: number): void => {
    if (size === 1) return;
    const outer = loops.at(-1);
    if (outer?.from === fromStride * size && outer.to === toStride * size) {
      loops[loops.length - 1] = { size: outer.size * size, from: fromStride, to: toStride };
    } else {
      loops.push({ size, from: fromStride, to: toStride });
    }
  };
  for (let dim = 0; dim < shape.length; dim += 1) {
    if (shape[dim] === 0) return null;
    add(shape[dim], from[dim] * perElement, to[dim] * perElement);
  }
  add(perElement, 1, 1);
  if (loops.length === 0) loops.push({ size: 1, from: 1, to: 1 });
  return loops;
}

/** Runs the two innermost loops as planes; the second loop of a plane has the smaller source stride. */
function copyPlanes(loops: Loop[], source: Words, fromStart: number, target: Words, toStart: number): void {
  const inner = loops.pop()!;
  let best = loops.length - 1;
  for (let i = 0; i < loops.length; i += 1) {
    if (Math.abs(loops[i].from) < Math.abs(loops[best].from)) best = i;
  }
  const rows = best < 0 ? { size: 1, from: 0, to: 0 } : loops.splice(best, 1)[0];
  const counters = new Array<number>(loops.length).fill(0);
  let fromAt = fromStart;
  let toAt = toStart;
  for (;;) {
    copyPlane(source, fromAt, target, toAt, rows, inner);
    checkInterruptAfter(inner.size);
    let dim = loops.length - 1;
    for (; dim >= 0; dim -= 1) {
      const { size, from, to } = loops[dim];
      fromAt += from;
      toAt += to;
      counters[dim] += 1;
      if (counters[dim] < size) break;
      fromAt -= size * from;
      toAt -= size * to;
      counters[dim] = 0;
    }
    if (dim < 0) return;
  }
}

/** Side of the square tiles in which planes are copied whose inner loop jumps in the source: both fit in the cache. */
const tile = 32;

/** Elements that are copied between two checks of the interrupt. */
const planeElements = 1 << 20;

function copyPlane(
  source: Words,
  fromAt: number,
  target: Words,
  toAt: number,
  rows: Loop,
  inner: Loop,
): void {
  if (inner.to === 1 && (inner.from === 0 || inner.from === 1) && inner.size >= shortRun) {
    copyRuns(source, fromAt, target, toAt, rows, inner);
    return;
  }
  if (Math.abs(inner.from) <= 2 || rows.size === 1) {
    const most = Math.max(1, Math.floor(planeElements / inner.size));
    for (let row = 0; row < rows.size; row += most) {
      const height = Math.min(most, rows.size - row);
      checkInterruptAfter(height * inner.size);
      copyTile(
        source,
        fromAt + row * rows.from,
        target,
        toAt + row * rows.to,
        rows,
        inner,
        height,
        inner.size,
      );
    }
    return;
  }
  for (let row = 0; row < rows.size; row += tile) {
    const height = Math.min(tile, rows.size - row);
    checkInterruptAfter(height * inner.size);
    for (let column = 0; column < inner.size; column += tile) {
      const fromTile = fromAt + row * rows.from + column * inner.from;
      const toTile = toAt + row * rows.to + column * inner.to;
      copyTile(source, fromTile, target, toTile, rows, inner, height, Math.min(tile, inner.size - column));
    }
  }
}

/** From this many elements on, a bulk copy takes less time than a loop. */
const shortRun = 16;

/** Rows of elements that lie behind each other in the target, and in the source too or all in the same place. */
function copyRuns(
  source: Words,
  fromAt: number,
  target: Words,
  toAt: number,
  rows: Loop,
  { size, from }: Loop,
): void {
  for (let row = 0; row < rows.size; row += 1) {
    checkInterruptAfter(size);
    const [read, write] = [fromAt + row * rows.from, toAt + row * rows.to];
    // Both sides are views of the same word type.
    if (from === 0) (target as Int32Array).fill((source as Int32Array)[read], write, write + size);
    else (target as Int32Array).set((source as Int32Array).subarray(read, read + size), write); // As above.
  }
}

/** Dispatches to one loop per word type, so that each loop sees a single type of array. */
function copyTile(
  source: Words,
  fromAt: number,
  target: Words,
  toAt: number,
  rows: Loop,
  inner: Loop,
  height: number,
  width: number,
): void {
  if (source instanceof Int32Array && target instanceof Int32Array) {
    copy32(source, fromAt, target, toAt, rows, inner, height, width);
  } else if (source instanceof Float64Array && target instanceof Float64Array) {
    copy64(source, fromAt, target, toAt, rows, inner, height, width);
  } else if (source instanceof Uint16Array && target instanceof Uint16Array) {
    copy16(source, fromAt, target, toAt, rows, inner, height, width);
  } else if (source instanceof Uint8Array && target instanceof Uint8Array) {
    copy8(source, fromAt, target, toAt, rows, inner, height, width);
  } else {
    throw new Error('source and target of a copy have different word types');
  }
}

function copy32(
  source: Int32Array,
  fromAt: number,
  target: Int32Array,
  toAt: number,
  rows: Loop,
  inner: Loop,
  height: number,
  width: number,
): void {
  const { from, to } = inner;
  for (let row = 0; row < height; row += 1) {
    let read = fromAt + row * rows.from;
    let write = toAt + row * rows.to;
    for (let i = 0; i < width; i += 1) {
      target[write] = source[read];
      read += from;
      write += to;
    }
  }
}

function copy64(
  source: Float64Array,
  fromAt: number,
  target: Float64Array,
  toAt: number,
  rows: Loop,
  inner: Loop,
  height: number,
  width: number,
): void {
  const { from, to } = inner;
  for (let row = 0; row < height; row += 1) {
    let read = fromAt + row * rows.from;
    let write = toAt + row * rows.to;
    for (let i = 0; i < width; i += 1) {
      target[write] = source[read];
      read += from;
      write += to;
    }
  }
}

function copy16(
  source: Uint16Array,
  fromAt: number,
  target: Uint16Array,
  toAt: number,
  rows: Loop,
  inner: Loop,
  height: number,
  width: number,
): void {
  const { from, to } = inner;
  for (let row = 0; row < height; row += 1) {
    let read = fromAt + row * rows.from;
    let write = toAt + row * rows.to;
    for (let i = 0; i < width; i += 1) {
      target[write] = source[read];
      read += from;
      write += to;
    }
  }
}

function copy8(
  source: Uint8Array,
  fromAt: number,
  target: Uint8Array,
  toAt: number,
  rows: Loop,
  inner: Loop,
  height: number,
  width: number,
): void {
  const { from, to } = inner;
  for (let row = 0; row < height; row += 1) {
    let read = fromAt + row * rows.from;
    let write = toAt + row * rows.to;
    for (let i = 0; i < width; i += 1) {
      target[write] = source[read];
      read += from;
      write += to;
    }
  }
}
