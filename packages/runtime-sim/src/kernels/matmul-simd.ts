import { checkInterruptAfter } from '@shardform/ir-core';
import { type KernelMemory, kernelMemory } from '../memory/kernel-memory.ts';
import { kernelThreadSource } from '../threads/kernel-threads.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';
import { type MatmulArithmetic, matmulFunctions, stripRowBytes, tileColumns } from './matmul-tile.ts';

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
const depthStep = 256;

/** Steps of depth for which the right operand is packed at a time. */
const depthLimit = 8192;

/** Columns of the right operand that are packed at a time, and elements of all those columns. */
const columnLimit = 512;
const panelElements = 1 << 21;

/** Rows of the left operand that are worked on at a time; more of them where there are few columns. */
const rowLimit = 128;
const mostRows = 512;

/** Tasks that a block is divided into: threads that are late get fewer. */
const tasksPerBlock = 8;

/** Products that one thread computes sooner than it shares them. */
const fewProducts = 1 << 20;

/** From this many products on, threads take part: copying into memory that they share takes longer. */
const manyProducts = 1 << 23;

/**
 * Products that are computed before threads are started. Starting one takes this thread 1 to 4 ms and its own 25 ms, half of
 * which so many products take here (AMD Zen 4, Node 20).
 */
const productsBeforeThreads = 2 ** 28;

/** The layout of a computation in the module's memory, in elements. */
interface Layout {
  /** Two places for a block of the left operand: one is filled while the other is worked on. */
  readonly lhs: readonly [number, number];
  readonly source: number;
  readonly strips: number;
  readonly out: number;
  readonly rows: number;
}

/** The sizes of a product and of what is worked on at a time: rows, columns and steps of depth. */
interface Sizes {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly height: number;
  readonly width: number;
  readonly depth: number;
}

/** The layout from element `base` on, for tiles of so many columns. */
function layoutFrom(base: number, height: number, width: number, depth: number, columns: number): Layout {
  const block = roundUp(height * Math.min(depth, depthStep), 16);
  const source = base + 2 * block;
  // Packing reads up to a tile's columns too far.
  const strips = roundUp(source + Math.min(depth, depthStep) * width + columns, 16);
  const out = strips + depth * width;
  return { lhs: [base, base + block], source, strips, out, rows: out + height * width };
}

/** The element behind the last one of a layout. */
function endOf({ rows }: Layout, height: number, width: number): number {
  return rows + (height + 1) * width;
}

/** Rows of the left operand and steps of depth, of those that are packed, that are worked on at a time. */
interface Block {
  readonly row: number;
  readonly rows: number;
  readonly start: number;
  readonly steps: number;
  readonly step: number;
  readonly part: number;
}

/** The blocks of `[m, k]` in the order in which they are worked on: a strip of rows after the other. */
function blocksOf(m: number, k: number, height: number, depth: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let row = 0; row < m; row += height) {
    for (let start = 0; start < k; start += depth) {
      const steps = Math.min(depth, k - start);
      for (let step = 0; step < steps; step += depthStep) {
        const part = Math.min(depthStep, steps - step);
        blocks.push({ row, rows: Math.min(height, m - row), start, steps, step, part });
      }
    }
  }
  return blocks;
}

/** The matrix product in WebAssembly with vectors, for one arithmetic. */
export class SimdMatmul {
  readonly #module: KernelModule;
  readonly #arithmetic: MatmulArithmetic;
  readonly #columns: number;
  readonly #elementBytes: number;
  /** The memory if others use it, too. */
  readonly #shared: KernelMemory | null;
  #view: MatmulNumbers;
  #products = 0;

  /** `null` where there is no WebAssembly with vectors. */
  static make(arithmetic: MatmulArithmetic): SimdMatmul | null {
    const module = instantiate(matmulFunctions(arithmetic));
    return module === null ? null : new SimdMatmul(module, arithmetic, null);
  }

  /** The same with threads, in the memory that they share; `null` where there are none. */
  static makeShared(arithmetic: MatmulArithmetic): SimdMatmul | null {
    const memory = kernelThreadSource() === null ? null : kernelMemory();
    const kernels = memory === null ? null : instantiate(matmulFunctions(arithmetic), memory.memory);
    if (memory === null || kernels === null || memory.threadsFor(kernels) === null) return null;
    return new SimdMatmul(kernels, arithmetic, memory);
  }

