import type {
  ConvolutionDimensions,
  InstructionAttributes,
  OutputAlias,
  PaddingDimension,
  SliceDimension,
  WindowDimension,
} from '../model/attributes.ts';
import type { Instruction } from '../model/module.ts';
import { quotedText } from './escapes.ts';
import { literalText } from './literal-text.ts';
import { shapeText } from './shape-text.ts';
import { replicaGroupsText, shardingText } from './sharding-text.ts';

type Member = Exclude<keyof InstructionAttributes, 'parameterNumber' | 'others'>;
type Printer<M extends Member> = (
  value: NonNullable<InstructionAttributes[M]>,
  instruction: Instruction,
) => readonly string[];

/** Prints one member. */
type Entry = (instruction: Instruction) => readonly string[];

function entry<M extends Member>(member: M, print: Printer<M>): Entry {
  return (instruction) => {
    const value = instruction.attributes[member];
    return value === undefined ? [] : print(value, instruction);
  };
}

type MembersOf<T> = { [M in Member]: NonNullable<InstructionAttributes[M]> extends T ? M : never }[Member];

const plain = (member: MembersOf<string | number | boolean>, name: string): Entry =>
  entry(member, (value) => [`${name}=${String(value)}`]);

/** A member that is only written when true. */
const flag = (member: MembersOf<boolean>, name: string): Entry =>
  entry(member, (value) => (value ? [`${name}=true`] : []));

const quoted = (member: MembersOf<string>, name: string): Entry =>
  entry(member, (value) => [`${name}=${quotedText(value)}`]);

/** A number that is only written when it is not one. */
const count = (member: MembersOf<number>, name: string): Entry =>
  entry(member, (value) => (value === 1 ? [] : [`${name}=${value}`]));

const list = (member: MembersOf<readonly (string | number)[]>, name: string): Entry =>
  entry(member, (value) => [`${name}=${braced(value)}`]);

