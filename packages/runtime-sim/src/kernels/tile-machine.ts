import { type KernelMemory, kernelMemory } from '../memory/kernel-memory.ts';
import { kernelThreadSource } from '../threads/kernel-threads.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';
import {
  type LhsOrder,
  lineWords,
  type MatmulArithmetic,
  matmulFunctions,
  segmentWords,
  stripRowBytes,
  tileColumns,
} from './matmul-tile.ts';
import { computeItems } from './shared-kernel.ts';

/** Numbers that a product is computed from and into: of the type that the arithmetic works on. */
export type MatmulNumbers = Float32Array | Float64Array | Int32Array;

/** Writes `length` elements, from `start` on, of each of `count` rows from `row` on to `target` at `at`, row by row. */
export type RowSource = (
  target: MatmulNumbers,
  at: number,
  row: number,
  count: number,
  start: number,
  length: number,
) => void;

/**
 * Steps of depth that a tile executes at a time: its slice of a strip and of two rows then fit the first-level cache.
 */
export const depthStep = 256;

/** Columns of the right operand that are packed at a time, and elements of all those columns. */
const columnLimit = 512;
const panelElements = 1 << 21;

/** Products that one thread computes sooner than it shares them. */
const fewProducts = 1 << 20;

/** From this many products on, threads take part: copying into memory that they share takes longer. */
const manyProducts = 1 << 23;

/**
 * Products from which on, the own ones counted, threads are started. Starting one takes this thread 1 to 4 ms and its own 25 ms, half of
 * which so many products take here (AMD Zen 4, Node 20).
 */
const productsBeforeThreads = 2 ** 28;

/** A group of rows of the left operand with their results. */
export interface Line {
  /** Where they begin, in elements. */
  readonly lhs: number;
  /** The row of the results. */
  readonly out: number;
  /** Where the strips begin, in elements. */
  readonly strip: number;
  readonly rows: number;
}

/** Elements of each row of a line that follow each other: their distance from the beginning of the line, and how many. */
export interface Segment {
  readonly lhs: number;
  readonly depth: number;
}

/** Lines and segments in memory. */
export interface LineTable {
  readonly lines: number;
  readonly segments: number;
  readonly segmentCount: number;
  /** Where both lie, in bytes. */
  readonly at: number;
}

/** What lines are computed from and into; positions and pitches in elements. */
export interface LineOperands {
  readonly lhs: number;
  readonly strips: number;
  readonly out: number;
  readonly lhsPitch: number;
  /** The distance of elements of a row, where columns lie together. */
  readonly lhsStep: number;
  readonly stripCount: number;
  /** Steps of depth of a strip. */
  readonly depth: number;
}

/** Elements that a table takes at most. */
export function tableElements(lines: number, segments: number): number {
  return lines * lineWords + segments * segmentWords;
}

/** Divides steps of depth, which begin at `lhs` and have a distance, into segments that fit the caches. */
export function segmentsOf(lhs: number, depth: number, distance = 1): Segment[] {
  return Array.from({ length: Math.ceil(depth / depthStep) }, (_, i) => ({
    lhs: lhs + i * depthStep * distance,
    depth: Math.min(depthStep, depth - i * depthStep),
  }));
}

/** Products of matrices in WebAssembly with vectors, for one arithmetic: the parts that all shapes of operands share. */
export class TileMachine {
  readonly arithmetic: MatmulArithmetic;
  readonly order: LhsOrder;
  /** Columns of a tile. */
  readonly columns: number;
  readonly elementBytes: number;
  readonly #module: KernelModule;
  /** The memory if others use it, too. */
  readonly #shared: KernelMemory | null;
  #view: MatmulNumbers;
  #words: Int32Array;

  /** `null` where there is no WebAssembly with vectors. */
  static make(arithmetic: MatmulArithmetic, order: LhsOrder = 'rows'): TileMachine | null {
    const module = instantiate(matmulFunctions(arithmetic, order));
    return module === null ? null : new TileMachine(module, arithmetic, order, null);
  }

