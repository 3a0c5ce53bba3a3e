import type { CalledRole, FrontendAttributes, Instruction } from '../model/module.ts';
import { attributeTexts } from './attribute-text.ts';
import { quotedText } from './escapes.ts';
import { literalText } from './literal-text.ts';
import { metadataText } from './metadata-text.ts';
import { indexComment, shapeText } from './shape-text.ts';
import { shardingText } from './sharding-text.ts';

/** The choices of a form of the text. */
export interface InstructionForm {
  /** Before each name: `%` or nothing. */
  readonly sigil: string;
  readonly hasMetadata: boolean;
  readonly hasLargeConstants: boolean;
  /** Whether every fifth operand has its number before it. */
  readonly hasOperandIndices: boolean;
}

const roleNames: Readonly<Record<CalledRole, string>> = {
  to_apply: 'to_apply',
  calls: 'calls',
  body: 'body',
  condition: 'condition',
  branch: 'branch_computations',
  true: 'true_computation',
  false: 'false_computation',
  select: 'select',
  scatter: 'scatter',
  comparator: 'to_apply',
  called: 'called_computations',
  async: 'calls',
};

/** Roles of which an instruction lists several. */
const listed: ReadonlySet<CalledRole> = new Set<CalledRole>(['branch', 'called']);

/** Returns the line of an instruction without its indentation. */
export function instructionText(instruction: Instruction, isRoot: boolean, form: InstructionForm): string {
  const { name, opcode, shape } = instruction;
  const head = `${isRoot ? 'ROOT ' : ''}${form.sigil}${name} = ${shapeText(shape)} ${opcode}`;
  const { sharding, frontendAttributes, controlPredecessors = [], metadata, backendConfig } = instruction;
  const rest = [
    ...attributeTexts(instruction),
    ...calledTexts(instruction, form),
    ...others(instruction.attributes.others),
    ...(sharding === undefined ? [] : [`sharding=${shardingText(sharding)}`]),
    ...(frontendAttributes === undefined || frontendAttributes.size === 0
      ? []
      : [`frontend_attributes=${frontendAttributesText(frontendAttributes)}`]),
    ...(controlPredecessors.length === 0
      ? []
      : [
          `control-predecessors={${controlPredecessors.map((before) => form.sigil + before.name).join(', ')}}`,
        ]),
    ...others(instruction.others),
    ...(metadata === undefined || !form.hasMetadata ? [] : [`metadata=${metadataText(metadata)}`]),
    ...(backendConfig === undefined ? [] : [`backend_config=${configText(backendConfig)}`]),
  ];
  return [`${head}(${operandsText(instruction, form)})`, ...rest].join(', ');
}

function operandsText({ opcode, operands, attributes }: Instruction, form: InstructionForm): string {
  if (opcode === 'parameter') return `${attributes.parameterNumber ?? 0}`;
  if (opcode === 'constant' && attributes.literal !== undefined)
    return literalText(attributes.literal, form.hasLargeConstants);
  return operands
    .map(({ name }, i) => (form.hasOperandIndices ? indexComment(i) : '') + form.sigil + name)
    .join(', ');
}

function calledTexts({ called }: Instruction, { sigil }: InstructionForm): string[] {
  const byName = new Map<string, { isList: boolean; names: string[] }>();
  for (const { role, computation } of called) {
    const name = roleNames[role];
    const found = byName.get(name);
    if (found === undefined)
      byName.set(name, { isList: listed.has(role), names: [sigil + computation.name] });
    else found.names.push(sigil + computation.name);
  }
  return [...byName].map(([name, { isList, names }]) =>
    isList || names.length > 1 ? `${name}={${names.join(', ')}}` : `${name}=${names.join('')}`,
  );
}

function others(members: ReadonlyMap<string, string> | undefined): string[] {
  return [...(members ?? [])].map(([name, value]) => `${name}=${value}`);
}

/** Returns the text of frontend attributes with their braces. Values in braces stand as they are, others in quotes. */
export function frontendAttributesText(attributes: FrontendAttributes): string {
  const texts = [...attributes].map(
    ([name, value]) => `${name}=${value.startsWith('{') ? value : quotedText(value)}`,
  );
  return `{${texts.join(',')}}`;
}

/** A dictionary stands as it is, any other text in quotes. */
function configText(config: string): string {
  return config.startsWith('{') ? config : quotedText(config);
}
