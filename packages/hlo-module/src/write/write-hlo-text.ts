import type { Computation, HloModule } from '../model/module.ts';
import { frontendAttributesText, instructionText, type InstructionForm } from './instruction-text.ts';
import { programShapeText, shapeText } from './shape-text.ts';
import { stackFrameTables } from './stack-frame-text.ts';

/** Options of {@link writeHloText}. */
export interface HloTextOptions {
  /**
   * `short` is the form of JAX's `as_hlo_text()`: names alone, no metadata. `long` is that of `compiled.as_text()`: names
   * with `%`, shapes of computations, metadata and stack frames. `short` by default.
   */
  readonly form?: 'short' | 'long';
  /** True if constants of more than ten elements are written whole instead of as `{...}`. */
  readonly largeConstants?: boolean;
}

/** Returns the text of a module as XLA prints it. */
export function writeHloText(module: HloModule, options: HloTextOptions = {}): string {
  const isLong = options.form === 'long';
  const form: InstructionForm = {
    sigil: isLong ? '%' : '',
    hasMetadata: isLong,
    hasLargeConstants: options.largeConstants === true,
    hasOperandIndices: isLong,
  };
  const parts = [`${headText(module)}\n`];
  if (isLong && module.stackFrames.length > 0) parts.push(stackFrameTables(module.stackFrames), '');
  for (const computation of module.computations) {
    parts.push(computationText(computation, computation === module.entry, form, isLong), '');
  }
  return `${parts.join('\n')}\n`;
}

function headText(module: HloModule): string {
  const { inputOutputAliases, bufferDonors, entryLayout, frontendAttributes } = module;
  const index = (at: readonly number[]): string => `{${at.join(', ')}}`;
  const flags = (values: readonly boolean[]): string => `{${values.join(',')}}`;
  const aliases = inputOutputAliases.map(
    ({ output, parameter, parameterIndex, kind }) =>
      `${index(output)}: (${parameter}, ${index(parameterIndex)}, ${kind})`,
  );
  const donors = bufferDonors.map(
    ({ parameter, parameterIndex }) => `(${parameter}, ${index(parameterIndex)})`,
  );
  const parameters = module.allowSpmdShardingPropagationToParameters;
  const output = module.allowSpmdShardingPropagationToOutput;
  const members = [
    ...(module.isScheduled ? ['is_scheduled=true'] : []),
    ...(aliases.length === 0 ? [] : [`input_output_alias={ ${aliases.join(', ')} }`]),
    ...(donors.length === 0 ? [] : [`buffer_donor={ ${donors.join(', ')} }`]),
    ...(entryLayout === undefined ? [] : [`entry_computation_layout={${programShapeText(entryLayout)}}`]),
    ...(parameters === undefined
      ? []
      : [`allow_spmd_sharding_propagation_to_parameters=${flags(parameters)}`]),
    ...(output === undefined ? [] : [`allow_spmd_sharding_propagation_to_output=${flags(output)}`]),
    ...(module.replicaCount === 1 ? [] : [`replica_count=${module.replicaCount}`]),
    ...(module.numPartitions === 1 || module.isNumPartitionsInferred === true
      ? []
      : [`num_partitions=${module.numPartitions}`]),
    ...(frontendAttributes.size === 0
      ? []
      : [`frontend_attributes=${frontendAttributesText(frontendAttributes)}`]),
    ...[...module.others].map(([name, value]) => `${name}=${value}`),
  ];
  return [`HloModule ${module.name}`, ...members].join(', ');
}

function computationText(
  computation: Computation,
  isEntry: boolean,
  form: InstructionForm,
  hasShapes: boolean,
): string {
  const { name, parameters, root, executionThread } = computation;
  const inputs = parameters.map(({ name: own, shape }) => `${own}: ${shapeText(shape, false)}`);
  const shapes = hasShapes ? ` (${inputs.join(', ')}) -> ${shapeText(root.shape, false)}` : '';
  const thread = executionThread === undefined ? '' : `, execution_thread="${executionThread}"`;
  const lines = computation.instructions.map(
    (instruction) => `  ${instructionText(instruction, instruction === root, form)}`,
  );
  return [`${isEntry ? 'ENTRY ' : ''}${form.sigil}${name}${shapes} {`, ...lines, `}${thread}`].join('\n');
}
