import * as ttnn from '@shardform/dialect-ttnn';
import { layoutOf, TILE } from '@shardform/dialect-ttnn';
import { i32Numbers } from '@shardform/dialect-ttir';
import { bf16, byOp, f32, IntegerType, type RankedTensorType, type Tensor, lastOf } from '@shardform/ir-core';
import {
  any,
  everywhere,
  formatOf,
  type OperandsWorkarounds,
  type OperandWorkaround,
  type WorkaroundRule,
} from './operand-workaround.ts';

const rows: OperandWorkaround = { isTiled: false };
const halfRows: OperandWorkaround = { isTiled: false, dataType: 'bf16' };
const indexRows: OperandWorkaround = { isTiled: false, dataType: 'u32' };
const half: OperandWorkaround = { dataType: 'bf16' };
const hostRows: OperandWorkaround = { isTiled: false, bufferType: 'system_memory' };

/** The greatest number of 16 bits. */
const U16_MAX = 65_535;

function isNarrowUnsigned(type: RankedTensorType): boolean {
  return (
    type.elementType instanceof IntegerType && type.elementType.isUnsigned && type.elementType.width < 32
  );
}

/** Numbers of 32 bits and bf16 are written in rows only. */
function scatter({ input, index, source }: ttnn.ScatterOp): OperandsWorkarounds {
  const needsRows = ({ type }: Tensor): boolean => {
    const { elementType } = type;
    const isKnown =
      elementType === f32 ||
      elementType === bf16 ||
      (elementType instanceof IntegerType && elementType.width === 32);
    return isKnown && layoutOf(type)?.isTiled === true;
  };
  const data = needsRows(input) || needsRows(source) ? rows : any;
  return { operands: [data, needsRows(index) ? rows : any, data], results: [data] };
}

function sliceStatic({ input, step }: ttnn.SliceStaticOp): OperandsWorkarounds {
  const hasSteps = i32Numbers(step).some((size) => size > 1);
  return hasSteps && isNarrowUnsigned(input.type) ? everywhere({ dataType: 'u32' }) : {};
}

function sliceDynamic({ input }: ttnn.SliceDynamicOp): OperandsWorkarounds {
  const data: OperandWorkaround = isNarrowUnsigned(input.type) ? indexRows : rows;
  const bound: OperandWorkaround = { dataType: 'u32' };
  return { operands: [data, bound, bound], results: [data] };
}

/** Tiles are padded behind only. */
function pad({ padding, input }: ttnn.PadOp): OperandsWorkarounds {
  const isBefore = padding.numbers().some((count, i) => i % 2 === 0 && count !== 0);
  return isBefore && layoutOf(input.type)?.isTiled === true ? everywhere(rows) : {};
}

/** Tiles are joined whole only along the last dimension. */
function concat({ inputs, dim, result }: ttnn.ConcatOp): OperandsWorkarounds {
  const { rank } = result.type;
  const along = (dim.number + rank) % rank;
  const isWhole = inputs.every(({ type }) => type.dimSize(along) % TILE === 0);
  return along < rank - 1 || isWhole ? {} : everywhere(rows, inputs.length);
}

/** Integers of 32 bits stay what they are: f32 has 24 of their digits. */
function reduction({ input }: ttnn.SumOp | ttnn.MeanOp | ttnn.MaxOp | ttnn.MinOp): OperandsWorkarounds {
  const { elementType } = input.type;
  const isWide = elementType instanceof IntegerType && elementType.width === 32;
  return isWide || elementType === f32 || elementType === bf16 ? {} : everywhere({ dataType: 'f32' });
}

/** Numbers keep their width, since fewer digits make another order; small integers are sorted as floats. */
function sort(op: ttnn.SortOp): OperandsWorkarounds {
  const { elementType } = op.input.type;
  const isSmall = elementType instanceof IntegerType && elementType.width <= 16;
  const data: OperandWorkaround = isSmall ? { dataType: 'f32' } : any;
  return { operands: [data], results: [data, indicesOfSort(op)] };
}