  private constructor(module: KernelModule, arithmetic: MatmulArithmetic, shared: KernelMemory | null) {
    this.#module = module;
    this.#shared = shared;
    this.#arithmetic = arithmetic;
    this.#columns = tileColumns(arithmetic);
    this.#elementBytes = arithmetic === 'f64' ? 8 : 4;
    this.#view = this.#makeView();
  }

  /** Returns whether the memory is still that of this thread's arrays. */
  get isCurrent(): boolean {
    return this.#shared === kernelMemory();
  }

  /** Products of elements that were computed. */
  get products(): number {
    return this.#products;
  }

  /**
   * Writes the product of `[m, k]` and `[k, n]`, whose rows `lhs` and `rhs` give, to `out`, `[m, n]` at `outAt`. Every product
   * and every sum is rounded, in order of increasing `k`.
   */
  multiply(
    lhs: RowSource,
    rhs: RowSource,
    out: MatmulNumbers,
    outAt: number,
    m: number,
    n: number,
    k: number,
  ): void {
    const depth = Math.min(k, depthLimit);
    const padded = roundUp(n, this.#columns);
    const fitting = Math.floor(panelElements / depth / this.#columns) * this.#columns;
    const width = Math.min(padded, columnLimit, Math.max(this.#columns, fitting));
    const height = Math.min(
      m,
      Math.max(rowLimit, Math.min(mostRows, Math.floor((rowLimit * columnLimit) / width))),
    );
    const taken = this.#takeRoom(endOf(layoutFrom(0, height, width, depth, this.#columns), height, width));
    if (taken === null) {
      // Memory of its own has room.
      simdMatmul(this.#arithmetic, 0)?.multiply(lhs, rhs, out, outAt, m, n, k);
      return;
    }
    this.#products += m * n * k;
    try {
      const base = taken.start / this.#elementBytes;
      const layout = layoutFrom(base, height, width, depth, this.#columns);
      this.#multiplyBlocks(lhs, rhs, out, outAt, { m, n, k, height, width, depth }, layout);
    } finally {
      taken.drop();
    }
  }

  #multiplyBlocks(
    lhs: RowSource,
    rhs: RowSource,
    out: MatmulNumbers,
    outAt: number,
    { m, n, k, height, width, depth }: Sizes,
    layout: Layout,
  ): void {
    const blocks = blocksOf(m, k, height, depth);
    const fill = (i: number): void => {
      const { row, rows, start, step, part } = blocks[i];
      lhs(this.#view, layout.lhs[i % 2], row, rows, start + step, part);
    };
    for (let column = 0; column < n; column += width) {
      const columns = Math.min(width, n - column);
      const strips = Math.ceil(columns / this.#columns);
      const pitch = strips * this.#columns;
      /** The panel whose first steps are packed, and how many. */
      let [panel, packed] = [-1, 0];
      let filled = -1;
      const pack = (i: number): void => {
        const { start, step, part, steps } = blocks[i];
        if (panel !== start) [panel, packed] = [start, 0];
        if (step < packed) return;
        this.#pack(rhs, start, step, part, column, columns, steps, strips, layout);
        packed = step + part;
      };
      for (let i = 0; i < blocks.length; i += 1) {
        const { row, rows, start, step, part } = blocks[i];
        if (start + step === 0) this.#view.fill(0, layout.out, layout.out + rows * pitch);
        pack(i);
        checkInterruptAfter(rows * columns);
        if (filled < i) fill(i);
        const fillNext = (): void => {
          filled = i + 1;
          fill(filled);
          // The first steps of another panel take the place of those of this one.
          if (blocks[filled].start === start) pack(filled);
        };
        this.#multiplyBlock(layout, i, blocks[i], strips, i + 1 < blocks.length ? fillNext : null);
        if (start + step + part === k)
          this.#copyOut(layout, rows, strips, columns, out, outAt + row * n + column, n);
      }
    }
  }

  /**
   * Adds the products of a block.
   *
   * @param meanwhile what this thread may do first while others compute.
   */
  #multiplyBlock(
    layout: Layout,
    number: number,
    { rows, step, part, steps }: Block,
    strips: number,
    meanwhile: (() => void) | null,
  ): void {
    const bytes = this.#elementBytes;
    const args = [
      layout.lhs[number % 2] * bytes,
      layout.strips * bytes + step * stripRowBytes,
      layout.out * bytes,
      part,
      part * bytes,
      strips * stripRowBytes,
      rows,
      strips,
      steps * stripRowBytes,
    ];
    const products = rows * part * strips * this.#columns;
    const shared = products < fewProducts ? null : (this.#shared?.threadsFor(this.#module) ?? null);
    if (shared === null) {
      this.#module.call.tiles(...args);
    } else {
      const perTask = Math.ceil(strips / tasksPerBlock);
      const { threads, task } = shared;
      threads.compute(task, Math.ceil(strips / perTask), [perTask, ...args], meanwhile);
    }
  }

  /** Packs `rows` rows from `step` on, of a panel of `depth` rows from `first` on, of each `columns` elements from `column` on. */
  #pack(
    rhs: RowSource,
    first: number,
    step: number,
    rows: number,
    column: number,
    columns: number,
    depth: number,
    strips: number,
    layout: Layout,
  ): void {
    const bytes = this.#elementBytes;
    rhs(this.#view, layout.source, first + step, rows, column, columns);
    // Columns beyond the last are those of the next row or what was there before; what they give is cut off.
    this.#module.call.pack(
      layout.source * bytes,
      layout.strips * bytes + step * stripRowBytes,
      rows,
      columns * bytes,
      strips,
      depth * stripRowBytes,
    );
  }

  #copyOut(
    layout: Layout,
    rows: number,
    strips: number,
    columns: number,
    out: MatmulNumbers,
    outAt: number,
    n: number,
  ): void {
    const bytes = this.#elementBytes;
    let from = layout.out;
    if (columns < strips * this.#columns) {
      // The elements that a row writes beyond its end are overwritten by the next row.
      this.#module.call.copyRows(
        layout.out * bytes,
        layout.rows * bytes,
        rows,
        strips * stripRowBytes,
        columns * bytes,
        (strips * stripRowBytes) / 16,
      );
      from = layout.rows;
    }
    copyBlock(this.#view, from, columns, out, outAt, n, rows, columns);
  }

  /** Makes room for so many elements; `null` where others leave none. */
  #takeRoom(elements: number): { readonly start: number; readonly drop: () => void } | null {
    const bytes = elements * this.#elementBytes;
    const shared = this.#shared;
    const block = shared?.takeBytes(bytes) ?? null;
    if (shared === null) ensureMemory(this.#module.memory, bytes);
    else if (block === null) return null;
    if (this.#view.buffer !== this.#module.memory.buffer) this.#view = this.#makeView();
    return {
      start: block?.start ?? 0,
      drop: () => {
        if (block !== null) shared?.drop(block);
      },
    };
  }

  #makeView(): MatmulNumbers {
    const { buffer } = this.#module.memory;
    if (this.#arithmetic === 'f64') return new Float64Array(buffer);
    return this.#arithmetic === 'i32' ? new Int32Array(buffer) : new Float32Array(buffer);
  }
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

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

const kernels = new Map<MatmulArithmetic, SimdMatmul | null>();
const sharedKernels = new Map<MatmulArithmetic, SimdMatmul | null>();

/**
 * Returns the matrix product in the given arithmetic, created on first use; `null` without WebAssembly SIMD.
 *
 * @param products of elements that it is for: threads are for many.
 */
export function simdMatmul(arithmetic: MatmulArithmetic, products: number): SimdMatmul | null {
  let kernel = kernels.get(arithmetic);
  if (kernel === undefined) kernels.set(arithmetic, (kernel = SimdMatmul.make(arithmetic)));
  const isLarge = products >= manyProducts && kernelThreadSource() !== null;
  if (kernel === null || !isLarge || kernel.products < productsBeforeThreads) return kernel;
  let shared = sharedKernels.get(arithmetic);
  if (shared === undefined || shared?.isCurrent === false)
    sharedKernels.set(arithmetic, (shared = SimdMatmul.makeShared(arithmetic)));
  return shared ?? kernel;
}
