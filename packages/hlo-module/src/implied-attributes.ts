import type { InstructionAttributes } from './model/attributes.ts';
import type { Mutable } from './mutable.ts';

const noDimensions: InstructionAttributes = { dimensions: [] };
const groups: InstructionAttributes = { replicaGroups: { kind: 'list', groups: [] } };
const normalization: InstructionAttributes = { epsilon: 0, featureIndex: 0 };

/** Attributes that instructions of an opcode always have, with the values that protobuf leaves out. */
const implied: Readonly<Partial<Record<string, InstructionAttributes>>> = {
  parameter: { parameterNumber: 0 },
  'get-tuple-element': { tupleIndex: 0 },
  broadcast: noDimensions,
  concatenate: noDimensions,
  map: noDimensions,
  reduce: noDimensions,
  reverse: noDimensions,
  sort: noDimensions,
  transpose: noDimensions,
  iota: noDimensions,
  slice: { slice: [] },
  pad: { padding: [] },
  'dynamic-slice': { sliceSizes: [] },
  gather: {
    gather: {
      offset: [],
      collapsedSlice: [],
      startIndexMap: [],
      indexVector: 0,
      operandBatching: [],
      startIndicesBatching: [],
    },
    sliceSizes: [],
  },
  scatter: {
    scatter: {
      updateWindow: [],
      insertedWindow: [],
      scatterToOperand: [],
      indexVector: 0,
      inputBatching: [],
      scatterIndicesBatching: [],
    },
  },
  dot: { dot: { lhsContracting: [], rhsContracting: [], lhsBatch: [], rhsBatch: [] } },
  'ragged-dot': { dot: { lhsContracting: [], rhsContracting: [], lhsBatch: [], rhsBatch: [] } },
  convolution: { window: [] },
  'reduce-window': { window: [] },
  'select-and-scatter': { window: [] },
  'reduce-precision': { exponentBits: 0, mantissaBits: 0 },
  topk: { k: 0, largest: false },
  fft: { fftType: 'FFT', fftLength: [] },
  'rng-bit-generator': { rngAlgorithm: 'rng_default' },
  'rng-get-and-update-state': { delta: 0 },
  'batch-norm-training': normalization,
  'batch-norm-inference': normalization,
  'batch-norm-grad': normalization,
  'all-gather': { ...groups, ...noDimensions },
  'all-gather-start': { ...groups, ...noDimensions },
  'all-reduce': groups,
  'all-reduce-start': groups,
  'all-to-all': groups,
  'collective-broadcast': groups,
  'ragged-all-to-all': groups,
  'reduce-scatter': { ...groups, ...noDimensions },
};

/** Adds the attributes that an opcode always has, and takes away those with values that are not written. */
export function normalize(opcode: string, attributes: Mutable<InstructionAttributes>): void {
  const added = implied[opcode];
  for (const key in added) {
    if (key in attributes) continue;
    Object.assign(attributes, { ...added, ...attributes });
    break;
  }
  if (attributes.featureGroupCount === 1) delete attributes.featureGroupCount;
  if (attributes.batchGroupCount === 1) delete attributes.batchGroupCount;
  if (attributes.channelId !== undefined && attributes.channelId <= 0) delete attributes.channelId;
  if (attributes.operandPrecision?.every((precision) => precision === 'default') === true)
    delete attributes.operandPrecision;
  if (attributes.customCallApiVersion === 'API_VERSION_ORIGINAL') delete attributes.customCallApiVersion;
  if (attributes.customCallSchedule === 'SCHEDULE_NONE') delete attributes.customCallSchedule;
}