  /** The same with threads, in the memory that they share; `null` where there are none. */
  static makeShared(arithmetic: MatmulArithmetic, order: LhsOrder = 'rows'): TileMachine | null {
    const memory = kernelThreadSource() === null ? null : kernelMemory();
    const kernels = memory === null ? null : instantiate(matmulFunctions(arithmetic, order), memory.memory);
    if (memory === null || kernels === null || memory.threadsFor(kernels) === null) return null;
    return new TileMachine(kernels, arithmetic, order, memory);
  }

  private constructor(
    module: KernelModule,
    arithmetic: MatmulArithmetic,
    order: LhsOrder,
    shared: KernelMemory | null,
  ) {
    this.#module = module;
    this.#shared = shared;
    this.arithmetic = arithmetic;
    this.order = order;
    this.columns = tileColumns(arithmetic);
    this.elementBytes = arithmetic === 'f64' ? 8 : 4;
    this.#view = viewOf(arithmetic, module.memory.buffer);
    this.#words = new Int32Array(module.memory.buffer);
  }

  /** Returns whether the memory is still that of this thread's arrays. */
  get isCurrent(): boolean {
    return this.#shared === kernelMemory();
  }

  /** The memory. */
  get view(): MatmulNumbers {
    return this.#view;
  }

  /** Columns that are worked on at a time, of `n` with `depth` rows each. */
  panelWidth(n: number, depth: number): number {
    const fitting = Math.floor(panelElements / depth / this.columns) * this.columns;
    return Math.min(roundUp(n, this.columns), columnLimit, Math.max(this.columns, fitting));
  }

