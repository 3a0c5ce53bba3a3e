import type {
  DotDimensions,
  GatherDimensions,
  InstructionAttributes,
  ScatterDimensions,
} from '../model/attributes.ts';
import type { CalledRole } from '../model/module.ts';
import type { InstructionDraft, TextReader } from './draft.ts';
import { readFrontendAttributes } from './frontend-attributes.ts';
import { readTypedLiteral } from './literals.ts';
import { readOutputAliases, readPairs, readReplicaGroups } from './groups.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';
import { readDimensionLabels, readPadding, readSlice, readWindow } from './windows.ts';

/** Reads the value of an attribute into an instruction. */
export type ReadAttribute = (draft: InstructionDraft, reader: TextReader, name: string) => void;

type Attributes = Mutable<InstructionAttributes>;

/** Members of attributes with values of a type. */
type KeyOf<T> = {
  [K in keyof Attributes]-?: NonNullable<Attributes[K]> extends T
    ? T extends NonNullable<Attributes[K]>
      ? K
      : never
    : never;
}[keyof Attributes];

/** An attribute whose value goes into one member. */
function member<K extends keyof Attributes>(
  key: K,
  read: (scanner: Scanner, what: string, reader: TextReader) => NonNullable<Attributes[K]>,
): ReadAttribute {
  return ({ attributes }, reader, name) => {
    attributes[key] = read(reader.scanner, `the value of '${name}'`, reader);
  };
}

const whole = (key: KeyOf<number>) => member(key, (scanner, what) => scanner.integer(what));
const flag = (key: KeyOf<boolean>) => member(key, (scanner, what) => scanner.boolean(what));
const quoted = (key: KeyOf<string>) => member(key, (scanner, what) => scanner.quoted(what));
const word = (key: KeyOf<string>) => member(key, (scanner, what) => scanner.word(what));
const integers = (key: KeyOf<readonly number[]>) => member(key, (scanner, what) => scanner.integers(what));

/** One of some words. */
function oneOf<T extends string>(words: readonly T[]): (scanner: Scanner, what: string) => T {
  return (scanner, what) => {
    const start = scanner.position;
    const found = scanner.word(what);
    return (
      words.find((word) => word === found) ??
      scanner.fail(`'${found}' is not one of ${words.join(', ')}`, start)
    );
  };
}

/** A number without fraction or with one. */
function decimal(scanner: Scanner, what: string): number {
  const start = scanner.position;
  const text = scanner.takeNumber();
  const value = Number(text);
  return text === '' || Number.isNaN(value) ? scanner.fail(`expected a number for ${what}`, start) : value;
}

/** Dimension numbers of a product, whose lists are attributes of their own. */
function dotOf(attributes: Attributes): Mutable<DotDimensions> {
  return (attributes.dot ??= { lhsContracting: [], rhsContracting: [], lhsBatch: [], rhsBatch: [] });
}

/** Dimension numbers of a gather. */
function gatherOf(attributes: Attributes): Mutable<GatherDimensions> {
  return (attributes.gather ??= {
    offset: [],
    collapsedSlice: [],
    startIndexMap: [],
    indexVector: 0,
    operandBatching: [],
    startIndicesBatching: [],
  });
}

/** Dimension numbers of a scatter. */
function scatterOf(attributes: Attributes): Mutable<ScatterDimensions> {
  return (attributes.scatter ??= {
    updateWindow: [],
    insertedWindow: [],
    scatterToOperand: [],
    indexVector: 0,
    inputBatching: [],
    scatterIndicesBatching: [],
  });
}

const dot =
  (key: keyof DotDimensions): ReadAttribute =>
  ({ attributes }, { scanner }, name) => {
    dotOf(attributes)[key] = scanner.integers(`'${name}'`);
  };
const gather =
  (key: Exclude<keyof GatherDimensions, 'indexVector'>): ReadAttribute =>
  ({ attributes }, { scanner }, name) => {
    gatherOf(attributes)[key] = scanner.integers(`'${name}'`);
  };
