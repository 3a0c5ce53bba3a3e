import type { Computation, HloModule, Instruction } from '@shardform/hlo-module';
import { executedComputations } from './executed-computations.ts';

/** An instruction and the computation that it is in. */
export interface PlacedInstruction {
  readonly instruction: Instruction;
  readonly computation: Computation;
}

/** The instruction that computes the elements of a value. */
export interface InstructionOrigin extends PlacedInstruction {
  /** Whether every iteration of the innermost loop around the value has the same. */
  readonly isInvariant: boolean;
  /** Whether devices that do not have an element have zero in its place. */
  readonly isMasked: boolean;
  /** The instructions from the value to the one that computes its elements, both included. */
  readonly steps: readonly PlacedInstruction[];
}

/** Opcodes that change the order or the type of elements, or that name a value. */
const MOVES: ReadonlySet<string> = new Set([
  ...['bitcast', 'copy', 'copy-done', 'copy-start', 'reshape', 'transpose', 'convert', 'opt-barrier'],
  ...['all-gather-done', 'all-reduce-done', 'collective-permute-done', 'async-done'],
]);

/** Opcodes whose results are the numbers of devices. */
const DEVICE_NUMBERS: ReadonlySet<string> = new Set(['partition-id', 'replica-id']);

/** Steps after which a search ends; programs have chains of moves of a few steps. */
const MOST_STEPS = 1000;

/** Finds the instructions that compute values, through fusions, calls and loops. */
export class OriginFinder {
  readonly #callers = new Map<Computation, { readonly caller: Instruction; readonly around: Computation }>();
  readonly #entry: Computation;

  constructor(module: HloModule) {
    this.#entry = module.entry;
    const executed = executedComputations(module);
    const around = new Map(
      executed.flatMap(({ computation }) =>
        computation.instructions.map((own) => [own, computation] as const),
      ),
    );
    for (const { computation, caller } of executed)
      if (caller !== null) this.#callers.set(computation, { caller, around: around.get(caller)! });
  }

  /**
   * Returns the origin of the value of an instruction of a computation.
   *
   * @param isPart returns whether an instruction only takes a part of its first operand, or moves it to other devices.
   */
  of(
    value: Instruction,
    within: Computation,
    isPart: (instruction: Instruction) => boolean = () => false,
  ): InstructionOrigin {
    const found: Search = {
      instruction: value,
      computation: within,
      path: [],
      isInvariant: false,
      isMasked: false,
    };
    const steps: PlacedInstruction[] = [{ instruction: value, computation: within }];
    while (steps.length < MOST_STEPS && this.#follow(found, isPart))
      steps.push({ instruction: found.instruction, computation: found.computation });
    const { instruction, computation, isInvariant, isMasked } = found;
    return { instruction, computation, isInvariant, isMasked, steps };
  }

  /** Returns whether a value differs between devices because it is computed of their numbers. */
  isOfDevice(value: Instruction, within: Computation): boolean {
    const visited = new Set<Instruction>();
    const open = [{ instruction: value, computation: within }];
    for (let at = open.pop(); at !== undefined && visited.size < MOST_STEPS; at = open.pop()) {
      const { instruction, computation } = this.of(at.instruction, at.computation);
      if (DEVICE_NUMBERS.has(instruction.opcode)) return true;
      if (visited.has(instruction)) continue;
      visited.add(instruction);
      open.push(...instruction.operands.map((operand) => ({ instruction: operand, computation })));
    }
    return false;
  }

  /** Goes one step back from where a value is. @returns false where the instruction computes it. */
  #follow(at: Search, isPart: (instruction: Instruction) => boolean): boolean {
    const { opcode } = at.instruction;
    if (opcode === 'parameter') return this.#followParameter(at);
    const follow = FOLLOW.get(opcode);
    return follow?.(at) ?? (isPart(at.instruction) && toOperand(at));
  }

