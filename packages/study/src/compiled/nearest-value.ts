import type { Instruction } from '@shardform/hlo-module';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import type { PlacedInstruction } from './instruction-origin.ts';
import type { ValueSources } from './value-sources.ts';

/** The name in StableHLO of the operation that an opcode of HLO is, where the names differ by more than their dashes. */
const OPERATIONS: Readonly<Record<string, string>> = { dot: 'dot_general' };

/** Returns the name in StableHLO of the operation that an opcode of HLO is. */
export function operationOf(opcode: string): string {
  return `stablehlo.${OPERATIONS[opcode] ?? opcode.replaceAll('-', '_')}`;
}

/** What is known of instructions of a compiled program. */
export interface InstructionSources {
  /** Returns the operations that an instruction was made for. */
  readonly operationsOf: (at: PlacedInstruction) => readonly Operation[];
  /** Returns the number of the argument that an instruction is; `null` if it is none. */
  readonly argumentOf: (instruction: Instruction) => number | null;
  readonly values: ValueSources;
}

/**
 * Returns the value of an operation that the elements of a collective are of: an operand that one of the instructions before the
 * collective computes, or a result, if that is computed first on the way back; `null` if neither is found.
 *
 * @param steps the instructions from the collective back to where elements are computed.
 */
export function nearestValue(
  op: Operation,
  steps: readonly PlacedInstruction[],
  { operationsOf, argumentOf, values }: InstructionSources,
): Value | null {
  const isScalar = op.results[0]?.type instanceof RankedTensorType && op.results[0].type.rank === 0;
  const operands = op
    .operandValues()
    .filter(({ type }) => type instanceof RankedTensorType && (type.rank > 0 || isScalar))
    .map((value) => ({ value, sources: values.of(value) }));
  for (const at of steps) {
    const step = at.instruction;
    const [found, argument] = [operationsOf(at), argumentOf(step)];
    const isOf = (sources: ReadonlySet<Operation | number>): boolean =>
      (argument !== null && sources.has(argument)) || found.some((own) => own !== op && sources.has(own));
    const [operand] = operands.filter(({ sources }) => isOf(sources));
    if (operand !== undefined) return operand.value;
    const computes =
      (operationOf(step.opcode) === op.name && !PARTS.has(step.opcode)) || SUMS.has(step.opcode);
    if (computes && found.includes(op)) return op.results[0] ?? null;
  }
  return null;
}

/** Opcodes of operations and of the parts of their operands alike. */
const PARTS: ReadonlySet<string> = new Set(['slice', 'dynamic-slice', 'pad']);
const SUMS: ReadonlySet<string> = new Set(['all-reduce', 'reduce-scatter', 'all-reduce-done']);