const scatter =
  (key: Exclude<keyof ScatterDimensions, 'indexVector'>): ReadAttribute =>
  ({ attributes }, { scanner }, name) => {
    scatterOf(attributes)[key] = scanner.integers(`'${name}'`);
  };
const call =
  (role: CalledRole): ReadAttribute =>
  (draft, reader) => {
    reader.call(draft, role);
  };
const calls =
  (role: CalledRole): ReadAttribute =>
  (draft, reader) => {
    reader.scanner.list('{', '}', 'computations', () => reader.call(draft, role));
  };
/** Members of the instruction that are kept as they are written. */
const kept: ReadAttribute = (draft, { scanner }, name) => {
  draft.others ??= new Map();
  draft.others.set(name, scanner.rawValue(`the value of '${name}'`));
};

/** Reads an attribute that no member holds, as it is written. */
export const unread: ReadAttribute = (draft, { scanner }, name) => {
  if (draft.unread === undefined) {
    draft.unread = new Map();
    draft.attributes.others = draft.unread;
  }
  draft.unread.set(name, scanner.rawValue(`the value of '${name}'`));
};

const readers: Readonly<Record<string, ReadAttribute>> = {
  dimensions: integers('dimensions'),
  iota_dimension: member('dimensions', (scanner, what) => [scanner.integer(what)]),
  index: whole('tupleIndex'),
  window: member('window', readWindow),
  dim_labels: (draft, reader, name) => {
    // Labels of unknown dimensions, `?`, are kept as they are written.
    const { scanner } = reader;
    const start = scanner.position;
    const isKnown = !scanner.rawValue(name).includes('?');
    scanner.position = start;
    if (isKnown) draft.attributes.convolution = readDimensionLabels(scanner);
    else unread(draft, reader, name);
  },
  feature_group_count: whole('featureGroupCount'),
  batch_group_count: whole('batchGroupCount'),
  lhs_contracting_dims: dot('lhsContracting'),
  rhs_contracting_dims: dot('rhsContracting'),
  lhs_batch_dims: dot('lhsBatch'),
  rhs_batch_dims: dot('rhsBatch'),
  lhs_ragged_dims: dot('lhsRagged'),
  rhs_group_dims: dot('rhsGroup'),
  operand_precision: member('operandPrecision', (scanner, what) =>
    scanner.list('{', '}', what, () => scanner.word('a precision')),
  ),
  algorithm: ({ opcode, attributes }, { scanner }) => {
    attributes[opcode === 'rng-bit-generator' ? 'rngAlgorithm' : 'algorithm'] = scanner.word('an algorithm');
  },
  offset_dims: gather('offset'),
  collapsed_slice_dims: gather('collapsedSlice'),
  start_index_map: gather('startIndexMap'),
  operand_batching_dims: gather('operandBatching'),
  start_indices_batching_dims: gather('startIndicesBatching'),
  update_window_dims: scatter('updateWindow'),
  inserted_window_dims: scatter('insertedWindow'),
  scatter_dims_to_operand_dims: scatter('scatterToOperand'),
  input_batching_dims: scatter('inputBatching'),
  scatter_indices_batching_dims: scatter('scatterIndicesBatching'),
  index_vector_dim: ({ opcode, attributes }, { scanner }, name) => {
    const dimensions = opcode.includes('scatter') ? scatterOf(attributes) : gatherOf(attributes);
    dimensions.indexVector = scanner.integer(`'${name}'`);
  },
  slice_sizes: (draft, reader, name) => {
    // Those of collective-permute are lists for each operand.
    if (draft.opcode.startsWith('collective-permute')) unread(draft, reader, name);
    else draft.attributes.sliceSizes = reader.scanner.integers(`'${name}'`);
  },
  literal: ({ attributes }, { scanner, shapes }) => {
    attributes.literal = readTypedLiteral(scanner, shapes);
  },
  dynamic_slice_sizes: integers('sliceSizes'),
  slice: member('slice', readSlice),
  padding: member('padding', readPadding),
  indices_are_sorted: flag('indicesAreSorted'),
  unique_indices: flag('uniqueIndices'),
  is_stable: flag('isStable'),
  direction: member('comparisonDirection', oneOf(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])),
  type: member('comparisonType', oneOf(['FLOAT', 'TOTALORDER', 'SIGNED', 'UNSIGNED'])),
  fft_type: member('fftType', oneOf(['FFT', 'IFFT', 'RFFT', 'IRFFT'])),
  fft_length: integers('fftLength'),
  distribution: word('distribution'),
  left_side: flag('leftSide'),
  lower: flag('lower'),
  unit_diagonal: flag('unitDiagonal'),
  transpose_a: member('transposeA', oneOf(['NO_TRANSPOSE', 'TRANSPOSE', 'ADJOINT'])),
  exponent_bits: whole('exponentBits'),
  mantissa_bits: whole('mantissaBits'),
  k: whole('k'),
  largest: flag('largest'),
  epsilon: member('epsilon', decimal),
  feature_index: whole('featureIndex'),
  channel_id: whole('channelId'),
  replica_groups: member('replicaGroups', readReplicaGroups),
  use_global_device_ids: flag('useGlobalDeviceIds'),
  constrain_layout: flag('constrainLayout'),
  source_target_pairs: member('sourceTargetPairs', readPairs),
  is_host_transfer: flag('isHostTransfer'),
  is_cross_program_prefetch: flag('isCrossProgramPrefetch'),
  cross_program_prefetch_index: whole('crossProgramPrefetchIndex'),
  kind: word('fusionKind'),
  custom_call_target: quoted('customCallTarget'),
  api_version: word('customCallApiVersion'),
  schedule: word('customCallSchedule'),
  custom_call_has_side_effect: flag('customCallHasSideEffect'),
  operand_layout_constraints: member('operandLayouts', (scanner, what, { shapes }) =>
    scanner.list('{', '}', what, () => shapes.read()),
  ),
  output_to_operand_aliasing: member('outputToOperandAliasing', readOutputAliases),
  domain: member('domain', (scanner, _what, { shardings }) => {
    scanner.expect('{kind=', 'before the kind of a domain');
    const kind = scanner.quoted('the kind of a domain');
    scanner.expect(',', 'after the kind of a domain');
    scanner.expect('entry=', 'before the sharding of the operand');
    const entry = shardings.read();
    scanner.expect(',', 'after the sharding of the operand');
    scanner.expect('exit=', 'before the sharding of the result');
    const exit = shardings.read();
    scanner.expect('}', 'after a domain');
    return { kind, entry, exit };
  }),
  infeed_config: quoted('infeedConfig'),
  outfeed_config: quoted('outfeedConfig'),
  outfeed_shape: member('outfeedShape', (_scanner, _what, { shapes }) => shapes.read()),
  delta: whole('delta'),
  async_execution_thread: quoted('asyncExecutionThread'),
  to_apply: call('to_apply'),
  calls: call('calls'),
  body: call('body'),
  condition: call('condition'),
  select: call('select'),
  scatter: call('scatter'),
  comparator: call('comparator'),
  true_computation: call('true'),
  false_computation: call('false'),
  branch_computations: calls('branch'),
  called_computations: calls('called'),
  'control-predecessors': (draft, reader) => {
    draft.controlPredecessors = reader.scanner.list('{', '}', 'names of instructions', () =>
      reader.instruction(),
    );
  },
  metadata: (draft, { metadata }) => {
    draft.metadata = metadata.read();
  },
  sharding: (draft, { shardings }) => {
    draft.sharding = shardings.read();
  },
  frontend_attributes: (draft, { scanner }) => {
    draft.frontendAttributes = readFrontendAttributes(scanner);
  },
  backend_config: (draft, { scanner }) => {
    draft.backendConfig = scanner.seesQuote()
      ? scanner.quoted('a configuration')
      : scanner.group('a configuration');
  },
  statistics: kept,
  origin: kept,
};

/** Readers of attributes by their names; others are kept as they are written. */
export const attributeReaders: ReadonlyMap<string, ReadAttribute> = new Map(Object.entries(readers));
