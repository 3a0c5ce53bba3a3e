import { type CallOp, FuncOp } from '@shardform/dialect-func';
import { tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  IntegerType,
  type Location,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { CallIndex, passesOperands } from './call-index.ts';
import { CallPath } from './call-path.ts';
import { argumentName, scopeOf } from './location-names.ts';
import { LoopNouns } from './loop-nouns.ts';
import { isInBackwardPass } from './name-scopes.ts';
import { nameText, originName } from './origin-text.ts';
import type { LoopNoun, ValueOrigin } from './value-origin.ts';
import { countOfParts, isKept, partOf } from './value-parts.ts';
import { dependsOn, isLayoutOf, type PlacedValue, ValueTracer } from './value-tracer.ts';

/** Values that are followed into each other; loops that pass their values around end there. */
const MOST_STEPS = 48;
/** Calls of one function that are compared. */
const MOST_CALLS = 16;

/** Operations that are told by the arguments that they take. */
const PRODUCTS: ReadonlySet<string> = new Set([
  'stablehlo.convolution',
  'stablehlo.dot_general',
  'stablehlo.gather',
]);

/** The text that a program was read from. */
export interface ProgramText {
  /** Its file; `null` for none. */
  readonly file: string | null;
  /** Returns the name of a value in it, for arguments that have no other. */
  readonly nameOf: (value: Value) => string | null;
}

/** Finds where the values of a program come from in the user's program. */
export class ValueOrigins {
  readonly #calls: CallIndex;
  readonly #text: ProgramText;
  readonly #nouns: LoopNouns;
  readonly #tracer: ValueTracer;
  /** Of values whose calls are not known: these lead to all callers. */
  readonly #known = new Map<Value, ValueOrigin | null>();
  readonly #trips = new Map<WhileOp, number | null>();

  /** @param module the program as it was given. */
  constructor(module: ModuleOp, text: ProgramText) {
    this.#calls = new CallIndex(module);
    this.#text = text;
    this.#nouns = new LoopNouns(this.#calls);
    this.#tracer = new ValueTracer(this.#calls);
  }

  /** Returns the calls that something at a location of a later version was inlined at. */
  pathAt(location: Location): CallPath {
    return CallPath.at(location, this.#calls.byLocation);
  }

  /** Returns the calls that an operation of the program is inside of, the innermost first, as far as they are known. */
  callsAround(op: Operation, path: CallPath): readonly CallOp[] {
    return this.#calls.around(op, path);
  }

  /** Returns whether an operation of the program, or a call that leads to it, belongs to a backward pass. */
  isBackward(op: Operation, path: CallPath): boolean {
    return [op, ...this.#calls.around(op, path)].some((own) => isInBackwardPass(scopeOf(own) ?? ''));
  }

  /**
   * Returns the origin of a value of the program.
   *
   * @param path the calls through which its function was entered, as far as they are known.
   * @returns `null` for arguments of functions and regions of which nothing is known.
   */
  of(value: Value, path: CallPath = CallPath.NONE): ValueOrigin | null {
    return this.#find(value, path, 0);
  }

  #find(value: Value, path: CallPath, steps: number): ValueOrigin | null {
    if (path !== CallPath.NONE || steps > MOST_STEPS / 2) return this.#findAnew(value, path, steps);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const origin = this.#findAnew(value, path, steps);
    this.#known.set(value, origin);
    return origin;
  }

  #findAnew(value: Value, path: CallPath, steps: number): ValueOrigin | null {
    if (steps > MOST_STEPS) return null;
    const op = value.definingOp;
    if (op === null) return this.#ofArgument(value, path, steps + 1);
    const index = op.results.findIndex((own) => own === value);
    const found =
      op instanceof WhileOp
        ? this.#ofLoop(op, index, path, steps + 1)
        : (this.#ofKept(value, path, steps + 1) ??
          this.#ofInside(op, index, path, steps + 1) ??
          this.#ofOperand(op, index, path, steps + 1));
    if (found !== null) return found;
    const weights = PRODUCTS.has(op.name) ? this.#weightsOf(op, path, steps + 1) : [];
    return { kind: 'computed', op, calls: this.#calls.around(op, path), weights };
  }

  /** The arguments of the program that are operands of an operation, as they are or in parts. */
  #weightsOf(op: Operation, path: CallPath, steps: number): ValueOrigin[] {
    return op.operandValues().flatMap((operand) => {
      let origin = this.#find(operand, path, steps);
      while (origin?.kind === 'slice' || origin?.kind === 'converted') origin = origin.of;
      const whole = origin?.kind === 'element' ? origin.of : origin;
      return origin !== null && whole?.kind === 'argument' && whole.isOfUser ? [origin] : [];
    });
  }

  #ofInside(op: Operation, index: number, path: CallPath, steps: number): ValueOrigin | null {
    const inside = this.#calls.returned(op, index);
    return inside === null ? null : this.#find(inside, this.#calls.entered(op, path), steps);
  }

  /** The origin of what an operation moves, cuts or converts; `null` for one that computes. */
  #ofOperand(op: Operation, index: number, path: CallPath, steps: number): ValueOrigin | null {
    const operand = op.operandValues()[index];
    if (operand === undefined) return null;
    const part = partOf(op, operand);
    if (part === null && !isKept(op, operand)) return null;
    const of = this.#find(operand, path, steps);
    if (of === null) return null;
    if (part === null) return convertedBy(op, of);
    if (part.index !== null)
      return of.kind === 'argument' ? { kind: 'element', of, index: part.index } : null;
    const loop = this.#loopAround(op, path);
    if (loop === null) return null;
    if (of.kind !== 'stacked')
      return { kind: 'slice', of, count: part.count, noun: this.#nounOf(loop, path) };
    return { kind: 'slice', of: of.isSaved ? of : of.of, count: of.count, noun: of.noun };
  }

  /** The origin of what a loop keeps, for the constants that it begins with and for what an iteration makes of it. */
  #ofKept(value: Value, path: CallPath, steps: number): ValueOrigin | null {
    const origins: ValueOrigin[] = [];
    for (const { owner, index } of value.uses()) {
      const around = owner.parentOp;
      const isNext = around instanceof WhileOp && owner === around.body.entry.terminator;
      const loop = owner instanceof WhileOp ? owner : isNext ? around : null;
      if (loop === null) continue;
      if (!isNext && !this.#tracer.isFilled({ value, path })) return null;
      const next = loop.body.entry.terminator?.operandValues()[index];
      const origin = next === undefined ? null : this.#keptByLoop(loop, index, { value: next, path }, steps);
      if (origin !== null && origin.kind !== 'counter') origins.push(origin);
    }
    const [first] = origins;
    if (first === undefined || origins.length === 1) return first ?? null;
    return { kind: 'either', first, others: origins.length - 1 };
  }

  #ofArgument(value: Value, path: CallPath, steps: number): ValueOrigin | null {
    if (!(value instanceof BlockArgument)) return null;
    const { index, owner } = value;
    const around = owner.parentOp;
    if (around instanceof FuncOp) return this.#ofFunctionArgument(around, index, path, steps);
    if (around instanceof WhileOp) return this.#ofLoop(around, index, path, steps);
    const operand = around !== null && passesOperands(around) ? around.operandValues()[index] : undefined;
    return operand === undefined ? null : this.#find(operand, path, steps);
  }

  #ofFunctionArgument(func: FuncOp, index: number, path: CallPath, steps: number): ValueOrigin | null {
    const callee = func.symName.value;
    const calls = this.#calls.callsOf(callee);
    if (calls.length === 0) {
      const given = argumentName(func, index);
      const name = given ?? this.#text.nameOf(func.entry.getArgument(index));
      return name === null ? null : { kind: 'argument', name, isOfUser: given !== null };
    }
    const known = path.of(callee);
    const outer = path.leaving(callee);
    const origins = new Map<string, ValueOrigin>();
    for (const call of known === null ? calls.slice(0, MOST_CALLS) : [known]) {
      const operand = call.operandValues()[index];
      const origin = operand === undefined ? null : this.#find(operand, outer, steps);
      if (origin === null) return null;
      // Those that have one name are one for people.
      const name = originName(origin, this.#text.file);
      origins.set(name === null ? '' : nameText(name), origin);
    }
    const [first] = origins.values();
    if (first === undefined || origins.size === 1) return first ?? null;
    const isOfUser = first.kind !== 'argument' || first.isOfUser;
    return isOfUser ? { kind: 'either', first, others: origins.size - 1 } : null;
  }

  /** The origin of a value that a loop carries: its result, or the argument of its regions. */
  #ofLoop(loop: WhileOp, index: number, path: CallPath, steps: number): ValueOrigin | null {
    const argument = loop.body.entry.arguments[index];
    const next = loop.body.entry.terminator?.operandValues()[index];
    if (argument === undefined || next === undefined) return null;
    const initial = loop.getOperand(index);
    const given = this.#tracer.isFilled({ value: initial, path }) ? null : this.#find(initial, path, steps);
    if (next === argument) return given ?? this.#find(initial, path, steps);
    if (given === null || given.kind === 'computed') {
      const kept = this.#keptByLoop(loop, index, { value: next, path }, steps);
      if (kept !== null) return kept;
    }
    const of = given?.kind === 'argument' ? given : this.#find(next, path, steps);
    return of === null || of.kind === 'carried' || of.kind === 'counter' ? of : { kind: 'carried', of };
  }

  /** The origin of what a loop stacks or sums up from nothing; `null` for what it changes. */
  #keptByLoop(loop: WhileOp, index: number, next: PlacedValue, steps: number): ValueOrigin | null {
    const argument = loop.body.entry.getArgument(index);
    const { value, path } = this.#tracer.traced(next);
    const op = value.definingOp;
    if (op === null) return null;
    const operands = op.operandValues();
    const isArgument = (operand: Value): boolean =>
      this.#tracer.traced({ value: operand, path }).value === argument;
    const noun = (): LoopNoun => this.#nounOf(loop, next.path);
    if (op.name === 'stablehlo.dynamic_update_slice') {
      const [whole, element] = operands;
      const count = countOfParts(whole!, element!);
      if (count === null || !isArgument(whole!)) return null;
      const kept = this.#tracer.traced({ value: element!, path }, isLayoutOf);
      const found = this.#find(kept.value, kept.path, steps);
      // Parts of a value beside each other are the value again.
      const of = found?.kind === 'slice' && found.count === count ? found.of : found;
      return of === null ? null : { kind: 'stacked', of, count, noun: noun(), isSaved: isSaved(loop, index) };
    }
    const own = op.name === 'stablehlo.add' ? operands.findIndex(isArgument) : -1;
    if (own < 0) return null;
    if (isIntegerScalar(argument)) return { kind: 'counter' };
    const added = operands[1 - own]!;
    // What is computed of the value itself is a step, not a term of a sum.
    const of = dependsOn(added, isArgument) ? null : this.#find(added, path, steps);
    return of === null ? null : { kind: 'summed', of, count: this.#tripsOf(loop), noun: noun() };
  }

  /** The loop that an operation is executed in, of several calls the first one; `null` for none. */
  #loopAround(op: Operation, path: CallPath): WhileOp | null {
    let at: Operation | null = op;
    for (let steps = 0; at !== null && steps < MOST_STEPS; steps++) {
      if (at instanceof WhileOp) return at;
      const name: string | null = at instanceof FuncOp ? at.symName.value : null;
      at = name === null ? at.parentOp : (path.of(name) ?? this.#calls.callsOf(name)[0] ?? null);
    }
    return null;
  }

  #nounOf(loop: WhileOp, path: CallPath): LoopNoun {
    return this.#nouns.of(loop, (value) => this.#find(value, path, 0));
  }

  #tripsOf(loop: WhileOp): number | null {
    let trips = this.#trips.get(loop);
    if (trips === undefined) this.#trips.set(loop, (trips = tripCount(loop)));
    return trips;
  }
}

function convertedBy(op: Operation, of: ValueOrigin): ValueOrigin {
  const type = op.results[0]?.type;
  if (op.name !== 'stablehlo.convert' || !(type instanceof RankedTensorType)) return of;
  return { kind: 'converted', of: of.kind === 'converted' ? of.of : of, type: String(type.elementType) };
}

/** Returns whether the backward pass uses what a loop of the forward pass returns. */
function isSaved(loop: WhileOp, index: number): boolean {
  const isBackward = (op: Operation): boolean => isInBackwardPass(scopeOf(op) ?? '');
  return !isBackward(loop) && loop.getResult(index).users().some(isBackward);
}

function isIntegerScalar({ type }: Value): boolean {
  return type instanceof RankedTensorType && type.rank === 0 && type.elementType instanceof IntegerType;
}
