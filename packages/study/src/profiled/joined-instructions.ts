import type { Computation, HloModule, Instruction } from '@shardform/hlo-module';
import { executedBy } from '../compiled/executed-computations.ts';
import { ComputationUsers } from '../compiled/used-slices.ts';

/** How the line of an operation is known. */
export type PlaceMeaning =
  /** It has a place itself. */
  | 'own'
  /** One of the operations that it executes has. */
  | 'inside'
  /** XLA has made it: it has the place of an operand or a user. */
  | 'neighbour';

/** The line of the user's files that an operation is of. */
export interface JoinedPlace {
  /** `file:line`. */
  readonly place: string;
  readonly meaning: PlaceMeaning;
}

/** Instructions of a module by the names that events of profiles have, with their lines. */
export class JoinedInstructions {
  readonly #module: HloModule;
  readonly #byName = new Map<string, Instruction>();
  readonly #users = new ComputationUsers();
  /** The instruction that executes a computation as one kernel. */
  readonly #fusions = new Map<Computation, Instruction>();
  readonly #computations = new Map<Instruction, Computation>();

  constructor(module: HloModule) {
    this.#module = module;
    for (const computation of module.computations)
      for (const instruction of computation.instructions) {
        this.#byName.set(instruction.name, instruction);
        this.#computations.set(instruction, computation);
        if (instruction.opcode === 'fusion')
          for (const { computation: body } of instruction.called) this.#fusions.set(body, instruction);
      }
  }

  /** Returns the instruction of a name; `null` if the module has none. */
  named(name: string): Instruction | null {
    return this.#byName.get(name) ?? null;
  }

  /** Returns the instruction that is a kernel: the fusion that one is in, or itself. */
  kernelOf(instruction: Instruction): Instruction {
    let at = instruction;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const computation = this.#computations.get(at);
      const around = computation === undefined ? undefined : this.#fusions.get(computation);
      if (around === undefined) return at;
      at = around;
    }
    return at;
  }

  /** Returns the line that an instruction is of; `null` if unknown. */
  placeOf(instruction: Instruction): JoinedPlace | null {
    const own = this.#ownPlace(instruction);
    if (own !== null) return { place: own, meaning: 'own' };
    const inside = this.#placeInside(instruction);
    if (inside !== null) return { place: inside, meaning: 'inside' };
    const beside = this.#placeBeside(instruction);
    return beside === null ? null : { place: beside, meaning: 'neighbour' };
  }

  #ownPlace({ metadata }: Instruction): string | null {
    if (metadata === undefined) return null;
    const frame = this.#module.stackFrames[(metadata.stackFrameId ?? 0) - 1]?.location;
    if (frame !== undefined) return `${frame.fileName}:${frame.line}`;
    return metadata.sourceFile === undefined ? null : `${metadata.sourceFile}:${metadata.sourceLine ?? 0}`;
  }

  /** The last operation tells what a fusion is for. */
  #placeInside(instruction: Instruction): string | null {
    const open = executedBy(instruction);
    const visited = new Set<Computation>(open);
    for (const computation of visited)
      for (const own of computation.instructions.toReversed()) {
        const place = this.#ownPlace(own);
        if (place !== null) return place;
        for (const next of executedBy(own)) visited.add(next);
      }
    return null;
  }

  /** The nearest operand or user, operands first: XLA copies and moves what they compute. */
  #placeBeside(instruction: Instruction): string | null {
    const visited = new Set<Instruction>([instruction]);
    for (const at of visited) {
      if (visited.size > MOST_STEPS) break;
      const place = at === instruction ? null : (this.#ownPlace(at) ?? this.#placeInside(at));
      if (place !== null) return place;
      for (const next of at.operands) visited.add(next);
      const computation = this.#computations.get(at);
      if (computation === undefined) continue;
      for (const next of this.#users.of(computation, at)) visited.add(next);
    }
    return null;
  }
}

/** Instructions that a search looks at. */
const MOST_STEPS = 64;
