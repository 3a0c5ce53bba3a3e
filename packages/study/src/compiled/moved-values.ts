import { programEntry } from '@shardform/dialect-func';
import type { HloModule, Instruction } from '@shardform/hlo-module';
import type { Operation, Value } from '@shardform/ir-core';
import type { Study } from '../study.ts';
import { axesBetween } from '../time/collective-axes.ts';
import type { CauseSite } from './cause.ts';
import type { CompiledCollective, MovedArray } from './compiled-collective.ts';
import { deviceGroups } from './device-groups.ts';
import { type InstructionOrigin, OriginFinder, type PlacedInstruction } from './instruction-origin.ts';
import { type MovedValue, movedValue } from './moved-value.ts';
import { nearestValue } from './nearest-value.ts';
import type { PartitionedSource } from './partitioned-source.ts';
import type { SourceIndex } from './source-index.ts';
import { likelyOperations, ownOperation } from './source-match.ts';
import { ComputationUsers } from './used-slices.ts';
import type { ValueSources } from './value-sources.ts';

/** Opcodes that send on what they are given. */
const SENT_ON: ReadonlySet<string> = new Set([
  ...['all-gather', 'all-gather-start', 'all-to-all', 'collective-permute', 'collective-permute-start'],
]);
/** Opcodes by which XLA's partitioner takes or joins parts of a value. */
const PARTS: ReadonlySet<string> = new Set([
  ...['slice', 'dynamic-slice', 'pad', 'concatenate', 'select', 'dynamic-update-slice', 'broadcast'],
]);

/** Whether an instruction that joins parts may be the operation of its name itself. */
function isOperation(name: string | undefined, opcode: string): boolean {
  const isJoining = opcode === 'concatenate' || opcode === 'dynamic-update-slice';
  return isJoining && name?.split('/').at(-1)?.replaceAll('_', '-') === opcode;
}

/** Instructions without a name that are followed. */
const MOST_UNNAMED = 8;

/** Finds the values of a program that the collectives of its compiled form move. */
export class MovedValues {
  readonly users = new ComputationUsers();
  readonly origins: OriginFinder;
  readonly #compiled: HloModule;
  readonly #study: Study | null;
  readonly #source: PartitionedSource | null;
  readonly #index: SourceIndex | null;

  constructor(
    compiled: HloModule,
    study: Study | null,
    source: PartitionedSource | null,
    index: SourceIndex | null,
  ) {
    this.origins = new OriginFinder(compiled);
    this.#compiled = compiled;
    this.#study = study;
    this.#source = source;
    this.#index = index;
  }

  /** Returns the value that a collective moves. @param way back from it. */
  movedBy(site: CauseSite, way: InstructionOrigin): MovedValue | null {
    if (this.#study === null) return null;
    const { collective } = site;
    const origin = this.#originOf(way) ?? this.#returnedAfter(collective);
    return movedValue(site, origin, this.#gatheredBefore(collective, way), this.#study.module);
  }

  /** Returns a collective, or the first instruction after it that has a name, if it has none itself. */
  namedOf({ instruction, computation }: CompiledCollective): Instruction {
    let named: Instruction | undefined = instruction;
    for (let steps = 0; steps < MOST_UNNAMED && named !== undefined; steps++) {
      if (named.metadata?.opName !== undefined) return named;
      named = this.users.of(computation, named)[0];
    }
    return instruction;
  }

  /** The operation that computes the elements of a value, or the number of the argument that they are of. */
  #originOf({ instruction, computation }: InstructionOrigin): Operation | number | null {
    if (instruction.opcode === 'parameter' && computation === this.#compiled.entry)
      return instruction.attributes.parameterNumber ?? null;
    return ownOperation(instruction, this.#index?.find(instruction)[0] ?? []);
  }

  /**
   * Returns the way back from a collective, through what XLA's partitioner makes of the value before it is sent.
   *
   * @param origin of the array.
   */
  wayOf(
    { computation, instruction, kind }: CompiledCollective,
    { operand }: MovedArray,
    origin: InstructionOrigin,
  ): InstructionOrigin {
    if (kind === 'all_reduce' || kind === 'reduce_scatter') return origin;
    const made = instruction.metadata?.opName;
    const isPart = ({ opcode, metadata }: Instruction): boolean =>
      (SENT_ON.has(opcode) || PARTS.has(opcode)) &&
      (metadata?.opName === undefined || (metadata.opName === made && !isOperation(made, opcode)));
    return this.origins.of(operand, computation, isPart);
  }

  /** Returns the value of an operation that is nearest on the way back from a collective. */
  nearestOf(op: Operation, { steps }: InstructionOrigin): Value | null {
    const values = this.#source?.values;
    if (values === undefined) return null;
    return nearestValue(op, steps, {
      values,
      operationsOf: (at) => this.#operationsOf(at, values),
      argumentOf: (own) => this.#argumentOf(own),
    });
  }

  /** The operations that an instruction may be; of those of one name and place, the ones that use the same arguments. */
  #operationsOf({ instruction, computation }: PlacedInstruction, values: ValueSources): readonly Operation[] {
    const likely = likelyOperations(instruction, this.#index?.find(instruction).flat() ?? []);
    if (likely.length < 2) return likely;
    const used = instruction.operands.flatMap(
      (operand) => this.#argumentOf(this.origins.of(operand, computation).instruction) ?? [],
    );
    const common = likely.map(
      (op) => used.filter((index) => op.operandValues().some((value) => values.of(value).has(index))).length,
    );
    const most = Math.max(...common);
    return likely.filter((_, i) => common[i] === most);
  }

  #argumentOf(instruction: Instruction): number | null {
    return instruction.opcode === 'parameter' && this.#compiled.entry.parameters.includes(instruction)
      ? (instruction.attributes.parameterNumber ?? null)
      : null;
  }

  /** The axes along which a value is gathered on its way to a collective. */
  #gatheredBefore({ instruction }: CompiledCollective, { steps }: InstructionOrigin): readonly string[] {
    const mesh = this.#source?.mesh ?? null;
    if (mesh === null) return [];
    return steps
      .map((step) => step.instruction)
      .filter((step) => step !== instruction && step.opcode.startsWith('all-gather'))
      .flatMap((step) => axesBetween(deviceGroups(step, this.#compiled), mesh));
  }

  /** The value that the program returns after a collective; `null` if something else is done with it. */
  #returnedAfter({ instruction, computation }: CompiledCollective): Value | null {
    if (this.#study === null || computation !== this.#compiled.entry) return null;
    const { root } = computation;
    const results = programEntry(this.#study.module)?.entry.getTerminator().operandValues() ?? [];
    let at: Instruction | undefined = instruction;
    for (let steps = 0; steps < MOST_UNNAMED && at !== undefined; steps++) {
      if (at === root) return results.length === 1 ? results[0]! : null;
      const users = this.users.of(computation, at);
      if (users.includes(root) && root.opcode === 'tuple') return results[root.operands.indexOf(at)] ?? null;
      at = users[0];
    }
    return null;
  }
}