  /** Makes room for so many elements, whose first one is told; `null` where others leave none. */
  takeRoom(elements: number): { readonly start: number; readonly drop: () => void } | null {
    const bytes = elements * this.elementBytes;
    const shared = this.#shared;
    const block = shared?.takeBytes(bytes) ?? null;
    if (shared === null) ensureMemory(this.#module.memory, bytes);
    else if (block === null) return null;
    const { buffer } = this.#module.memory;
    if (this.#view.buffer !== buffer) {
      this.#view = viewOf(this.arithmetic, buffer);
      this.#words = new Int32Array(buffer);
    }
    return {
      start: (block?.start ?? 0) / this.elementBytes,
      drop: () => {
        if (block !== null) shared?.drop(block);
      },
    };
  }

  /** Writes a table to element `at`, for results of so many strips. */
  writeTable(
    lines: readonly Line[],
    segments: readonly Segment[],
    stripCount: number,
    at: number,
  ): LineTable {
    const bytes = this.elementBytes;
    const first = (at * bytes) / 4;
    let word = first;
    for (const { lhs, out, strip, rows } of lines) {
      this.#words[word] = lhs * bytes;
      this.#words[word + 1] = out * stripCount * stripRowBytes;
      this.#words[word + 2] = strip * bytes;
      this.#words[word + 3] = rows;
      word += lineWords;
    }
    for (const { lhs, depth } of segments) {
      this.#words[word] = lhs * bytes;
      this.#words[word + 1] = depth;
      word += segmentWords;
    }
    return {
      lines: lines.length,
      segments: 4 * (first + lines.length * lineWords),
      segmentCount: segments.length,
      at: 4 * first,
    };
  }

  /**
   * Adds the products of lines with their strips.
   *
   * @param products of elements, of all lines.
   * @param meanwhile what this thread may do first while others compute.
   */
  addProducts(
    table: LineTable,
    { lhs, strips, out, lhsPitch, lhsStep, stripCount, depth }: LineOperands,
    products: number,
    meanwhile: (() => void) | null = null,
  ): void {
    const bytes = this.elementBytes;
    const args = [
      table.at,
      table.segments,
      table.segmentCount,
      lhs * bytes,
      strips * bytes,
      out * bytes,
      lhsPitch * bytes,
      lhsStep * bytes,
      stripCount * stripRowBytes,
      stripCount,
      depth * stripRowBytes,
    ];
    const memory = products < fewProducts ? null : this.#shared;
    computeItems(this.#module, memory, table.lines, 1, args, meanwhile);
  }

  /**
   * Packs rows of the right operand into strips of `depth` rows, from the row `step` on.
   *
   * @param source where they lie, `columns` elements each, with room for those of a tile behind the last one.
   */
  pack(source: number, strips: number, step: number, rows: number, columns: number, depth: number): void {
    const bytes = this.elementBytes;
    // Columns beyond the last are those of the next row or what was there before; what they give is cut off.
    this.#module.call.pack(
      source * bytes,
      strips * bytes + step * stripRowBytes,
      rows,
      columns * bytes,
      Math.ceil(columns / this.columns),
      depth * stripRowBytes,
    );
  }

  /** Writes rows of tiles, of which `columns` count, to `target`; the room behind them for as many rows and one is used. */
  copyOut(
    out: number,
    rows: number,
    columns: number,
    target: MatmulNumbers,
    targetAt: number,
    pitch: number,
  ): void {
    const bytes = this.elementBytes;
    const strips = Math.ceil(columns / this.columns);
    let from = out;
    if (columns < strips * this.columns) {
      from += rows * strips * this.columns;
      // The elements that a row writes beyond its end are overwritten by the next row.
      this.#module.call.copyRows(
        out * bytes,
        from * bytes,
        rows,
        strips * stripRowBytes,
        columns * bytes,
        (strips * stripRowBytes) / 16,
      );
    }
    copyBlock(this.#view, from, columns, target, targetAt, pitch, rows, columns);
  }
}

function viewOf(arithmetic: MatmulArithmetic, buffer: ArrayBufferLike): MatmulNumbers {
  if (arithmetic === 'f64') return new Float64Array(buffer);
  return arithmetic === 'i32' ? new Int32Array(buffer) : new Float32Array(buffer);
}

/** Rows of a matrix with rows of `width` elements, the first one at `first`. */
export function matrixRows(matrix: MatmulNumbers, first: number, width: number): RowSource {
  return (target, at, row, count, start, length) =>
    copyBlock(matrix, first + row * width + start, width, target, at, length, count, length);
}

/** Copies `rows` rows of `count` elements; at once where both sides have them behind each other. */
function copyBlock(
  from: MatmulNumbers,
  fromAt: number,
  fromPitch: number,
  to: MatmulNumbers,
  toAt: number,
  toPitch: number,
  rows: number,
  count: number,
): void {
  if (fromPitch === count && toPitch === count) {
    to.set(from.subarray(fromAt, fromAt + rows * count), toAt);
    return;
  }
  for (let row = 0; row < rows; row += 1) {
    const start = fromAt + row * fromPitch;
    to.set(from.subarray(start, start + count), toAt + row * toPitch);
  }
}

/** The least multiple of `step` that is not less. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** Machines for one arithmetic, and products of elements that they were asked for. */
interface Machines {
  readonly own: TileMachine | null;
  shared?: TileMachine | null;
  products: number;
}

const machines = new Map<string, Machines>();

/**
 * Returns what computes products in the given arithmetic, created on first use; `null` without WebAssembly SIMD.
 *
 * @param products of elements that it is for: threads are for many.
 * @param order of the left operand.
 */
export function tileMachine(
  arithmetic: MatmulArithmetic,
  products: number,
  order: LhsOrder = 'rows',
): TileMachine | null {
  const key = `${arithmetic} ${order}`;
  let known = machines.get(key);
  if (known === undefined) {
    machines.set(key, (known = { own: TileMachine.make(arithmetic, order), products: 0 }));
  }
  known.products += products;
  const isMuch = known.products >= productsBeforeThreads;
  const hasThreads = products >= manyProducts && kernelThreadSource() !== null;
  if (known.own === null || !hasThreads || !isMuch) return known.own;
  if (known.shared === undefined || known.shared?.isCurrent === false)
    known.shared = TileMachine.makeShared(arithmetic, order);
  return known.shared ?? known.own;
}

/** The machine of the same kind with memory of its own, which has room. */
export function ownMachine({ arithmetic, order }: TileMachine): TileMachine {
  // One that shares its memory is made after it.
  return tileMachine(arithmetic, 0, order)!;
}
