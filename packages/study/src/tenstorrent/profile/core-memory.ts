import {
  LinearOp,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulOp,
  MatmulReuseConfigAttr,
  TILE,
} from '@shardform/dialect-ttnn';
import { storedBytes } from '@shardform/dialect-ttcore';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { layoutOfValue } from '../device-tensor.ts';

/** Bytes of a core's own memory that an operation's kernels take for what passes through it. */
export interface KernelBuffers {
  readonly bytes: number;
  /** What would take less, with its bytes; `null` where nothing is known that does. */
  readonly remedy: { readonly words: string; readonly bytes: number } | null;
}

/** Blocks that a product works on, in tiles. */
interface ProductBlocks {
  readonly rows: number;
  readonly columns: number;
  /** Tiles of the summed dimension at a time. */
  readonly inner: number;
}

const F32_TILE = TILE * TILE * 4;

/**
 * Estimates the circular buffers of an operation. Products keep two blocks of each operand and one of the result, as
 * tt-metal's program factories do, and one more of f32 where the summed dimension comes in several steps; other
 * kernels two tiles, or rows, of each tensor.
 *
 * @param available bytes beside the tensors that are in the memory: a remedy fits them.
 */
export function kernelBuffers(op: Operation, available: number): KernelBuffers {
  if (op instanceof MatmulOp || op instanceof LinearOp) {
    const { matmulProgramConfig: config } = op;
    const isBlocked =
      config instanceof Matmul2dConfigAttr ||
      config instanceof Matmul1dConfigAttr ||
      config instanceof MatmulReuseConfigAttr;
    if (isBlocked) {
      const { perCoreM, perCoreN, in0BlockW } = config;
      const own = config instanceof MatmulReuseConfigAttr ? null : config;
      const blocks = {
        rows: own?.outBlockH ?? perCoreM,
        columns: own?.outBlockW ?? perCoreN,
        inner: in0BlockW,
      };
      return productBuffers(op, blocks, available, own !== null);
    }
  }
  const tensors = [...op.operandValues(), ...op.results];
  const bytes = tensors.reduce((total, value) => total + 2 * pageBytes(value), 0);
  return { bytes, remedy: null };
}

function productBuffers(
  op: MatmulOp | LinearOp,
  blocks: ProductBlocks,
  available: number,
  hasOutBlocks: boolean,
): KernelBuffers {
  const bytesOf = (own: ProductBlocks): number => {
    const [first, second, result] = [pageBytes(op.a), pageBytes(op.b), pageBytes(op.result)] as const;
    const summed = op.a.type.shape.at(op.transposeA?.value === 1n ? -2 : -1) ?? 1;
    const hasSteps = Math.ceil(summed / TILE) > own.inner;
    const kept = own.rows * own.columns * (result + (hasSteps ? F32_TILE : 0));
    return 2 * own.rows * own.inner * first + 2 * own.inner * own.columns * second + kept;
  };
  const bytes = bytesOf(blocks);
  if (bytes <= available) return { bytes, remedy: null };
  for (const smaller of smallerBlocks(blocks, hasOutBlocks)) {
    const own = bytesOf(smaller);
    if (own > available) continue;
    const out = hasOutBlocks ? `, out_block_h = ${smaller.rows}, out_block_w = ${smaller.columns}` : '';
    return { bytes, remedy: { words: `in0_block_w = ${smaller.inner}${out}`, bytes: own } };
  }
  return { bytes, remedy: null };
}

/** Ever smaller blocks: first fewer tiles of the summed dimension, then parts of the result. */
function smallerBlocks({ rows, columns, inner }: ProductBlocks, hasOutBlocks: boolean): ProductBlocks[] {
  const found: ProductBlocks[] = [];
  for (let own = inner; own > 1;) found.push({ rows, columns, inner: (own = leastDivisor(own)) });
  if (!hasOutBlocks) return found;
  let last = { rows, columns, inner: 1 };
  while (last.rows > 1 || last.columns > 1) {
    last =
      last.rows >= last.columns
        ? { ...last, rows: leastDivisor(last.rows) }
        : { ...last, columns: leastDivisor(last.columns) };
    found.push(last);
  }
  return found;
}

/** The number divided by its least prime factor. */
function leastDivisor(number: number): number {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return number / factor;
  return 1;
}

/** Bytes of a page of a tensor: a tile, or a row; 0 for values without buffers. */
function pageBytes(value: Value): number {
  const layout = layoutOfValue(value);
  if (layout === null || layout.isOnHost || !(value.type instanceof RankedTensorType)) return 0;
  const { memref, isTiled, memoryLayout } = layout;
  const bytes = storedBytes(memref.elementType);
  if (isTiled) return bytes;
  const block = memoryLayout?.value === 'interleaved' ? value.type.shape : (memref.shape ?? []);
  return bytes * (block.at(-1) ?? 1);
}
