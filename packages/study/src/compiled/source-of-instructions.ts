import type { HloModule, Instruction } from '@shardform/hlo-module';
import type { FuncOp } from '@shardform/dialect-func';
import type { Operation, Value } from '@shardform/ir-core';
import { executedComputations } from './executed-computations.ts';
import type { SourceIndex } from './source-index.ts';
import { operationOf } from './nearest-value.ts';
import { BESIDE } from './source-match.ts';

/** Values of the program that the elements of an instruction come from; more say nothing. */
const MOST_ORIGINS = 16;

/** Steps back from a value over operations that XLA folds into their users. */
const MOST_FOLDED = 6;

/**
 * Finds the operation of the program that each instruction of its compiled form was made for: by names and places in files, then by
 * opcode, and among operations that these do not tell apart, such as those of unrolled layers, by the values that they take.
 */
export class InstructionSources {
  readonly #index: SourceIndex;
  readonly #known = new Map<Instruction, Operation>();
  readonly #origins = new Map<Instruction, ReadonlySet<Value>>();
  readonly #folded = new Map<Value, ReadonlySet<Value>>();
  readonly #times = new Map<Operation, number>();

  /**
   * @param entry of the program.
   * @param known the operations of instructions that were attributed, such as collectives.
   */
  constructor(
    compiled: HloModule,
    index: SourceIndex,
    entry: FuncOp,
    known: ReadonlyMap<Instruction, Operation>,
  ) {
    this.#index = index;
    for (const [instruction, op] of known) this.#known.set(instruction, op);
    for (const { computation, caller } of executedComputations(compiled)) {
      for (const parameter of computation.parameters) {
        const number = parameter.attributes.parameterNumber ?? 0;
        const argument = computation === compiled.entry ? entry.entry.arguments[number] : undefined;
        const operand = caller?.operands[caller.opcode === 'while' ? 0 : number];
        const origins = operand === undefined ? [] : [...(this.#origins.get(operand) ?? [])];
        this.#origins.set(parameter, new Set(argument === undefined ? origins : [argument]));
      }
      for (const instruction of computation.instructions)
        if (instruction.opcode !== 'parameter') this.#visit(instruction);
    }
  }

  /** Returns the operation that an instruction was made for; `null` if unknown. */
  of(instruction: Instruction): Operation | null {
    return this.#known.get(instruction) ?? null;
  }

  #visit(instruction: Instruction): void {
    const taken = new Set<Value>();
    for (const operand of instruction.operands)
      for (const value of this.#origins.get(operand) ?? []) taken.add(value);
    const op = this.#known.get(instruction) ?? this.#chosen(instruction, taken);
    this.#origins.set(instruction, new Set(op === null ? [...taken].slice(0, MOST_ORIGINS) : op.results));
  }

  #chosen(instruction: Instruction, taken: ReadonlySet<Value>): Operation | null {
    const op = this.#choose(instruction, taken);
    if (op === null) return null;
    this.#known.set(instruction, op);
    this.#times.set(op, (this.#times.get(op) ?? 0) + 1);
    // A fusion has the name of the instruction that its result is of.
    const root = instruction.opcode === 'fusion' ? instruction.called[0]?.computation.root : undefined;
    if (root !== undefined && root.metadata?.opName === instruction.metadata?.opName)
      this.#known.set(root, op);
    return op;
  }

  #choose(instruction: Instruction, taken: ReadonlySet<Value>): Operation | null {
    const named = [...new Set(this.#index.find(instruction).flat())].filter((op) => op.results.length > 0);
    if (named.length < 2) return named[0] ?? null;
    const name = operationOf(instruction.opcode);
    const ranked = [
      named.filter((op) => op.name === name),
      named.filter((op) => !BESIDE.has(op.name)),
      named,
    ].find((own) => own.length > 0)!;
    const scores = ranked.map((op) => this.#shared(op, taken));
    const best = Math.max(...scores);
    const alike = ranked.filter((_, i) => scores[i] === best);
    const times = alike.map((op) => this.#times.get(op) ?? 0);
    return alike[times.indexOf(Math.min(...times))]!;
  }

  /** The number of operands of an operation whose elements an instruction takes. */
  #shared(op: Operation, taken: ReadonlySet<Value>): number {
    return op.operandValues().filter((value) => [...this.#foldedInto(value)].some((own) => taken.has(own)))
      .length;
  }

  /** A value and those that it is only another form of. */
  #foldedInto(value: Value): ReadonlySet<Value> {
    let found = this.#folded.get(value);
    if (found === undefined) {
      const all = new Set([value]);
      let last = [value];
      for (let step = 0; step < MOST_FOLDED && all.size < MOST_ORIGINS; step++) {
        last = last.flatMap(({ definingOp }) =>
          definingOp !== null && isFolded(definingOp) ? definingOp.operandValues() : [],
        );
        for (const own of last) all.add(own);
      }
      this.#folded.set(value, (found = all));
    }
    return found;
  }
}

/** Operations that XLA folds into those that use them. */
function isFolded({ name }: Operation): boolean {
  return BESIDE.has(name) || name === 'stablehlo.transpose' || name === 'sdy.sharding_constraint';
}
