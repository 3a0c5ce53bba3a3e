import { definePass, elementBitWidth, product } from '@shardform/ir-core';
import {
  CoreCoordAttr,
  CoreRangeSetAttr,
  LinearOp,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  type MatmulConfigAttr,
  MatmulOp,
  MatmulReuseConfigAttr,
  TILE,
} from '@shardform/dialect-ttnn';
import { deviceFunctions } from '@shardform/dialect-ttcore';
import { type Block, type BlockFormat, largestBlock, subblockOf, wholeBlock } from './core-memory.ts';

/** Columns and rows of cores of one chip. */
const CORES = 8;

/** Results are this many times longer than wide, or wider than long, when they count as narrow. */
const NARROW_RATIO = 8;

/** Says how the cores share matrix products. Those whose blocks do not fit the memory of a core are left to the library. */
export const ttnnSetMatmulProgramConfig = definePass({
  name: 'ttnn-set-matmul-program-config',
  className: 'TTNNSetMatmulProgramConfig',
  summary: 'says how the cores share matrix products',
  anchor: 'builtin.module',
  run(op) {
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) {
        if (!(inner instanceof MatmulOp || inner instanceof LinearOp)) continue;
        inner.matmulProgramConfig ??= programConfig(inner);
      }
    }
  },
});

/** A product's sizes in tiles. */
interface Product {
  readonly rows: number;
  readonly columns: number;
  /** Along the summed dimension. */
  readonly inner: number;
  /** Matrices of the first operand. */
  readonly batch: number;
  /** True if the second operand has a matrix for each of the first's. */
  readonly isBatched: boolean;
  readonly isTransposed: boolean;
  readonly format: BlockFormat;
}

const tiles = (size: number): number => Math.ceil(size / TILE);

/** The sizes of a product of matrices; `null` for those with vectors and those that repeat a batch. */
function productOf(op: MatmulOp | LinearOp): Product | null {
  const { shape: left, rank } = op.a.type;
  const right = op.b.type.shape;
  if (rank < 2 || right.length < 2) return null;
  const [batches, others] = [left.slice(0, -2), right.slice(0, -2)];
  const isBatched = product(others) > 1;
  if (isBatched && batches.join() !== others.join()) return null;
  const bits = elementBitWidth(op.a.type.elementType);
  if (bits === null) return null;
  const [transposesA, transposesB] = [op.transposeA?.value === 1n, op.transposeB?.value === 1n];
  return {
    rows: tiles(left.at(transposesA ? -1 : -2)!),
    columns: tiles(right.at(transposesB ? -2 : -1)!),
    inner: tiles(left.at(transposesA ? -2 : -1)!),
    batch: product(batches),
    isBatched,
    isTransposed: transposesA || transposesB,
    format: { bits, hasBias: op instanceof LinearOp },
  };
}

function programConfig(op: MatmulOp | LinearOp): MatmulConfigAttr | null {
  const sizes = productOf(op);
  if (sizes === null) return null;
  const { rows, columns, batch, isBatched, isTransposed } = sizes;
  if (isBatched && !isTransposed && batch >= rows * columns) return wholeMatrices(sizes);
  const isNarrow =
    rows === 1 ||
    columns === 1 ||
    Math.floor(Math.max(rows, columns) / Math.min(rows, columns)) > NARROW_RATIO;
  return isNarrow ? inOneDimension(sizes) : inTwoDimensions(sizes);
}

/** What all configurations say about a block. */
function sharedBy(block: Block): {
  readonly computeWithStorageGridSize: CoreCoordAttr;
  readonly in0BlockW: number;
  readonly outSubblockH: number;
  readonly outSubblockW: number;
} {
  const [outSubblockH, outSubblockW] = subblockOf(block);
  return {
    computeWithStorageGridSize: CoreCoordAttr.get({ x: CORES, y: CORES }),
    in0BlockW: block.width,
    outSubblockH,
    outSubblockW,
  };
}

/** There are enough matrices for a core to compute whole ones. */
function wholeMatrices({ rows, columns, inner, format }: Product): MatmulConfigAttr | null {
  const block = wholeBlock(inner, [rows, columns], format);
  return block && MatmulReuseConfigAttr.get({ ...sharedBy(block), perCoreM: rows, perCoreN: columns });
}

/** Each core has all rows and some columns, or the other way round; of one matrix after the other. */
function inOneDimension({ rows, columns, inner, format }: Product): MatmulConfigAttr | null {
  const mcastIn0 = columns > 1 && (rows === 1 || columns > rows);
  const [perCoreM, perCoreN] = mcastIn0
    ? [rows, Math.ceil(columns / CORES ** 2)]
    : [Math.ceil(rows / CORES ** 2), columns];
  const block = wholeBlock(inner, [perCoreM, perCoreN], format);
  if (block === null) return null;
  return Matmul1dConfigAttr.get({
    ...sharedBy(block),
    outBlockH: block.rows,
    outBlockW: block.columns,
    perCoreM,
    perCoreN,
    fuseBatch: false,
    mcastIn0,
    gatherIn0: false,
    hopCores: CoreRangeSetAttr.empty,
    numGlobalCbReceivers: 0,
    untilizeOut: false,
  });
}

/** Matrices that meet the same second operand are rows of one. */
function inTwoDimensions({
  rows,
  columns,
  inner,
  batch,
  isBatched,
  format,
}: Product): MatmulConfigAttr | null {
  const perCoreM = Math.ceil((isBatched ? rows : rows * batch) / CORES);
  const perCoreN = Math.ceil(columns / CORES);
  const block = largestBlock(inner, [perCoreM, perCoreN], format);
  if (block === null) return null;
  return Matmul2dConfigAttr.get({
    ...sharedBy(block),
    outBlockH: block.rows,
    outBlockW: block.columns,
    perCoreM,
    perCoreN,
    transposeMcast: false,
    fuseBatch: !isBatched,
  });
}
