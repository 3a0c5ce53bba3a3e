import {
  LinearOp,
  type LayoutAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulOp,
  MatmulReuseConfigAttr,
  TILE,
} from '@shardform/dialect-ttnn';
import type { Operation } from '@shardform/ir-core';
import { layoutOfValue, wholeMatrix } from './device-tensor.ts';

/** A core with the block of a matrix that it computes or holds. */
export interface CoreBlock {
  readonly column: number;
  readonly row: number;
  /** Row and column of its block among the blocks. */
  readonly block: readonly [number, number];
}

/** How the cores of a chip share a matrix. */
export interface CoreBlocks {
  /** Rows and columns of each block, in tiles, or in numbers where there are none. */
  readonly size: readonly [number, number];
  readonly cores: readonly CoreBlock[];
}

/** Returns the blocks of its result that each core computes, as the configuration of a matrix product says; `null` without one. */
export function coreWork(op: Operation): CoreBlocks | null {
  if (!(op instanceof MatmulOp || op instanceof LinearOp)) return null;
  const { matmulProgramConfig: config, result } = op;
  const layout = layoutOfValue(result);
  if (layout?.isTiled !== true) return null;
  const { shape } = result.type;
  const [allRows, columns] = wholeMatrix(layout, shape);
  const rowsOfOne = Math.ceil((shape.at(-2) ?? 1) / TILE);
  if (config instanceof Matmul2dConfigAttr || config instanceof Matmul1dConfigAttr) {
    const { perCoreM, perCoreN, computeWithStorageGridSize: grid } = config;
    // Batches that are not fused are computed one after the other.
    const rows = config.fuseBatch ? allRows : rowsOfOne;
    const [down, across] = [Math.ceil(rows / perCoreM), Math.ceil(columns / perCoreN)];
    const size = [perCoreM, perCoreN] as const;
    if (config instanceof Matmul1dConfigAttr) return { size, cores: inOrder(down, across, grid) };
    const cores = blocksOf(down, across).map((block) =>
      config.transposeMcast
        ? { column: block[0], row: block[1], block }
        : { column: block[1], row: block[0], block },
    );
    return { size, cores };
  }
  if (!(config instanceof MatmulReuseConfigAttr)) return null;
  const { perCoreM, perCoreN, computeWithStorageGridSize: grid } = config;
  const [down, across] = [Math.ceil(allRows / perCoreM), Math.ceil(columns / perCoreN)];
  return { size: [perCoreM, perCoreN], cores: inOrder(down, across, grid) };
}

/** Returns which core holds which block of a tensor that is split over cores; `null` for others. */
export function coreBlocks(layout: LayoutAttr): CoreBlocks | null {
  const { coreRanges, grid, memref, bufferType } = layout;
  if (coreRanges === null || !bufferType.startsWith('l1')) return null;
  const [down = 1, across = 1] = grid.shape;
  const [rows = 1, columns = 1] = memref.shape ?? [];
  const places = coreRanges.ranges.flatMap(({ startCoord: [x, y], endCoord: [toX, toY] }) =>
    blocksOf(toY - y + 1, toX - x + 1).map(([row, column]) => ({ column: x + column, row: y + row })),
  );
  const blocks = blocksOf(down, across).slice(0, places.length);
  return { size: [rows, columns], cores: blocks.map((block, i) => ({ ...places[i]!, block })) };
}

/** Blocks row by row, as a grid's cores get them. */
function blocksOf(down: number, across: number): (readonly [number, number])[] {
  return Array.from({ length: down * across }, (_, i) => [Math.floor(i / across), i % across] as const);
}

/** Gives blocks to the cores of a grid row by row; blocks beyond its cores are further ones of the same cores. */
function inOrder(
  down: number,
  across: number,
  { x, y }: { readonly x: number; readonly y: number },
): CoreBlock[] {
  return blocksOf(down, across)
    .slice(0, x * y)
    .map((block, i) => ({ column: i % x, row: Math.floor(i / x), block }));
}
