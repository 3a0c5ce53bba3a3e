import { definePass, elementBitWidth } from '@shardform/ir-core';
import {
  CoreCoordAttr,
  CoreRangeSetAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  type MatmulConfigAttr,
  MatmulOp,
  TILE,
} from '@shardform/dialect-ttnn';
import { deviceFunctions } from '@shardform/dialect-ttcore';

/** Columns and rows of cores of one chip. */
const CORES = 8;

/** Bytes of a core's memory that a product may take. */
const L1_BUDGET = 1_395_296;

/** Greatest width of a block along the summed dimension, in tiles. */
const MAX_BLOCK_WIDTH = 32;

/** Results are this much longer than wide, or wider than long, when they count as narrow. */
const NARROW_RATIO = 8;

/**
 * Height and width in tiles of the subblocks that stay in a core's registers, at most four tiles with 32-bit
 * accumulation, best first.
 */
const SUBBLOCKS: readonly (readonly [number, number])[] = [
  [2, 2],
  [4, 1],
  [1, 4],
  [3, 1],
  [1, 3],
  [2, 1],
  [1, 2],
  [1, 1],
];

/**
 * Says how the cores share matrix products of two plain matrices. Products whose blocks do not fit the memory of a core at
 * once, and those of batches, are left to the library.
 */
export const ttnnSetMatmulProgramConfig = definePass({
  name: 'ttnn-set-matmul-program-config',
  className: 'TTNNSetMatmulProgramConfig',
  summary: 'says how the cores share matrix products',
  anchor: 'builtin.module',
  run(op) {
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) {
        if (inner instanceof MatmulOp && inner.matmulProgramConfig === null) {
          inner.matmulProgramConfig = programConfig(inner);
        }
      }
    }
  },
});

const tiles = (size: number): number => Math.ceil(size / TILE);

/** The sizes of a product of two matrices; `null` for others. */
function programConfig(op: MatmulOp): MatmulConfigAttr | null {
  const [left, right] = [op.a.type, op.b.type];
  if (left.rank !== 2 || right.rank !== 2) return null;
  const bits = elementBitWidth(left.elementType);
  if (bits === null) return null;
  const rows = op.result.type.dimSize(0);
  const columns = op.result.type.dimSize(1);
  const inner = left.dimSize(op.transposeA?.value === 1n ? 0 : 1);
  const [longer, shorter] = [Math.max(rows, columns), Math.min(rows, columns)];
  const isNarrow = shorter <= TILE || Math.floor(longer / shorter) > NARROW_RATIO;
  const isWide = columns > rows;
  const [m, n] = isNarrow
    ? isWide
      ? [tiles(rows), Math.ceil(tiles(columns) / (CORES * CORES))]
      : [Math.ceil(tiles(rows) / (CORES * CORES)), tiles(columns)]
    : [Math.ceil(tiles(rows) / CORES), Math.ceil(tiles(columns) / CORES)];
  const width = blockWidth(tiles(inner));
  // Both operands are buffered twice; the result has a buffer for its sums beside.
  const bytes = (2 * width * (m + n) + 2 * m * n) * TILE * TILE * (bits / 8);
  if (bytes > L1_BUDGET) return null;
  const [h, w] = SUBBLOCKS.find(([height, breadth]) => m % height === 0 && n % breadth === 0)!;
  const shared = {
    computeWithStorageGridSize: CoreCoordAttr.get({ x: CORES, y: CORES }),
    in0BlockW: width,
    outSubblockH: h,
    outSubblockW: w,
    outBlockH: m,
    outBlockW: n,
    perCoreM: m,
    perCoreN: n,
  };
  if (!isNarrow) return Matmul2dConfigAttr.get({ ...shared, transposeMcast: false, fuseBatch: true });
  return Matmul1dConfigAttr.get({
    ...shared,
    fuseBatch: false,
    mcastIn0: isWide,
    gatherIn0: false,
    hopCores: CoreRangeSetAttr.empty,
    numGlobalCbReceivers: 0,
    untilizeOut: false,
  });
}

/** The greatest divisor that leaves at least two blocks and is at most {@link MAX_BLOCK_WIDTH}. */
function blockWidth(count: number): number {
  for (let width = Math.min(Math.floor(count / 2), MAX_BLOCK_WIDTH); width > 1; width--) {
    if (count % width === 0) return width;
  }
  return 1;
}
