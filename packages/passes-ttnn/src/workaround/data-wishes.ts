import {
  type ConcatOp,
  layoutOf,
  PadOp,
  ReshapeOp,
  type SliceStaticOp,
  SortOp,
  TILE,
  TopKOp,
} from '@shardform/dialect-ttnn';
import { i32Numbers } from '@shardform/dialect-ttir';
import { bf16, f32, IntegerType, type RankedTensorType } from '@shardform/ir-core';
import { any, everywhere, formatOf, operandType, type Wish, type WishRule } from './wish.ts';

const rows: Wish = { isTiled: false };
const halfRows: Wish = { isTiled: false, dataType: 'bf16' };
const indexRows: Wish = { isTiled: false, dataType: 'u32' };
const half: Wish = { dataType: 'bf16' };
const hostRows: Wish = { isTiled: false, bufferType: 'system_memory' };

/** The greatest number of 16 bits. */
const U16_MAX = 65_535;

function isNarrowUnsigned(type: RankedTensorType): boolean {
  return (
    type.elementType instanceof IntegerType && type.elementType.isUnsigned && type.elementType.width < 32
  );
}

/** Numbers of 32 bits and bf16 are written in rows only. */
const scatter: WishRule = (op) => {
  const needsRows = (index: number): boolean => {
    const type = operandType(op, index);
    const { elementType } = type;
    const isKnown =
      elementType === f32 ||
      elementType === bf16 ||
      (elementType instanceof IntegerType && elementType.width === 32);
    return isKnown && layoutOf(type)?.isTiled === true;
  };
  const data = needsRows(0) || needsRows(2) ? rows : any;
  return { operands: [data, needsRows(1) ? rows : any, data], results: [data] };
};

const sliceStatic: WishRule = (op) => {
  const hasSteps = i32Numbers((op as SliceStaticOp).step).some((step) => step > 1);
  return hasSteps && isNarrowUnsigned(operandType(op, 0)) ? everywhere({ dataType: 'u32' }) : {};
};

const sliceDynamic: WishRule = (op) => {
  const data: Wish = isNarrowUnsigned(operandType(op, 0)) ? indexRows : rows;
  const bound: Wish = { dataType: 'u32' };
  return { operands: [data, bound, bound], results: [data] };
};

/** Tiles are padded behind only. */
const pad: WishRule = (op) => {
  const { padding, input } = op as PadOp;
  const isBefore = padding.numbers().some((count, i) => i % 2 === 0 && count !== 0);
  return isBefore && layoutOf(input.type)?.isTiled === true ? everywhere(rows) : {};
};

/** Tiles are joined whole only. */
const concat: WishRule = (op) => {
  const { inputs, dim } = op as ConcatOp;
  const { rank } = (op as ConcatOp).result.type;
  const along = (dim.number + rank) % rank;
  const isWhole = inputs.every(({ type }) => type.shape[along]! % TILE === 0);
  return along < rank - 2 || isWhole ? {} : everywhere(rows, inputs.length);
};

/** Integers of 32 bits stay what they are: f32 has 24 of their digits. */
const reduction: WishRule = (op) => {
  const { elementType } = operandType(op, 0);
  const isWide = elementType instanceof IntegerType && elementType.width === 32;
  return isWide || elementType === f32 || elementType === bf16 ? {} : everywhere({ dataType: 'f32' });
};

/** Numbers keep their width, since fewer digits make another order; small integers are sorted as 16 bits. */
const sort: WishRule = (op) => {
  const { input, indices } = op as SortOp;
  const { elementType, shape } = input.type;
  const format = formatOf(input.type);
  const isSmall = elementType instanceof IntegerType && elementType.width < 16 && format !== 'u16';
  const data: Wish = isSmall ? { dataType: 'u16' } : any;
  // The library sorts as many elements as the next power of two.
  const count = 2 ** Math.ceil(Math.log2(Math.max(shape.at(-1)!, 1)));
  const wanted = count < U16_MAX ? 'u16' : 'u32';
  const places: Wish = formatOf(indices.type) === wanted ? any : { dataType: wanted };
  return { operands: [data], results: [data, places] };
};

const topK: WishRule = (op) => {
  const { inputTensor, dim } = op as TopKOp;
  const { shape, rank } = inputTensor.type;
  const format = formatOf(inputTensor.type);
  const isKept = format === 'bf16' || format === 'bfp_bf8';
  const at = ((dim?.number ?? -1) + rank) % rank;
  const size = at >= rank - 2 ? Math.ceil(shape[at]! / TILE) * TILE : shape[at]!;
  return {
    operands: [isKept ? any : half],
    results: [isKept ? { dataType: format } : half, { dataType: size <= U16_MAX ? 'u16' : 'u32' }],
  };
};

const pooling: WishRule = () => everywhere(halfRows);

/** Operations that move elements, and reductions. */
export const dataWishes: readonly [string, WishRule][] = [
  ['ttnn.avg_pool2d', pooling],
  ['ttnn.max_pool2d', pooling],
  [
    'ttnn.max_pool2d_with_indices',
    () => ({ operands: [halfRows], results: [halfRows, { isTiled: false, dataType: 'u16' }] }),
  ],
  ['ttnn.upsample', () => everywhere(halfRows)],
  [
    'ttnn.embedding',
    () => ({ operands: [indexRows, halfRows], results: [{ isTiled: true, dataType: 'bf16' }] }),
  ],
  ['ttnn.embedding_bw', () => ({ operands: [indexRows, half, half], results: [half] })],
  ['ttnn.gather', () => ({ operands: [{ isTiled: true }, { isTiled: true }] })],
  ['ttnn.scatter', scatter],
  ['ttnn.slice_static', sliceStatic],
  ['ttnn.slice_dynamic', sliceDynamic],
  ['ttnn.constant', () => ({ results: [hostRows] })],
  ['ttnn.prepare_conv3d_weights', () => ({ operands: [hostRows] })],
  [
    'ttnn.reshape',
    (op) => (formatOf((op as ReshapeOp).input.type) === 'u8' ? everywhere({ dataType: 'si32' }) : {}),
  ],
  ['ttnn.concat', concat],
  ['ttnn.pad', pad],
  ['ttnn.sum', reduction],
  ['ttnn.mean', reduction],
  ['ttnn.max', reduction],
  ['ttnn.min', reduction],
  ['ttnn.prod', () => everywhere(half)],
  ['ttnn.argmax', () => ({ operands: [rows], results: [indexRows] })],
  ['ttnn.sort', sort],
  ['ttnn.topk', topK],
  ['ttnn.sampling', () => ({ operands: [any, rows, indexRows, rows, rows], results: [indexRows] })],
];
