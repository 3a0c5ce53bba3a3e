import { checkInterruptAfter } from '@shardform/ir-core';
import {
  depthStep,
  type Line,
  type MatmulNumbers,
  ownMachine,
  roundUp,
  type RowSource,
  type Segment,
  tableElements,
  type TileMachine,
} from './tile-machine.ts';

/** Products that are computed at a time: of a left operand, written to the memory, with some rows of the right one. */
export interface LineBlock {
  /** Elements of the left operand. */
  readonly elements: number;
  readonly lines: readonly Line[];
  /** Of each row of a line. */
  readonly segments: readonly Segment[];
  /** The rows of the right operand. */
  readonly depth: number;
  readonly firstDepth: number;
  /** The rows of the results, and whether these are the first and the last products that they are sums of. */
  readonly row: number;
  readonly rows: number;
  readonly begins: boolean;
  readonly ends: boolean;
  /** Writes the left operand. */
  fill(target: MatmulNumbers, at: number): void;
}

/** Distances in the left operand, in elements: of the rows of a line, and of the elements of a row where columns lie together. */
export interface LinePitches {
  readonly lhsPitch: number;
  readonly lhsStep: number;
}

/**
 * Writes the products of blocks with the right operand, of `n` columns, to rows of `out`, whose pitch is `n`. While one block is
 * computed, the next one is written.
 */
export function computeLines(
  machine: TileMachine,
  blocks: readonly LineBlock[],
  pitches: LinePitches,
  rhs: RowSource,
  out: MatmulNumbers,
  n: number,
): void {
  const largest = (size: (block: LineBlock) => number): number => Math.max(...blocks.map(size));
  const depth = largest((block) => block.depth);
  const rows = largest((block) => block.rows);
  const width = machine.panelWidth(n, depth);
  const slab = roundUp(
    largest(({ elements }) => elements),
    16,
  );
  const source = 2 * slab;
  const strips = roundUp(source + Math.min(depth, depthStep) * width + machine.columns, 16);
  const table = strips + depth * width;
  const tables = largest(({ lines, segments }) => tableElements(lines.length, segments.length));
  const results = roundUp(table + tables, 16);
  const room = machine.takeRoom(results + (2 * rows + 1) * width);
  if (room === null) {
    computeLines(ownMachine(machine), blocks, pitches, rhs, out, n);
    return;
  }
  const at = (element: number): number => room.start + element;
  const { view } = machine;
  const pack = ({ firstDepth, depth: own }: LineBlock, column: number, columns: number): void => {
    for (let step = 0; step < own; step += depthStep) {
      const count = Math.min(depthStep, own - step);
      rhs(view, at(source), firstDepth + step, count, column, columns);
      machine.pack(at(source), at(strips), step, count, columns, own);
    }
  };
  try {
    for (let column = 0; column < n; column += width) {
      const columns = Math.min(width, n - column);
      const stripCount = Math.ceil(columns / machine.columns);
      const pitch = stripCount * machine.columns;
      let packed: LineBlock | null = null;
      let filled = -1;
      const fill = (i: number): void => {
        blocks[i].fill(view, at((i % 2) * slab));
        filled = i;
      };
      for (let i = 0; i < blocks.length; i += 1) {
        const block = blocks[i];
        checkInterruptAfter(block.rows * columns * Math.ceil(block.depth / depthStep));
        if (filled < i) fill(i);
        if (packed?.firstDepth !== block.firstDepth || packed.depth !== block.depth) {
          pack(block, column, columns);
          packed = block;
        }
        if (block.begins) view.fill(0, at(results), at(results + block.rows * pitch));
        machine.addProducts(
          machine.writeTable(block.lines, block.segments, stripCount, at(table)),
          {
            ...pitches,
            lhs: at((i % 2) * slab),
            strips: at(strips),
            out: at(results),
            stripCount,
            depth: block.depth,
          },
          block.rows * block.depth * pitch,
          i + 1 < blocks.length ? () => fill(i + 1) : null,
        );
        if (block.ends) machine.copyOut(at(results), block.rows, columns, out, block.row * n + column, n);
      }
    }
  } finally {
    room.drop();
  }
}
