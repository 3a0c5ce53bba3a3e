import { type FuncOp, ReturnOp, setAllValueAttrs, valueAttrs } from '@shardform/dialect-func';
import { copyOf } from '@shardform/inspect';
import {
  BlockArgument,
  type DictionaryAttr,
  FunctionType,
  IntegerAttr,
  type ModuleOp,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { givenSharding } from '@shardform/study';
import { entryOf } from '../problem/program-function.ts';
import type { LayerRun, RepeatedLayers } from './repeated-layers.ts';
import { usedValues } from './used-values.ts';

/** A program without some of its layers. */
export interface FewerLayers {
  readonly module: ModuleOp;
  /** Of each argument of the program with all layers, the argument that takes its place: for one of a missing layer, that of a layer beside it. */
  readonly argumentOf: readonly number[];
  /** The same of the operations of the function, by their numbers in its block. */
  readonly operationOf: readonly number[];
  /** Of each argument of the program with fewer layers, the argument of the program with all. */
  readonly arguments: readonly number[];
  /** The same of results. */
  readonly results: readonly number[];
}

/** Results that take the place of arguments, by the number of the result. */
const ALIASES: readonly string[] = ['tf.aliasing_output', 'mhlo.aliasing_output'];

/**
 * Takes some layers out of a copy of a program: what read their results reads those of the layer before them.
 *
 * @param module without calls, whose entry function has the layers.
 * @param missing number of layers to take out.
 * @returns `null` where that can't be done: something reads each of the layers.
 */
export function withFewerLayers(
  module: ModuleOp,
  layers: RepeatedLayers,
  missing: number,
): FewerLayers | null {
  // Its numbers of arguments and results would be others.
  if (missing > layers.to - layers.from || module.getAttr('mhlo.input_output_alias') !== null) return null;
  const removal = new Removal(entryOf(module), layers, missing);
  return removal.isPossible() ? removal.applied(module) : null;
}

/** The repetitions of a run that are missing: from the first number up to the second one, which stays. */
type Missing = readonly [from: number, to: number];

class Removal {
  readonly #func: FuncOp;
  readonly #layers: RepeatedLayers;
  readonly #missing: ReadonlyMap<LayerRun, Missing>;
  readonly #numbers: ReadonlyMap<Operation, number>;
  /** What takes the place of results of the last missing repetition of a run. */
  readonly #substitutes = new Map<Value, Value>();
  /** Of arguments that missing operations alone read, the one that takes their place. */
  readonly #replaced = new Map<BlockArgument, BlockArgument>();
  readonly #return: Operation;
  /** The results that stay. */
  #results: readonly number[] = [];

  constructor(func: FuncOp, layers: RepeatedLayers, missing: number) {
    this.#func = func;
    this.#layers = layers;
    const [first, last] = [layers.from + 1, layers.from + missing];
    this.#missing = new Map(
      layers.runs.map((run): [LayerRun, Missing] => {
        const ends = [run.sign * (first - run.first), run.sign * (last - run.first)];
        return [run, [Math.min(...ends), Math.max(...ends) + 1]];
      }),
    );
    this.#numbers = new Map(layers.operations.map((op, number) => [op, number]));
    this.#return = func.entry.getTerminator();
  }

  /** Finds out what takes the place of everything that is missing; false where nothing can. */
  isPossible(): boolean {
    if (!(this.#return instanceof ReturnOp)) return false;
    const { operations } = this.#layers;
    return (
      operations.every((op) => op === this.#return || this.#isMissing(op) || this.#canRead(op)) &&
      this.#canReturn() &&
      operations.every((op) => !this.#isMissing(op) || this.#replaceArguments(op))
    );
  }

  applied(module: ModuleOp): FewerLayers {
    const copy = copyOf(module);
    const func = entryOf(copy);
    const operations = [...func.entry];
    const copied = (value: Value): Value =>
      value instanceof BlockArgument
        ? func.entry.getArgument(value.index)
        : operations[this.#numbers.get(value.definingOp!)!]!.results[resultIndex(value)]!;
    for (const [value, substitute] of this.#substitutes) copied(value).replaceAllUsesWith(copied(substitute));
    const returned = operations[this.#numbers.get(this.#return)!]!;
    returned.setOperands(this.#results.map((result) => returned.getOperand(result)));
    for (const [number, op] of [...operations.entries()].reverse())
      if (this.#isMissing(this.#layers.operations[number]!)) op.erase();
    return this.#withSignature(copy, func);
  }

  #withSignature(module: ModuleOp, func: FuncOp): FewerLayers {
    const results = this.#results;
    const kept = this.#func.entry.arguments.filter((own) => !this.#replaced.has(own));
    const numberOf = new Map(kept.map((own, number) => [own, number]));
    const attributes = {
      arguments: kept.map(({ index }) => this.#withAlias(valueAttrs(func, 'arg_attrs', index))),
      results: results.map((result) => valueAttrs(func, 'res_attrs', result)),
    };
    for (const { index } of [...this.#replaced.keys()].sort((a, b) => b.index - a.index))
      func.entry.eraseArgument(index);
    const { functionType } = func;
    setAllValueAttrs(func, 'arg_attrs', []);
    setAllValueAttrs(func, 'res_attrs', []);
    func.setAttr(
      'function_type',
      FunctionType.get(
        kept.map(({ type }) => type),
        results.map((result) => functionType.results[result]!),
      ),
    );
    setAllValueAttrs(func, 'arg_attrs', attributes.arguments);
    setAllValueAttrs(func, 'res_attrs', attributes.results);
    return {
      module,
      operationOf: this.#operationOf(),
      argumentOf: this.#func.entry.arguments.map((own) => numberOf.get(this.#replaced.get(own) ?? own)!),
      arguments: kept.map(({ index }) => index),
      results,
    };
  }

  #operationOf(): number[] {
    const { operations } = this.#layers;
    const kept = operations.filter((op) => !this.#isMissing(op));
    const numbers = new Map(kept.map((op, number) => [op, number]));
    return operations.map((op) => {
      if (!this.#isMissing(op)) return numbers.get(op)!;
      const { run, position } = this.#layers.placeOf(op)!;
      return numbers.get(operations[run.start + this.#keptBeside(run) * run.period + position]!)!;
    });
  }

  /** The repetition of a run that takes the place of missing ones. */
  #keptBeside(run: LayerRun): number {
    const [from, to] = this.#missing.get(run)!;
    return from > 0 ? from - 1 : to;
  }

  /** The attributes of an argument, with the number that the result has which takes its place. */
  #withAlias(attributes: DictionaryAttr): DictionaryAttr {
    return ALIASES.reduce((own, name) => {
      const alias = own.get(name);
      if (!(alias instanceof IntegerAttr)) return own;
      const result = this.#results.indexOf(alias.number);
      return own.with(name, result < 0 ? null : IntegerAttr.get(BigInt(result), alias.type));
    }, attributes);
  }

  #isMissing(op: Operation): boolean {
    const place = this.#layers.placeOf(op);
    if (place === null) return false;
    const [from, to] = this.#missing.get(place.run)!;
    return place.repetition >= from && place.repetition < to;
  }

  /** Whether an operation that stays can read something else in the place of all that is missing. */
  #canRead(op: Operation): boolean {
    for (const value of usedValues(op)) {
      const { definingOp } = value;
      if (definingOp !== null && this.#numbers.has(definingOp) && this.#isMissing(definingOp))
        if (!this.#substitute(value)) return false;
    }
    return true;
  }

  /** Finds a substitute of a missing value; false where there is none. */
  #substitute(value: Value): boolean {
    if (this.#substitutes.has(value)) return true;
    const place = this.#layers.placeOf(value.definingOp!)!;
    const [from, to] = this.#missing.get(place.run)!;
    // What reads a layer before the last missing one would read a layer that is there.
    if (place.repetition !== to - 1) return false;
    const substitute = from > 0 ? this.#counterpart(value, from - 1) : this.#before(value);
    if (substitute?.type !== value.type) return false;
    this.#substitutes.set(value, substitute);
    return true;
  }

  /** A result of a repetition, by that of another one. */
  #counterpart(value: Value, repetition: number): Value | null {
    const op = value.definingOp!;
    const { run, position } = this.#layers.placeOf(op)!;
    const other = this.#layers.operations[run.start + repetition * run.period + position];
    return other?.results[resultIndex(value)] ?? null;
  }

  /** What the first repetition of a run reads where the others read a result of the one before them; `null` for none, or several. */
  #before(value: Value): Value | null {
    const { run, repetition } = this.#layers.placeOf(value.definingOp!)!;
    const { start, period } = run;
    const { operations } = this.#layers;
    const reader = (repetition + 1) % run.count;
    // The last repetition has no later one to learn from: the second one reads the first.
    const [from, read] = reader === 0 ? [1, this.#counterpart(value, 0)] : [reader, value];
    const found = new Set<Value>();
    for (let position = 0; position < period; position++) {
      const firsts = usedValues(operations[start + position]!);
      for (const [i, own] of usedValues(operations[start + from * period + position]!).entries())
        if (own === read) found.add(firsts[i]!);
    }
    const [only] = found;
    if (only === undefined || found.size > 1) return null;
    return only.definingOp === null || !this.#isMissing(only.definingOp) ? only : null;
  }

  /** Drops the results of missing layers of which others are returned, too. */
  #canReturn(): boolean {
    const values = this.#return.operandValues();
    const results: number[] = [];
    for (const [index, value] of values.entries()) {
      const { definingOp } = value;
      if (definingOp === null || !this.#isMissing(definingOp)) results.push(index);
      else {
        const { run } = this.#layers.placeOf(definingOp)!;
        const other = this.#counterpart(value, this.#keptBeside(run));
        const isOfEachLayer = other !== null && values.includes(other);
        if (isOfEachLayer) continue;
        if (!this.#substitute(value)) return false;
        results.push(index);
      }
    }
    this.#results = results;
    return true;
  }

  /**
   * Finds the arguments that take the place of those that missing operations alone read; false where there are none. What others read, too, is
   * read by each layer.
   */
  #replaceArguments(op: Operation): boolean {
    const { run, position } = this.#layers.placeOf(op)!;
    const kept = this.#keptBeside(run);
    const counterparts = usedValues(this.#layers.operations[run.start + kept * run.period + position]!);
    for (const [i, value] of usedValues(op).entries()) {
      if (!this.#isArgument(value) || this.#replaced.has(value)) continue;
      const other = counterparts[i];
      if (value.users().every((user) => this.#isMissing(this.#around(user)))) {
        if (other === undefined || !this.#isArgument(other)) return false;
        if (other.type !== value.type || !this.#isSplitAlike(value, other)) return false;
        this.#replaced.set(value, other);
      } else if (other !== value) return false;
    }
    return true;
  }

  #isArgument(value: Value): value is BlockArgument {
    return value instanceof BlockArgument && value.owner === this.#func.entry;
  }

  /** The operation of the function's block that is one, or has it in its regions. */
  #around(op: Operation): Operation {
    return this.#func.entry.findAncestorOp(op)!;
  }

  #isSplitAlike(one: BlockArgument, other: BlockArgument): boolean {
    const [own, given] = [one, other].map(({ index }) => givenSharding(this.#func, 'arg_attrs', index));
    return own === given;
  }
}

/** The number of a value among the results of its operation. */
function resultIndex(value: Value): number {
  return value.definingOp!.results.findIndex((own) => own === value);
}