function braced(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** Lists that are left out when they are empty. */
function nonEmpty(name: string, values: readonly number[]): string[] {
  return values.length === 0 ? [] : [`${name}=${braced(values)}`];
}

function windowText(dimensions: readonly WindowDimension[]): string {
  const part = (
    name: string,
    text: (dimension: WindowDimension) => string | number,
    usual: string | number,
  ): string[] => {
    const texts = dimensions.map(text);
    return texts.every((own) => own === usual) ? [] : [`${name}=${texts.join('x')}`];
  };
  const parts = [
    `size=${dimensions.map(({ size }) => size).join('x')}`,
    ...part('stride', ({ stride = 1 }) => stride, 1),
    ...part('pad', ({ paddingLow = 0, paddingHigh = 0 }) => `${paddingLow}_${paddingHigh}`, '0_0'),
    ...part('lhs_dilate', ({ baseDilation = 1 }) => baseDilation, 1),
    ...part('rhs_dilate', ({ windowDilation = 1 }) => windowDilation, 1),
    ...part('rhs_reversal', ({ isReversed = false }) => (isReversed ? 1 : 0), 0),
  ];
  return `{${dimensions.length === 0 ? '' : parts.join(' ')}}`;
}

function labels(rank: number, named: readonly (readonly [string, number])[]): string {
  const letters = new Array<string>(rank).fill('?');
  for (const [letter, d] of named) letters[d] = letter;
  return letters.join('');
}

function convolutionText(dimensions: ConvolutionDimensions): string {
  const spatial = (dims: readonly number[]): [string, number][] => dims.map((d, i) => [`${i}`, d]);
  const rank = dimensions.inputSpatial.length + 2;
  const input = labels(rank, [
    ['b', dimensions.inputBatch],
    ['f', dimensions.inputFeature],
    ...spatial(dimensions.inputSpatial),
  ]);
  const kernel = labels(rank, [
    ['i', dimensions.kernelInputFeature],
    ['o', dimensions.kernelOutputFeature],
    ...spatial(dimensions.kernelSpatial),
  ]);
  const output = labels(rank, [
    ['b', dimensions.outputBatch],
    ['f', dimensions.outputFeature],
    ...spatial(dimensions.outputSpatial),
  ]);
  return `${input}_${kernel}->${output}`;
}

/** Strides are written for all dimensions or for none. */
function sliceText(dimensions: readonly SliceDimension[]): string {
  const hasStrides = dimensions.some(({ stride }) => stride !== 1);
  return dimensions
    .map(({ start, limit, stride }) => `[${start}:${limit}${hasStrides ? `:${stride}` : ''}]`)
    .join(', ');
}

function paddingText(dimensions: readonly PaddingDimension[]): string {
  const hasInterior = dimensions.some(({ interior }) => interior !== 0);
  return dimensions
    .map(({ low, high, interior }) => `${low}_${high}${hasInterior ? `_${interior}` : ''}`)
    .join('x');
}

function aliasText({ output, operand, operandIndex }: OutputAlias): string {
  return `{${output.join(', ')}}: (${operand}, {${operandIndex.join(', ')}})`;
}

const useGlobalDeviceIds = flag('useGlobalDeviceIds', 'use_global_device_ids');
const dimensions = entry('dimensions', (value, { opcode }) =>
  opcode === 'iota' ? [`iota_dimension=${value.join(',')}`] : [`dimensions=${braced(value)}`],
);

/** Members in the order of XLA's text. */
const entries: readonly Entry[] = [
  plain('fftType', 'fft_type'),
  list('fftLength', 'fft_length'),
  plain('comparisonDirection', 'direction'),
  plain('comparisonType', 'type'),
  flag('leftSide', 'left_side'),
  flag('lower', 'lower'),
  flag('unitDiagonal', 'unit_diagonal'),
  plain('transposeA', 'transpose_a'),
  plain('channelId', 'channel_id'),
  entry('replicaGroups', (groups) => [`replica_groups=${replicaGroupsText(groups)}`]),
  entry('sourceTargetPairs', (pairs) => [
    `source_target_pairs={${pairs.map((pair) => `{${pair.join(',')}}`).join(',')}}`,
  ]),
  flag('constrainLayout', 'constrain_layout'),
  (instruction) =>
    instruction.opcode.startsWith('all-gather')
      ? [...dimensions(instruction), ...useGlobalDeviceIds(instruction)]
      : [...useGlobalDeviceIds(instruction), ...dimensions(instruction)],
  flag('isHostTransfer', 'is_host_transfer'),
  flag('isStable', 'is_stable'),
  plain('tupleIndex', 'index'),
  entry('sliceSizes', (sizes, { opcode }) =>
    opcode === 'dynamic-slice' ? [`dynamic_slice_sizes=${braced(sizes)}`] : [],
  ),
  entry('slice', (parts) => [`slice={${sliceText(parts)}}`]),
  entry('window', (parts) => (parts.length === 0 ? [] : [`window=${windowText(parts)}`])),
  entry('convolution', (value) => [`dim_labels=${convolutionText(value)}`]),
  count('featureGroupCount', 'feature_group_count'),
  count('batchGroupCount', 'batch_group_count'),
  entry('gather', (value) => [
    `offset_dims=${braced(value.offset)}`,
    `collapsed_slice_dims=${braced(value.collapsedSlice)}`,
    `start_index_map=${braced(value.startIndexMap)}`,
    ...nonEmpty('operand_batching_dims', value.operandBatching),
    ...nonEmpty('start_indices_batching_dims', value.startIndicesBatching),
    `index_vector_dim=${value.indexVector}`,
  ]),
  entry('sliceSizes', (sizes, { opcode }) =>
    opcode === 'dynamic-slice' ? [] : [`slice_sizes=${braced(sizes)}`],
  ),
  entry('scatter', (value) => [
    `update_window_dims=${braced(value.updateWindow)}`,
    `inserted_window_dims=${braced(value.insertedWindow)}`,
    `scatter_dims_to_operand_dims=${braced(value.scatterToOperand)}`,
    ...nonEmpty('input_batching_dims', value.inputBatching),
    ...nonEmpty('scatter_indices_batching_dims', value.scatterIndicesBatching),
    `index_vector_dim=${value.indexVector}`,
  ]),
  flag('indicesAreSorted', 'indices_are_sorted'),
  flag('uniqueIndices', 'unique_indices'),
  entry('padding', (value) => [`padding=${paddingText(value)}`]),
  entry('dot', (value) => [
    ...nonEmpty('lhs_batch_dims', value.lhsBatch),
    `lhs_contracting_dims=${braced(value.lhsContracting)}`,
    ...nonEmpty('rhs_batch_dims', value.rhsBatch),
    `rhs_contracting_dims=${braced(value.rhsContracting)}`,
    ...nonEmpty('lhs_ragged_dims', value.lhsRagged ?? []),
    ...nonEmpty('rhs_group_dims', value.rhsGroup ?? []),
  ]),
  list('operandPrecision', 'operand_precision'),
  plain('algorithm', 'algorithm'),
  plain('distribution', 'distribution'),
  plain('rngAlgorithm', 'algorithm'),
  plain('exponentBits', 'exponent_bits'),
  plain('mantissaBits', 'mantissa_bits'),
  plain('k', 'k'),
  plain('largest', 'largest'),
  plain('epsilon', 'epsilon'),
  plain('featureIndex', 'feature_index'),
  plain('isCrossProgramPrefetch', 'is_cross_program_prefetch'),
  plain('crossProgramPrefetchIndex', 'cross_program_prefetch_index'),
  plain('fusionKind', 'kind'),
  quoted('customCallTarget', 'custom_call_target'),
  entry('operandLayouts', (shapes) => [
    `operand_layout_constraints={${shapes.map((shape) => shapeText(shape)).join(', ')}}`,
  ]),
  flag('customCallHasSideEffect', 'custom_call_has_side_effect'),
  entry('outputToOperandAliasing', (aliases) => [
    `output_to_operand_aliasing={${aliases.map(aliasText).join(', ')}}`,
  ]),
  entry('literal', (literal, { opcode }) =>
    opcode === 'custom-call' && literal.kind === 'array'
      ? [`literal=${shapeText(literal.shape)} ${literalText(literal)}`]
      : [],
  ),
  plain('customCallSchedule', 'schedule'),
  plain('customCallApiVersion', 'api_version'),
  entry('domain', ({ kind, entry: from, exit }) => [
    `domain={kind="${kind}", entry=${shardingText(from)}, exit=${shardingText(exit)}}`,
  ]),
  quoted('infeedConfig', 'infeed_config'),
  entry('outfeedShape', (shape) => [`outfeed_shape=${shapeText(shape)}`]),
  quoted('outfeedConfig', 'outfeed_config'),
  plain('delta', 'delta'),
  quoted('asyncExecutionThread', 'async_execution_thread'),
];

/** Returns the texts of the attributes of an instruction's kind. */
export function attributeTexts(instruction: Instruction): string[] {
  return entries.flatMap((print) => print(instruction));
}
