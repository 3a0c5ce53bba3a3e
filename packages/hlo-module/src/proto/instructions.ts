import type { CalledRole, Computation, Instruction } from '../model/module.ts';
import type { Shape } from '../model/shape.ts';
import type { Mutable } from '../mutable.ts';
import { normalize } from '../implied-attributes.ts';
import type { InstructionMessage } from './instruction-message.ts';
import { writeOrigins } from './other-fields.ts';

/** Roles of callees in the order in which protobuf has them; the last one is that of all that follow. */
const roles: Readonly<Partial<Record<string, readonly CalledRole[]>>> = {
  fusion: ['calls'],
  'async-start': ['calls'],
  'async-update': ['calls'],
  'async-done': ['calls'],
  while: ['body', 'condition'],
  'select-and-scatter': ['select', 'scatter'],
  'custom-call': ['called'],
};

/** Instructions and computations that are known, by their numbers. */
export interface Known {
  readonly instructions: ReadonlyMap<number, Instruction>;
  readonly computations: ReadonlyMap<number, Computation>;
  /** Texts that instructions name by numbers. */
  readonly payloads: readonly string[];
  readonly fail: (message: string) => never;
}

/** Returns an instruction whose operands and callees are known. */
export function toInstruction(message: InstructionMessage, known: Known): Instruction {
  const {
    name = '',
    opcode = '',
    shape,
    operands = [],
    called = [],
    metadata,
    sharding,
    attributes,
    others,
  } = message;
  if (shape === undefined) return known.fail(`instruction '${name}' has no shape`);
  const inputs = operands.map((id) => find(id, message, known));
  const configuration = configurationOf(message, known);
  const predecessors = (message.controlPredecessors ?? []).map((id) => find(id, message, known));
  const { statistics, attributeOthers } = split(others);
  const kept = new Map<string, string>(statistics);
  if (
    message.origins !== undefined &&
    (message.origins.isSyntheticCall || message.origins.elements.length > 0)
  )
    kept.set('origin', writeOrigins(message.origins, shape));
  setAttributes(message, inputs[0]?.shape);
  if (opcode.startsWith('collective-permute') && attributes.sliceSizes !== undefined) {
    attributeOthers.set('slice_sizes', slicesOf(attributes.sliceSizes, inputs[0]?.shape));
    delete attributes.sliceSizes;
  }
  if (attributeOthers.size > 0) attributes.others = attributeOthers;
  const instruction: Mutable<Instruction> = {
    name,
    opcode,
    shape,
    operands: inputs,
    attributes,
    called: calls(opcode, called, inputs[0], known),
    line: 0,
  };
  if (predecessors.length > 0) instruction.controlPredecessors = predecessors;
  if (metadata !== undefined && Object.keys(metadata).length > 0) instruction.metadata = metadata;
  if (sharding !== undefined) instruction.sharding = sharding;
  if ((message.frontendAttributes?.size ?? 0) > 0)
    instruction.frontendAttributes = message.frontendAttributes!;
  if (configuration !== '') instruction.backendConfig = configuration;
  if (kept.size > 0) instruction.others = kept;
  return instruction;
}

function find(id: number, { name }: InstructionMessage, { instructions, fail }: Known): Instruction {
  return (
    instructions.get(id) ??
    fail(`instruction '${name ?? ''}' uses number ${id}, which is not defined before it`)
  );
}

function configurationOf(
  { backendConfig = '', payload }: InstructionMessage,
  { payloads, fail }: Known,
): string {
  if (backendConfig !== '' || payload === undefined) return backendConfig;
  if (payload.value !== undefined) return payload.value;
  if (payload.id === undefined) return '';
  return payloads[payload.id] ?? fail(`the module has no payload ${payload.id}`);
}

/** Separates what the text keeps beside the attributes of the opcode. */
function split(others: InstructionMessage['others']) {
  const statistics = [...others].filter(([name]) => name === 'statistics');
  const attributeOthers = new Map<string, string>([...others].filter(([name]) => name !== 'statistics'));
  return { statistics, attributeOthers };
}

/** Returns the sizes of slices of an operand as the text writes them, a list for each slice: `{{1,8},{2,8}}`. */
function slicesOf(sizes: readonly number[], operand: Shape | undefined): string {
  const array = operand?.kind === 'tuple' ? operand.elements[0] : operand;
  const rank = Math.max(array?.kind === 'array' ? array.dimensions.length : sizes.length, 1);
  const slices: string[] = [];
  for (let start = 0; start < sizes.length; start += rank)
    slices.push(`{${sizes.slice(start, start + rank).join(',')}}`);
  return `{${slices.join(',')}}`;
}

/** Types of comparisons that the text does not write, since the operands have them. */
function defaultComparison(shape: Shape | undefined): string {
  const type = shape?.kind === 'array' ? shape.elementType : 'f32';
  if (type === 'pred' || type.startsWith('u')) return 'UNSIGNED';
  return type.startsWith('s') ? 'SIGNED' : 'FLOAT';
}

/** Completes attributes by what protobuf has elsewhere or leaves out. */
function setAttributes(message: InstructionMessage, operand: Shape | undefined): void {
  const { opcode = '', attributes, groups, deviceList, domainEntry, domainExit } = message;
  const replicaGroups =
    deviceList ?? (groups === undefined ? undefined : ({ kind: 'list', groups } as const));
  if (replicaGroups !== undefined) attributes.replicaGroups = replicaGroups;
  if (opcode === 'domain')
    attributes.domain = {
      kind: 'sharding',
      // The text calls the side of the users the entry, protobuf that of the operand.
      entry: domainExit ?? { kind: 'replicated' },
      exit: domainEntry ?? { kind: 'replicated' },
    };
  if (opcode === 'custom-call' && attributes.constrainLayout === true) {
    attributes.operandLayouts ??= [];
    delete attributes.constrainLayout;
  }
  if (attributes.comparisonType === defaultComparison(operand)) delete attributes.comparisonType;
  normalize(opcode, attributes);
}

/** Returns callees with their roles, in the order of the text. */
function calls(
  opcode: string,
  called: readonly number[],
  operand: Instruction | undefined,
  { computations, fail }: Known,
): Instruction['called'] {
  const isTwoWay = operand?.shape.kind === 'array' && operand.shape.elementType === 'pred';
  const ofOpcode: readonly CalledRole[] =
    opcode === 'conditional' ? (isTwoWay ? ['true', 'false'] : ['branch']) : (roles[opcode] ?? ['to_apply']);
  const callees = called.map((id, index) => ({
    role: ofOpcode[Math.min(index, ofOpcode.length - 1)]!,
    computation: computations.get(id) ?? fail(`computation ${id} is not defined before it is called`),
  }));
  return opcode === 'while' ? callees.toReversed() : callees;
}