  #followParameter(at: Search): boolean {
    const call = this.#callers.get(at.computation);
    if (call === undefined || at.computation === this.#entry) return false;
    const { caller, around } = call;
    if (caller.opcode === 'while') {
      if (!isSameInAll(caller, at.path.at(-1))) return false;
      at.isInvariant = true;
      at.instruction = caller.operands[0]!;
    } else if (caller.opcode === 'fusion' || caller.opcode === 'call' || caller.opcode === 'conditional') {
      const index =
        caller.opcode === 'conditional'
          ? 1 + caller.called.findIndex(({ computation }) => computation === at.computation)
          : (at.instruction.attributes.parameterNumber ?? 0);
      const operand = caller.operands[index];
      if (operand === undefined) return false;
      at.instruction = operand;
    } else return false;
    at.computation = around;
    return true;
  }
}

/** Where a search is. */
interface Search {
  instruction: Instruction;
  computation: Computation;
  /** Elements of tuples, the outermost last. */
  readonly path: number[];
  isInvariant: boolean;
  isMasked: boolean;
}

/** By opcode, how a search goes on from an instruction that only hands a value on. */
const FOLLOW: ReadonlyMap<string, (at: Search) => boolean> = new Map([
  ...Array.from(MOVES, (opcode) => [opcode, toOperand] as const),
  ['get-tuple-element', element],
  ['tuple', tuple],
  ['fusion', intoBody],
  ['call', intoBody],
  ['while', lastIteration],
  ['select', unmasked],
  ['conditional', onlyBranch],
]);

function toOperand(at: Search): boolean {
  const [operand] = at.instruction.operands;
  if (operand === undefined) return false;
  at.instruction = operand;
  return true;
}

function element(at: Search): boolean {
  at.path.push(at.instruction.attributes.tupleIndex ?? 0);
  return toOperand(at);
}

function tuple(at: Search): boolean {
  const index = at.path.pop();
  const operand = index === undefined ? undefined : at.instruction.operands[index];
  if (operand === undefined) return false;
  at.instruction = operand;
  return true;
}

function intoBody(at: Search): boolean {
  const body = at.instruction.called[0]?.computation;
  if (body === undefined) return false;
  [at.instruction, at.computation] = [body.root, body];
  return true;
}

function lastIteration(at: Search): boolean {
  if (isSameInAll(at.instruction, at.path.at(-1))) return toOperand(at);
  const body = bodyOf(at.instruction);
  if (body === undefined || at.path.length === 0) return false;
  [at.instruction, at.computation] = [body.root, body];
  return true;
}

/** A device that does not have an element has zero in its place. */
function unmasked(at: Search): boolean {
  const [, onTrue, onFalse] = at.instruction.operands;
  if (onTrue === undefined || onFalse === undefined) return false;
  const isMasked = isZero(onFalse);
  if (!isMasked && !isZero(onTrue)) return false;
  at.instruction = isMasked ? onTrue : onFalse;
  at.isMasked = true;
  return true;
}

/** A branch in which one device computes something; the others have constants. */
function onlyBranch(at: Search): boolean {
  const computing = at.instruction.called.filter(({ computation: { instructions } }) =>
    instructions.some(({ opcode }) => opcode === 'custom-call'),
  );
  if (computing.length !== 1) return false;
  const { computation } = computing[0]!;
  [at.instruction, at.computation] = [computation.root, computation];
  return true;
}

function isZero({ opcode, operands, attributes: { literal } }: Instruction): boolean {
  if (opcode === 'broadcast') return operands[0] !== undefined && isZero(operands[0]);
  return literal?.kind === 'array' && literal.bytes?.every((byte) => byte === 0) === true;
}

function bodyOf({ called }: Instruction): Computation | undefined {
  return called.find(({ role }) => role === 'body')?.computation;
}

/** Returns whether all iterations of a loop have the same element of its state. */
function isSameInAll(loop: Instruction, index: number | undefined): boolean {
  const body = bodyOf(loop);
  return body !== undefined && index !== undefined && isHandedOn(body, index);
}

/** Returns whether each iteration of a loop hands an element of its state on as it is. */
function isHandedOn({ root, parameters }: Computation, index: number): boolean {
  let element = root.opcode === 'tuple' ? root.operands[index] : undefined;
  while (element !== undefined && (element.opcode === 'copy' || element.opcode === 'bitcast'))
    [element] = element.operands;
  return (
    element?.opcode === 'get-tuple-element' &&
    element.attributes.tupleIndex === index &&
    element.operands[0] === parameters[0]
  );
}
