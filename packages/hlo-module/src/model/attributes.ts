import type { Literal } from './literal.ts';
import type { ReplicaGroups, Sharding } from './sharding.ts';
import type { Shape } from './shape.ts';

/** One dimension of a window. Absent members have HLO's defaults: stride 1, padding 0, dilation 1, no reversal. */
export interface WindowDimension {
  readonly size: number;
  readonly stride?: number;
  readonly paddingLow?: number;
  readonly paddingHigh?: number;
  readonly windowDilation?: number;
  readonly baseDilation?: number;
  readonly isReversed?: boolean;
}

/** Dimension numbers of a convolution: `dim_labels=b01f_01io->b01f`. */
export interface ConvolutionDimensions {
  readonly inputBatch: number;
  readonly inputFeature: number;
  readonly inputSpatial: readonly number[];
  readonly kernelInputFeature: number;
  readonly kernelOutputFeature: number;
  readonly kernelSpatial: readonly number[];
  readonly outputBatch: number;
  readonly outputFeature: number;
  readonly outputSpatial: readonly number[];
}

/** Contracting and batch dimensions of a product. */
export interface DotDimensions {
  readonly lhsContracting: readonly number[];
  readonly rhsContracting: readonly number[];
  readonly lhsBatch: readonly number[];
  readonly rhsBatch: readonly number[];
  /** Of a ragged product. */
  readonly lhsRagged?: readonly number[];
  readonly rhsGroup?: readonly number[];
}

/** Dimension numbers of a gather. */
export interface GatherDimensions {
  readonly offset: readonly number[];
  readonly collapsedSlice: readonly number[];
  readonly startIndexMap: readonly number[];
  readonly indexVector: number;
  readonly operandBatching: readonly number[];
  readonly startIndicesBatching: readonly number[];
}

/** Dimension numbers of a scatter. */
export interface ScatterDimensions {
  readonly updateWindow: readonly number[];
  readonly insertedWindow: readonly number[];
  readonly scatterToOperand: readonly number[];
  readonly indexVector: number;
  readonly inputBatching: readonly number[];
  readonly scatterIndicesBatching: readonly number[];
}

/** Bounds of one dimension of a slice. */
export interface SliceDimension {
  readonly start: number;
  readonly limit: number;
  readonly stride: number;
}

/** Padding of one dimension: `low_high` or `low_high_interior`. */
export interface PaddingDimension {
  readonly low: number;
  readonly high: number;
  readonly interior: number;
}

/** A result of a call that shares the buffer of an operand: `{0}: (1, {})`. */
export interface OutputAlias {
  readonly output: readonly number[];
  readonly operand: number;
  readonly operandIndex: readonly number[];
}

/** Attributes of one instruction. A member is absent where the opcode has none, or where the text leaves it out. */
export interface InstructionAttributes {
  /** `dimensions={0,1}`: of broadcast, concatenate, reduce, reverse, sort, transpose, iota, collectives and others. */
  readonly dimensions?: readonly number[];
  /** The literal of a constant. */
  readonly literal?: Literal;
  /** The number of a parameter. */
  readonly parameterNumber?: number;
  /** `index=` of get-tuple-element. */
  readonly tupleIndex?: number;
  readonly window?: readonly WindowDimension[];
  readonly convolution?: ConvolutionDimensions;
  readonly featureGroupCount?: number;
  readonly batchGroupCount?: number;
  readonly dot?: DotDimensions;
  /** `operand_precision={highest,default}`. */
  readonly operandPrecision?: readonly string[];
  /** `algorithm=` of a product. */
  readonly algorithm?: string;
  readonly gather?: GatherDimensions;
  readonly scatter?: ScatterDimensions;
  /** `slice_sizes=` of gather, `dynamic_slice_sizes=` of dynamic-slice. */
  readonly sliceSizes?: readonly number[];
  readonly slice?: readonly SliceDimension[];
  readonly padding?: readonly PaddingDimension[];
  readonly indicesAreSorted?: boolean;
  readonly uniqueIndices?: boolean;
  readonly isStable?: boolean;
  /** `direction=` of compare, and its `type=` where it is not the default of the operands. */
  readonly comparisonDirection?: 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE';
  readonly comparisonType?: 'FLOAT' | 'TOTALORDER' | 'SIGNED' | 'UNSIGNED';
  /** `fft_type=` and `fft_length=`. */
  readonly fftType?: 'FFT' | 'IFFT' | 'RFFT' | 'IRFFT';
  readonly fftLength?: readonly number[];
  /** `distribution=` of rng, `algorithm=` of rng-bit-generator. */
  readonly distribution?: string;
  readonly rngAlgorithm?: string;
  /** Of triangular-solve and cholesky. */
  readonly leftSide?: boolean;
  readonly lower?: boolean;
  readonly unitDiagonal?: boolean;
  readonly transposeA?: 'NO_TRANSPOSE' | 'TRANSPOSE' | 'ADJOINT';
  /** Of reduce-precision. */
  readonly exponentBits?: number;
  readonly mantissaBits?: number;
  /** Of topk. */
  readonly k?: number;
  readonly largest?: boolean;
  /** Of batch normalization. */
  readonly epsilon?: number;
  readonly featureIndex?: number;
  /** Communication. */
  readonly channelId?: number;
  readonly replicaGroups?: ReplicaGroups;
  readonly useGlobalDeviceIds?: boolean;
  readonly constrainLayout?: boolean;
  readonly sourceTargetPairs?: readonly (readonly [number, number])[];
  readonly isHostTransfer?: boolean;
  readonly isCrossProgramPrefetch?: boolean;
  readonly crossProgramPrefetchIndex?: number;
  /** `kind=` of a fusion: kLoop, kInput, kOutput, kCustom. */
  readonly fusionKind?: string;
  /** Of a custom call. */
  readonly customCallTarget?: string;
  readonly customCallApiVersion?: string;
  readonly customCallSchedule?: string;
  readonly customCallHasSideEffect?: boolean;
  /** Shapes with the layouts that operands have to have. */
  readonly operandLayouts?: readonly Shape[];
  readonly outputToOperandAliasing?: readonly OutputAlias[];
  /** `domain={kind="sharding", entry={replicated}, exit={maximal device=0}}`. */
  readonly domain?: { readonly kind: string; readonly entry: Sharding; readonly exit: Sharding };
  readonly infeedConfig?: string;
  readonly outfeedConfig?: string;
  readonly outfeedShape?: Shape;
  readonly delta?: number;
  readonly asyncExecutionThread?: string;
  /** Attributes of the text that no member holds, as written, so that none is lost: `is_composite=true`. */
  readonly others?: ReadonlyMap<string, string>;
}
