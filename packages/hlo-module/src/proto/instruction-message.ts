import type { InstructionAttributes } from '../model/attributes.ts';
import type { Metadata } from '../model/metadata.ts';
import type { Shape } from '../model/shape.ts';
import type { ReplicaGroups, Sharding } from '../model/sharding.ts';
import {
  decodeConvolution,
  decodeDot,
  decodeGather,
  decodeOutputAlias,
  decodePadding,
  decodeRaggedDot,
  decodeScatter,
  decodeSlice,
  decodeWindow,
} from './dimension-numbers.ts';
import { decodeDeviceList, decodeGroup, decodeIotaGroups, decodeMeshGroups, decodePair } from './groups.ts';
import { decodeLiteral } from './literals.ts';
import { decodeMetadata } from './metadata.ts';
import { type Origins, type OtherField, otherFields } from './other-fields.ts';
import { decodeShape } from './shapes.ts';
import { decodeSharding } from './shardings.ts';
import {
  boolean,
  cached,
  type Decode,
  type Field,
  float,
  integer,
  integers,
  many,
  message,
  named,
  names,
  one,
  text,
  textMap,
} from './wire.ts';

/** Attributes of an instruction while they are read. */
type Attributes = {
  -readonly [K in keyof InstructionAttributes]: Unlocked<InstructionAttributes[K]>;
};

/** A list that grows. */
type Unlocked<T> = T extends readonly (infer E)[] ? E[] : T;

/** An instruction with numbers in place of other instructions and computations. */
export interface InstructionMessage {
  name?: string;
  opcode?: string;
  shape?: Shape;
  id?: number;
  operands?: number[];
  controlPredecessors?: number[];
  called?: number[];
  metadata?: Metadata;
  sharding?: Sharding;
  frontendAttributes?: Map<string, string>;
  backendConfig?: string;
  payload?: PayloadMessage;
  domainEntry?: Sharding;
  domainExit?: Sharding;
  deviceList?: ReplicaGroups;
  groups?: number[][];
  origins?: Origins;
  readonly attributes: Attributes;
  readonly others: Map<OtherField, string>;
}

/** A text, or the number of one of the module's. */
export interface PayloadMessage {
  value?: string;
  id?: number;
}

/** Reads `Payload`. */
export const decodePayload: Decode<PayloadMessage> = message<PayloadMessage>(() => ({}), {
  1: text('value'),
  2: integer('id'),
});

/** A field that is one of the attributes. */
const attribute =
  (field: Field<Attributes>): Field<InstructionMessage> =>
  ({ attributes }, reader, wire, end) => {
    field(attributes, reader, wire, end);
  };

/** A field whose message has several attributes. */
const attributesOf =
  (decode: Decode<unknown>): Field<InstructionMessage> =>
  (target, reader, wire, end) => {
    const holder: { value?: unknown } = {};
    one('value', () => decode)(holder, reader, wire, end);
    Object.assign(target.attributes, holder.value);
  };

const decodeTriangular = message<Attributes>(() => ({}), {
  1: boolean('leftSide'),
  2: boolean('lower'),
  3: boolean('unitDiagonal'),
  4: named('transposeA', { 1: 'NO_TRANSPOSE', 2: 'TRANSPOSE', 3: 'ADJOINT' }),
});

const precisions = { 0: 'default', 1: 'high', 2: 'highest', 3: 'packed_nibble' };

const algorithms = {
  1: 'dot_any_f8_any_f8_f32',
  2: 'dot_any_f8_any_f8_f32_fast_accum',
  3: 'dot_f16_f16_f16',
  4: 'dot_f16_f16_f32',
  5: 'dot_bf16_bf16_bf16',
  6: 'dot_bf16_bf16_f32',
  7: 'dot_bf16_bf16_f32_x3',
  8: 'dot_bf16_bf16_f32_x6',
  9: 'dot_tf32_tf32_f32',
  10: 'dot_tf32_tf32_f32_x3',
  11: 'dot_f32_f32_f32',
  12: 'dot_f64_f64_f64',
  13: 'dot_bf16_bf16_f32_x9',
};

const decodePrecision = message<Attributes>(() => ({}), {
  1: names('operandPrecision', precisions),
  2: named('algorithm', algorithms),
});

/** Numbers of `RandomAlgorithm`. */
const rngAlgorithms = { 0: 'rng_default', 1: 'rng_three_fry', 2: 'rng_philox' };

