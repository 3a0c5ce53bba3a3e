import { checkInterruptAfter } from '@shardform/ir-core';
import type { MatmulSizes } from './matmul-generic.ts';
import {
  depthStep,
  type Line,
  type MatmulNumbers,
  matrixRows,
  ownMachine,
  roundUp,
  type RowSource,
  segmentsOf,
  tableElements,
  type TileMachine,
} from './tile-machine.ts';

/** Steps of depth for which the right operand is packed at a time. */
const depthLimit = 8192;

/** Rows of the left operand that are worked on at a time. */
const rowLimit = 512;

/** Lines that a block is divided into: threads that are late get fewer. */
const linesPerBlock = 32;

/** Lines of the products of a batch, if there are fewer products. */
const mostLines = 32;

/** Elements of all operands and results of the products of a batch that are worked on at a time. */
const batchElements = 1 << 20;

/** The layout of a computation in the machine's memory, in elements. */
interface Layout {
  /** Two places for a block of the left operand: one is filled while the other is worked on. */
  readonly lhs: readonly [number, number];
  readonly source: number;
  readonly strips: number;
  readonly table: number;
  readonly out: number;
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
function layoutFrom(base: number, { height, width, depth }: Sizes, columns: number): Layout {
  const block = roundUp(height * Math.min(depth, depthStep), 16);
  const source = base + 2 * block;
  // Packing reads up to a tile's columns too far.
  const strips = roundUp(source + Math.min(depth, depthStep) * width + columns, 16);
  const table = strips + depth * width;
  return {
    lhs: [base, base + block],
    source,
    strips,
    table,
    out: roundUp(table + tableElements(linesPerBlock, 1), 16),
  };
}

/** The element behind the last one of rows of results, and of those of the copy without the columns that don't count. */
function endOf(out: number, rows: number, width: number): number {
  return out + (2 * rows + 1) * width;
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
function blocksOf({ m, k, height, depth }: Sizes): readonly Block[] {
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

/**
 * Writes the product of `[m, k]` and `[k, n]`, whose rows `lhs` and `rhs` give, to `out`, `[m, n]` at `outAt`. Every product
 * and every sum is rounded, in order of increasing `k`.
 */
export function multiply(
  machine: TileMachine,
  lhs: RowSource,
  rhs: RowSource,
  out: MatmulNumbers,
  outAt: number,
  m: number,
  n: number,
  k: number,
): void {
  const depth = Math.min(k, depthLimit);
  const width = machine.panelWidth(n, depth);
  const height = Math.min(m, rowLimit);
  const sizes = { m, n, k, height, width, depth };
  const room = machine.takeRoom(endOf(layoutFrom(0, sizes, machine.columns).out, height, width));
  if (room === null) {
    multiply(ownMachine(machine), lhs, rhs, out, outAt, m, n, k);
    return;
  }
  try {
    multiplyBlocks(machine, lhs, rhs, out, outAt, sizes, layoutFrom(room.start, sizes, machine.columns));
  } finally {
    room.drop();
  }
}

function multiplyBlocks(
  machine: TileMachine,
  lhs: RowSource,
  rhs: RowSource,
  out: MatmulNumbers,
  outAt: number,
  sizes: Sizes,
  layout: Layout,
): void {
  const { n, k, width } = sizes;
  const { view } = machine;
  const blocks = blocksOf(sizes);
  const fill = (i: number): void => {
    const { row, rows, start, step, part } = blocks[i];
    lhs(view, layout.lhs[i % 2], row, rows, start + step, part);
  };
  for (let column = 0; column < n; column += width) {
    const columns = Math.min(width, n - column);
    const strips = Math.ceil(columns / machine.columns);
    const pitch = strips * machine.columns;
    /** The panel whose first steps are packed, and how many. */
    let [panel, packed] = [-1, 0];
    let filled = -1;
    const pack = (i: number): void => {
      const { start, step, part, steps } = blocks[i];
      if (panel !== start) [panel, packed] = [start, 0];
      if (step < packed) return;
      rhs(view, layout.source, start + step, part, column, columns);
      machine.pack(layout.source, layout.strips, step, part, columns, steps);
      packed = step + part;
    };
    for (let i = 0; i < blocks.length; i += 1) {
      const { row, rows, start, steps, step, part } = blocks[i];
      if (start + step === 0) view.fill(0, layout.out, layout.out + rows * pitch);
      pack(i);
      checkInterruptAfter(rows * columns);
      if (filled < i) fill(i);
      const fillNext = (): void => {
        filled = i + 1;
        fill(filled);
        // The first steps of another panel take the place of those of this one.
        if (blocks[filled].start === start) pack(filled);
      };
      const lines = linesOf(rows, part);
      const operands = {
        lhs: layout.lhs[i % 2],
        strips: layout.strips + step * machine.columns,
        out: layout.out,
        lhsPitch: part,
        lhsStep: 1,
        stripCount: strips,
        depth: steps,
      };
      const table = machine.writeTable(lines, [{ lhs: 0, depth: part }], strips, layout.table);
      machine.addProducts(table, operands, rows * part * pitch, i + 1 < blocks.length ? fillNext : null);
      if (start + step + part === k)
        machine.copyOut(layout.out, rows, columns, out, outAt + row * n + column, n);
    }
  }
}

/** Rows with so many elements, divided into lines of pairs of rows. */
function linesOf(rows: number, lhsPitch: number): Line[] {
  const perLine = rowsPerLine(rows, linesPerBlock);
  return Array.from({ length: Math.ceil(rows / perLine) }, (_, i) => ({
    lhs: i * perLine * lhsPitch,
    out: i * perLine,
    strip: 0,
    rows: Math.min(perLine, rows - i * perLine),
  }));
}

/** Rows of each of so many lines: tiles have two. */
function rowsPerLine(rows: number, lines: number): number {
  return roundUp(Math.ceil(rows / lines), 2);
}

/**
 * Writes the products of `[batch, m, k]` and `[batch, k, n]` to `out`, `[batch, m, n]`. Small ones are worked on together, so that
 * threads share them.
 */
export function multiplyBatch(
  machine: TileMachine,
  lhs: MatmulNumbers,
  rhs: MatmulNumbers,
  out: MatmulNumbers,
  { batch, m, n, k }: MatmulSizes,
): void {
  const width = roundUp(n, machine.columns);
  const elements = m * k + k * width + 2 * m * width;
  const together = Math.min(batch, Math.floor(batchElements / elements));
  if (together < 2 || machine.panelWidth(n, k) < width) {
    for (let b = 0; b < batch; b += 1) {
      const [left, right] = [matrixRows(lhs, b * m * k, k), matrixRows(rhs, b * k * n, n)];
      multiply(machine, left, right, out, b * m * n, m, n, k);
    }
    return;
  }
  const perLine = rowsPerLine(m, Math.max(1, Math.floor(mostLines / together)));
  const perProduct = Math.ceil(m / perLine);
  const segments = segmentsOf(0, k);
  const source = together * m * k;
  const strips = roundUp(source + k * width + machine.columns, 16);
  const table = strips + together * k * width;
  const results = roundUp(table + tableElements(together * perProduct, segments.length), 16);
  const room = machine.takeRoom(endOf(results, together * m, width));
  if (room === null) {
    multiplyBatch(ownMachine(machine), lhs, rhs, out, { batch, m, n, k });
    return;
  }
  try {
    const at = (element: number): number => room.start + element;
    const { view } = machine;
    for (let first = 0; first < batch; first += together) {
      const count = Math.min(together, batch - first);
      checkInterruptAfter(count * m * n);
      view.set(lhs.subarray(first * m * k, (first + count) * m * k), at(0));
      const lines: Line[] = [];
      for (let b = 0; b < count; b += 1) {
        const from = (first + b) * k * n;
        view.set(rhs.subarray(from, from + k * n), at(source));
        machine.pack(at(source), at(strips + b * k * width), 0, k, n, k);
        for (let row = 0; row < m; row += perLine) {
          const out = b * m + row;
          lines.push({ lhs: out * k, out, strip: b * k * width, rows: Math.min(perLine, m - row) });
        }
      }
      view.fill(0, at(results), at(results + count * m * width));
      const operands = {
        lhs: at(0),
        strips: at(strips),
        out: at(results),
        lhsPitch: k,
        lhsStep: 1,
        stripCount: width / machine.columns,
        depth: k,
      };
      const written = machine.writeTable(lines, segments, operands.stripCount, at(table));
      machine.addProducts(written, operands, count * m * width * k);
      machine.copyOut(at(results), count * m, n, out, first * m * n, n);
    }
  } finally {
    room.drop();
  }
}
