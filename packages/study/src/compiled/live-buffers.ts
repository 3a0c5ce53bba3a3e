import type { AssignedBuffer, Computation, HloModule, Instruction } from '@shardform/hlo-module';
import { lookUp } from '@shardform/ir-core';
import { executedBy, executedComputations } from './executed-computations.ts';
import { ComputationUsers } from './used-slices.ts';

/** Memory that an instruction's result has while it is in use: positions are those of the order of execution. */
export interface LiveBuffer {
  readonly instruction: Instruction;
  /** The number of the array in its result, of a result of several. */
  readonly part: number;
  readonly offset: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** The last instruction that reads it; `null` where it is in use until the end. */
  readonly until: Instruction | null;
}

interface Span {
  readonly start: number;
  end: number;
}

/** Element of a result: the way through tuples to it. */
type ShapeIndex = readonly number[];

/** Finds when buffers of a scheduled module are in use. */
export class BufferLives {
  readonly #spans = new Map<Instruction, Span>();
  readonly #computations = new Map<Instruction, Computation>();
  readonly #callers = new Map<Computation, Instruction | null>();
  readonly #byName = new Map<string, Instruction>();
  readonly #users = new ComputationUsers();

  constructor(module: HloModule) {
    for (const { computation, caller } of executedComputations(module)) {
      this.#callers.set(computation, caller);
      for (const instruction of computation.instructions) {
        this.#computations.set(instruction, computation);
        this.#byName.set(instruction.name, instruction);
      }
    }
    this.#number(module.entry);
  }

  /** Returns when a buffer is in use; `null` for one of an instruction that is not executed by itself. */
  of({ instruction: name, shapeIndex, offset, size }: AssignedBuffer): LiveBuffer | null {
    const instruction = this.#byName.get(name);
    const span = instruction === undefined ? undefined : this.#spans.get(instruction);
    if (instruction === undefined || span === undefined) return null;
    const last = this.#lastUse(instruction, shapeIndex);
    return {
      ...{ instruction, part: shapeIndex[0] ?? 0, offset, size, start: span.start },
      end: last === null ? Infinity : lookUp(this.#spans, last).end,
      until: last,
    };
  }

  /** Numbers instructions as they are executed, those of a call between its beginning and its end. */
  #number(entry: Computation): void {
    let next = 0;
    const begun = new Set<Computation>([entry]);
    const open: { readonly computation: Computation; at: number }[] = [{ computation: entry, at: 0 }];
    while (open.length > 0) {
      const frame = open.at(-1)!;
      const instruction = frame.computation.instructions[frame.at];
      if (instruction === undefined) {
        open.pop();
        continue;
      }
      const span = this.#spans.get(instruction);
      if (span === undefined) this.#spans.set(instruction, { start: next++, end: Infinity });
      const callee = executedBy(instruction).find((own) => !begun.has(own));
      if (callee === undefined) {
        lookUp(this.#spans, instruction).end = next++;
        frame.at++;
      } else {
        begun.add(callee);
        open.push({ computation: callee, at: 0 });
      }
    }
  }

  /** The last instruction that reads an element of a result, also by way of tuples and bitcasts; `null` for a result of the program. */
  #lastUse(instruction: Instruction, index: ShapeIndex): Instruction | null {
    const computation = lookUp(this.#computations, instruction);
    let last = instruction;
    const read = (user: Instruction): void => {
      if (lookUp(this.#spans, user).end > lookUp(this.#spans, last).end) last = user;
    };
    const open: (readonly [Instruction, ShapeIndex])[] = [[instruction, index]];
    const seen = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [at, own] = next;
      const key = `${at.name} ${own.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (at === computation.root) {
        const caller = this.#callers.get(computation) ?? null;
        if (caller === null) return null;
        read(caller);
      }
      for (const user of this.#users.of(computation, at)) {
        const passed = passedOn(user, at, own);
        if (passed === null || HOLDS.has(user.opcode)) read(user);
        for (const part of passed ?? []) open.push([user, part]);
      }
    }
    return last;
  }
}

/** Instructions that read what they pass on. */
const HOLDS: ReadonlySet<string> = new Set(['while', 'call', 'conditional']);
/** Instructions whose result is their operand. */
const RENAMES: ReadonlySet<string> = new Set(['bitcast', 'optimization-barrier', 'while', 'async-update']);

/** The elements of the result of a user that are an element of its operand; `null` where it reads the element. */
function passedOn(user: Instruction, operand: Instruction, index: ShapeIndex): readonly ShapeIndex[] | null {
  const { opcode, operands, attributes } = user;
  if (opcode === 'tuple') return operands.flatMap((own, i) => (own === operand ? [[i, ...index]] : []));
  if (opcode === 'get-tuple-element') return attributes.tupleIndex === index[0] ? [index.slice(1)] : [];
  if (RENAMES.has(opcode)) return [index];
  return null;
}
