import type {
  ConvolutionDimensions,
  DotDimensions,
  GatherDimensions,
  OutputAlias,
  PaddingDimension,
  ScatterDimensions,
  SliceDimension,
  WindowDimension,
} from '../model/attributes.ts';
import type { Mutable, MutableLists } from '../mutable.ts';
import { windowDimension } from '../window-dimension.ts';
import { boolean, type Decode, integer, integers, many, mapped, message, one } from './wire.ts';

/** Reads `Window`. */
export const decodeWindow: Decode<WindowDimension[]> = mapped(
  message<{ dimensions?: WindowDimension[] }>(() => ({}), {
    1: many('dimensions', () =>
      mapped(
        message<Mutable<WindowDimension>>(() => ({ size: 0 }), {
          1: integer('size'),
          2: integer('stride'),
          3: integer('paddingLow'),
          4: integer('paddingHigh'),
          5: integer('windowDilation'),
          6: integer('baseDilation'),
          7: boolean('isReversed'),
        }),
        windowDimension,
      ),
    ),
  }),
  ({ dimensions = [] }) => dimensions,
);

/** Reads `ConvolutionDimensionNumbers`. */
export const decodeConvolution: Decode<ConvolutionDimensions> = message<MutableLists<ConvolutionDimensions>>(
  () => ({
    inputBatch: 0,
    inputFeature: 0,
    inputSpatial: [],
    kernelInputFeature: 0,
    kernelOutputFeature: 0,
    kernelSpatial: [],
    outputBatch: 0,
    outputFeature: 0,
    outputSpatial: [],
  }),
  {
    3: integer('kernelInputFeature'),
    4: integer('kernelOutputFeature'),
    6: integers('kernelSpatial'),
    7: integer('inputBatch'),
    8: integer('inputFeature'),
    9: integer('outputBatch'),
    10: integer('outputFeature'),
    11: integers('inputSpatial'),
    12: integers('outputSpatial'),
  },
);

/** Reads `DotDimensionNumbers`. */
export const decodeDot: Decode<DotDimensions> = message<MutableLists<DotDimensions>>(
  () => ({ lhsContracting: [], rhsContracting: [], lhsBatch: [], rhsBatch: [] }),
  {
    1: integers('lhsContracting'),
    2: integers('rhsContracting'),
    3: integers('lhsBatch'),
    4: integers('rhsBatch'),
  },
);

/** Reads `RaggedDotDimensionNumbers`. */
export const decodeRaggedDot: Decode<DotDimensions> = mapped(
  message<{ dot?: DotDimensions; lhsRagged?: number[]; rhsGroup?: number[] }>(() => ({}), {
    1: one('dot', () => decodeDot),
    2: integers('lhsRagged'),
    3: integers('rhsGroup'),
  }),
  ({
    dot = { lhsContracting: [], rhsContracting: [], lhsBatch: [], rhsBatch: [] },
    lhsRagged,
    rhsGroup,
  }) => ({
    ...dot,
    ...(lhsRagged !== undefined && { lhsRagged }),
    ...(rhsGroup !== undefined && { rhsGroup }),
  }),
);

/** Reads `GatherDimensionNumbers`. */
export const decodeGather: Decode<GatherDimensions> = message<MutableLists<GatherDimensions>>(
  () => ({
    offset: [],
    collapsedSlice: [],
    startIndexMap: [],
    indexVector: 0,
    operandBatching: [],
    startIndicesBatching: [],
  }),
  {
    1: integers('offset'),
    2: integers('collapsedSlice'),
    3: integers('startIndexMap'),
    4: integer('indexVector'),
    5: integers('operandBatching'),
    6: integers('startIndicesBatching'),
  },
);

/** Reads `ScatterDimensionNumbers`. */
export const decodeScatter: Decode<ScatterDimensions> = message<MutableLists<ScatterDimensions>>(
  () => ({
    updateWindow: [],
    insertedWindow: [],
    scatterToOperand: [],
    indexVector: 0,
    inputBatching: [],
    scatterIndicesBatching: [],
  }),
  {
    1: integers('updateWindow'),
    2: integers('insertedWindow'),
    3: integers('scatterToOperand'),
    4: integer('indexVector'),
    5: integers('inputBatching'),
    6: integers('scatterIndicesBatching'),
  },
);

/** Reads `SliceDimensions`. */
export const decodeSlice: Decode<SliceDimension> = message<Mutable<SliceDimension>>(
  () => ({ start: 0, limit: 0, stride: 0 }),
  { 1: integer('start'), 2: integer('limit'), 3: integer('stride') },
);

/** Reads `PaddingConfig`. */
export const decodePadding: Decode<PaddingDimension[]> = mapped(
  message<{ dimensions?: PaddingDimension[] }>(() => ({}), {
    1: many('dimensions', () =>
      message<Mutable<PaddingDimension>>(() => ({ low: 0, high: 0, interior: 0 }), {
        1: integer('low'),
        2: integer('high'),
        3: integer('interior'),
      }),
    ),
  }),
  ({ dimensions = [] }) => dimensions,
);

/** Reads `OutputOperandAliasing`. */
export const decodeOutputAlias: Decode<OutputAlias> = message<MutableLists<OutputAlias>>(
  () => ({ output: [], operand: 0, operandIndex: [] }),
  {
    1: integers('output'),
    2: integer('operand'),
    3: integers('operandIndex'),
  },
);