/** Reads an instruction. */
export const decodeInstruction: Decode<InstructionMessage> = message<InstructionMessage>(
  () => ({ attributes: {}, others: new Map() }),
  {
    1: text('name'),
    2: text('opcode'),
    3: one('shape', () => decodeShape),
    7: one('metadata', () => decodeMetadata),
    8: attribute(one('literal', () => decodeLiteral)),
    9: attribute(integer('parameterNumber')),
    11: attribute(text('fusionKind')),
    13: attribute(integer('tupleIndex')),
    14: attribute(integers('dimensions')),
    15: attribute(one('window', () => decodeWindow)),
    16: attribute(one('convolution', () => decodeConvolution)),
    17: attribute(many('slice', () => decodeSlice)),
    18: attribute(integer('exponentBits')),
    19: attribute(integer('mantissaBits')),
    20: attribute(integers('sliceSizes')),
    21: attribute(one('padding', () => decodePadding)),
    22: attribute(text('outfeedConfig')),
    23: attribute(named('distribution', { 1: 'rng_uniform', 2: 'rng_normal' })),
    24: attribute(float('epsilon')),
    25: attribute(integer('featureIndex')),
    26: attribute(integer('channelId')),
    27: attribute(text('infeedConfig')),
    28: attribute(text('customCallTarget')),
    29: attribute(one('outfeedShape', () => decodeShape)),
    30: attribute(one('dot', () => decodeDot)),
    31: attribute(named('fftType', { 0: 'FFT', 1: 'IFFT', 2: 'RFFT', 3: 'IRFFT' })),
    32: attribute(integers('fftLength')),
    33: attribute(one('gather', () => decodeGather)),
    34: attribute(integers('sliceSizes')),
    35: integer('id'),
    36: integers('operands'),
    37: integers('controlPredecessors'),
    38: integers('called'),
    40: one('sharding', () => decodeSharding),
    43: text('backendConfig'),
    47: attribute(boolean('isHostTransfer')),
    48: attribute(one('scatter', () => decodeScatter)),
    49: many('groups', () => decodeGroup),
    50: attribute(integer('featureGroupCount')),
    51: attributesOf(decodePrecision),
    52: attribute(many('sourceTargetPairs', () => decodePair)),
    54: one('domainEntry', () => decodeSharding),
    55: one('domainExit', () => decodeSharding),
    56: attribute(boolean('constrainLayout')),
    57: attribute(many('operandLayouts', () => decodeShape)),
    58: attribute(integer('batchGroupCount')),
    59: attributesOf(decodeTriangular),
    60: attribute(boolean('isStable')),
    62: attributesOf(message<Attributes>(() => ({}), { 1: boolean('lower') })),
    63: attribute(comparison('comparisonDirection', ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])),
    65: attribute(boolean('customCallHasSideEffect')),
    66: attribute(integer('delta')),
    67: attribute(boolean('indicesAreSorted')),
    68: one('frontendAttributes', () => cached(textMap())),
    69: attribute(boolean('uniqueIndices')),
    70: attribute(named('rngAlgorithm', rngAlgorithms)),
    71: attribute(boolean('useGlobalDeviceIds')),
    72: attribute(comparison('comparisonType', ['FLOAT', 'TOTALORDER', 'SIGNED', 'UNSIGNED'])),
    73: attribute(boolean('isCrossProgramPrefetch')),
    74: attribute(many('outputToOperandAliasing', () => decodeOutputAlias)),
    76: attribute(named('customCallSchedule', { 1: 'SCHEDULE_LATEST', 2: 'SCHEDULE_EARLIEST' })),
    77: attribute(
      named('customCallApiVersion', {
        2: 'API_VERSION_STATUS_RETURNING',
        3: 'API_VERSION_STATUS_RETURNING_UNIFIED',
        4: 'API_VERSION_TYPED_FFI',
      }),
    ),
    79: attribute(text('asyncExecutionThread')),
    80: attribute(integer('crossProgramPrefetchIndex')),
    81: attribute(integer('k')),
    85: attribute(boolean('largest')),
    87: one('deviceList', () => decodeDeviceList),
    90: attribute(one('dot', () => decodeRaggedDot)),
    92: one('deviceList', () => decodeIotaGroups),
    93: one('deviceList', () => decodeMeshGroups),
    99: one('payload', () => decodePayload),
    ...otherFields,
  },
);

/** A field of one of some words, as text. */
function comparison<K extends 'comparisonDirection' | 'comparisonType', T extends NonNullable<Attributes[K]>>(
  key: K,
  words: readonly T[],
): Field<Partial<Record<K, T>>> {
  return (target, reader, wire, end) => {
    const holder: { value?: string } = {};
    text('value')(holder, reader, wire, end);
    const word = words.find((candidate) => candidate === holder.value);
    // Other instructions have an empty text.
    if (word !== undefined) Object.assign(target, { [key]: word });
  };
}