/** The indices that the library gives: it sorts as many elements as the next power of two. */
export function indicesOfSort({ input, indices }: ttnn.SortOp): OperandWorkaround {
  const count = 2 ** Math.ceil(Math.log2(Math.max(lastOf(input.type.shape), 1)));
  const wanted = count < U16_MAX ? 'u16' : 'u32';
  return formatOf(indices.type) === wanted ? any : { dataType: wanted };
}

/** Floats of 32 bits keep their digits, by which they are compared. */
const topK = (op: ttnn.TopKOp): OperandsWorkarounds =>
  formatOf(op.inputTensor.type) === 'f32' ? {} : topKOfHalves(op);

/** Half floats have indices of 16 bits where these are enough. */
export function topKOfHalves({ inputTensor, dim }: ttnn.TopKOp): OperandsWorkarounds {
  const { rank } = inputTensor.type;
  const format = formatOf(inputTensor.type);
  const isKept = format === 'bf16' || format === 'bfp_bf8';
  const at = ((dim?.number ?? -1) + rank) % rank;
  const size =
    at >= rank - 2 ? Math.ceil(inputTensor.type.dimSize(at) / TILE) * TILE : inputTensor.type.dimSize(at);
  return {
    operands: [isKept ? any : half],
    results: [isKept ? { dataType: format } : half, { dataType: size <= U16_MAX ? 'u16' : 'u32' }],
  };
}

/** Sums keep the digits of floats of 32 bits. */
function averagePooling({ input }: ttnn.AvgPool2dOp): OperandsWorkarounds {
  return everywhere(formatOf(input.type) === 'f32' ? rows : halfRows);
}

/** Operations that move elements, and reductions. */
export const dataWorkarounds: readonly WorkaroundRule[] = [
  byOp(ttnn.AvgPool2dOp, averagePooling),
  byOp(ttnn.MaxPool2dOp, () => everywhere(halfRows)),
  byOp(ttnn.MaxPool2dWithIndicesOp, () => ({
    operands: [halfRows],
    results: [halfRows, { isTiled: false, dataType: 'u16' }],
  })),
  byOp(ttnn.UpsampleOp, () => everywhere(halfRows)),
  byOp(ttnn.EmbeddingOp, () => ({
    operands: [indexRows, halfRows],
    results: [{ isTiled: true, dataType: 'bf16' }],
  })),
  byOp(ttnn.EmbeddingBackwardOp, () => ({ operands: [indexRows, half, half], results: [half] })),
  byOp(ttnn.GatherOp, () => ({ operands: [{ isTiled: true }, { isTiled: true }] })),
  byOp(ttnn.ScatterOp, scatter),
  byOp(ttnn.SliceStaticOp, sliceStatic),
  byOp(ttnn.SliceDynamicOp, sliceDynamic),
  byOp(ttnn.ConstantOp, () => ({ results: [hostRows] })),
  byOp(ttnn.PrepareConv3dWeightsOp, () => ({ operands: [hostRows] })),
  byOp(ttnn.ReshapeOp, ({ input }) =>
    formatOf(input.type) === 'u8' ? everywhere({ dataType: 'si32' }) : {},
  ),
  byOp(ttnn.ConcatOp, concat),
  byOp(ttnn.PadOp, pad),
  byOp(ttnn.SumOp, reduction),
  byOp(ttnn.MeanOp, reduction),
  byOp(ttnn.MaxOp, reduction),
  byOp(ttnn.MinOp, reduction),
  byOp(ttnn.ProdOp, () => everywhere(half)),
  byOp(ttnn.ArgMaxOp, () => ({ operands: [rows], results: [indexRows] })),
  byOp(ttnn.SortOp, sort),
  byOp(ttnn.TopKOp, topK),
  byOp(ttnn.SamplingOp, () => ({ operands: [any, rows, indexRows, rows, rows], results: [indexRows] })),
];
