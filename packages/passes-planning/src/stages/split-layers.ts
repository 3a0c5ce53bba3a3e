import { FuncOp, ReturnOp, setAllValueAttrs, setValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { BroadcastInDimOp, ConcatenateOp, elementwise, SliceOp } from '@shardform/dialect-stablehlo';
import { argumentName, resultName } from '@shardform/inspect';
import {
  BlockArgument,
  Builder,
  type Context,
  DenseArrayAttr,
  DictionaryAttr,
  FunctionType,
  i64,
  i64Attr,
  IntegerAttr,
  IrMapping,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { inlinedCopy } from '../layouts/inlined-copy.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { entryOf } from '../problem/program-function.ts';
import type { Tie } from '../problem/sharding-problem.ts';
import { usedValues } from '../repetition/used-values.ts';
import { type LayerLoop, layerLoops } from './layer-loops.ts';
import { LoopPart } from './loop-part.ts';

/** A program whose loops over layers are several loops over some layers each. */
export interface SplitLayers {
  readonly module: ModuleOp;
  readonly ties: readonly Tie[];
  /** By argument of the program, the numbers of those that it has become: one for each part of a stack. */
  readonly argumentParts: readonly (readonly number[])[];
}

/** Rows of stacked tensors, up to the second number. */
export type Rows = readonly [from: number, to: number];

/**
 * Splits the loops over layers of a program, so that they can be in different stages: what is stacked becomes a tensor for the rows
 * of each part, arguments and results included, and what is done to whole stacks elementwise is done to each. Programs
 * without such loops stay as they are.
 *
 * @param parts into so many at most.
 */
export function splitLayers(
  given: ModuleOp,
  ties: readonly Tie[],
  parts: number,
  context: Context,
): SplitLayers {
  const module = inlinedCopy(given, context);
  const func = entryOf(module);
  writeNames(func);
  const loops = layerLoops(func);
  const [first] = loops;
  if (first === undefined || first.trips < 2 || parts < 2)
    return { module, ties, argumentParts: func.entry.arguments.map((_, i) => [i]) };
  const all = loops.filter(({ trips }) => trips === first.trips);
  return new LayerSplitting(func, all, rowsOf(first.trips, parts), context).run(module, ties);
}

/** Writes the names of arguments that their locations have into attributes, which stages keep. */
function writeNames(func: FuncOp): void {
  const names = func.entry.arguments.map((_, index) => argumentName(func, index));
  const attributes = names.map((name) => (name === null ? null : StringAttr.get(name)));
  setValueAttrs(func, 'arg_attrs', ARGUMENT_INFO, attributes);
}

/** Number of layers of the first loop over layers of a program; `null` for a program without. */
export function layersOf(given: ModuleOp, context: Context): number | null {
  return layerLoops(entryOf(inlinedCopy(given, context)))[0]?.trips ?? null;
}

function rowsOf(trips: number, parts: number): Rows[] {
  const count = Math.min(trips, parts);
  const at = (i: number): number => Math.round((i * trips) / count);
  return Array.from({ length: count }, (_, i) => [at(i), at(i + 1)] as const);
}

class LayerSplitting {
  readonly #func: FuncOp;
  readonly #loops: ReadonlyMap<Operation, LayerLoop>;
  readonly #rows: readonly Rows[];
  readonly #layers: number;
  readonly #builder: Builder;
  /** Values of the program of which there is a tensor for each part. */
  readonly #stacked: ReadonlySet<Value>;
  readonly #wholes = new IrMapping();
  readonly #pieces = new Map<Value, readonly Value[]>();

  constructor(func: FuncOp, loops: readonly LayerLoop[], rows: readonly Rows[], context: Context) {
    this.#func = func;
    this.#loops = new Map(loops.map((loop) => [loop.op, loop]));
    this.#rows = rows;
    this.#layers = loops[0]!.trips;
    this.#builder = new Builder(context);
    this.#stacked = this.#findStacked();
  }

  run(module: ModuleOp, ties: readonly Tie[]): SplitLayers {
    const func = this.#func;
    const builder = this.#builder;
    builder.location = func.location;
    builder.setInsertionPoint(func);
    const args = func.entry.arguments;
    const returned = func.entry.getTerminator().operandValues();
    const inputs = args.flatMap((argument) => this.#typesOf(argument));
    const functionType = FunctionType.get(inputs, []);
    const attributes = func.discardable;
    const made = builder.create(FuncOp, { symName: func.symName, functionType }, [], { attributes });
    if (func.symVisibility !== null) made.symVisibility = func.symVisibility;
    const entry = builder.createBlock(made.body, inputs);
    let at = 0;
    for (const argument of args) {
      const own = this.#typesOf(argument).map(() => entry.getArgument(at++));
      if (this.#stacked.has(argument)) this.#pieces.set(argument, own);
      else this.#wholes.values.set(argument, own[0]!);
    }
    for (const op of func.entry) if (!op.definition.isTerminator) this.#add(op);
    const results = returned.flatMap((value) =>
      this.#stacked.has(value) ? this.#piecesOf(value) : [this.#whole(value)],
    );
    builder.create(ReturnOp, { operands: results }, [], { location: func.location });
    made.functionType = FunctionType.get(
      inputs,
      results.map(({ type }) => type),
    );
    this.#copyAttributes(made, returned);
    const first = (values: readonly Value[], index: number): number =>
      values.slice(0, index).reduce((sum, value) => sum + this.#typesOf(value).length, 0);
    const split = ties.flatMap(({ argument, result }) => {
      const [from, to] = [args[argument]!, returned[result]!];
      if (this.#stacked.has(from) !== this.#stacked.has(to)) return [];
      const [a, r] = [first(args, argument), first(returned, result)];
      return this.#typesOf(from).map((_, i) => ({ argument: a + i, result: r + i }));
    });
    const argumentParts = args.map((argument, i) =>
      this.#typesOf(argument).map((_, part) => first(args, i) + part),
    );
    func.erase();
    return { module, ties: split, argumentParts };
  }

  /** What loops read and write, and what is computed of that elementwise, with everything that it is computed with. */
  #findStacked(): Set<Value> {
    const found = new Set<Value>();
    const isStack = ({ type }: Value): boolean =>
      type instanceof RankedTensorType && type.shape[0] === this.#layers;
    const pending: Value[] = [];
    const add = (value: Value): void => {
      if (found.has(value) || !isStack(value)) return;
      const { definingOp } = value;
      const isLoop = definingOp !== null && this.#loops.has(definingOp);
      if (value instanceof BlockArgument || isLoop || (definingOp !== null && isElementwise(definingOp))) {
        found.add(value);
        pending.push(value);
      }
    };
    for (const { op, read, written } of this.#loops.values()) {
      for (const { index } of read) add(op.getOperand(index));
      for (const { index } of written) add(op.getResult(index));
    }
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      const { definingOp } = value;
      if (definingOp !== null && isElementwise(definingOp)) definingOp.operandValues().forEach(add);
      for (const user of value.users()) if (isElementwise(user)) user.results.forEach(add);
    }
    return found;
  }

  #typesOf(value: Value): RankedTensorType[] {
    const type = tensorTypeOf(value);
    if (!this.#stacked.has(value)) return [type];
    return this.#rows.map((rows) => partType(type, rows));
  }

  #add(op: Operation): void {
    this.#builder.location = op.location;
    const loop = this.#loops.get(op);
    if (loop !== undefined) this.#addLoop(loop);
    else if (op.results.some((result) => this.#stacked.has(result))) this.#addParts(op);
    else this.#builder.insert(this.#cloned(op));
  }

  #cloned(op: Operation): Operation {
    for (const value of new Set(usedValues(op))) this.#whole(value);
    const detached = new Builder(this.#builder.context);
    return detached.clone(op, this.#wholes);
  }

  #addParts(op: Operation): void {
    const operands = op.operandValues().map((value) => this.#piecesOf(value));
    const parts = this.#rows.map((rows, part) => {
      const mapping = new IrMapping();
      op.operandValues().forEach((value, i) => mapping.values.set(value, operands[i]![part]!));
      const copy = this.#builder.clone(op, mapping);
      copy.setResultTypes(op.results.map((result) => partType(tensorTypeOf(result), rows)));
      return copy;
    });
    op.results.forEach((result, i) =>
      this.#pieces.set(
        result,
        parts.map((copy) => copy.getResult(i)),
      ),
    );
  }

  #addLoop(loop: LayerLoop): void {
    const { op } = loop;
    const part = new LoopPart(loop, this.#builder);
    const accessed = new Set([...loop.read, ...loop.written].map(({ index }) => index));
    let carried = op.operandValues().map((value, i) => (accessed.has(i) ? null : this.#whole(value)));
    const written = new Map(loop.written.map(({ index }) => [index, new Array<Value>(this.#rows.length)]));
    const order = [...this.#rows.keys()];
    for (const number of loop.isReversed ? order.reverse() : order) {
      const rows = this.#rows[number]!;
      const results = part.add(
        rows,
        (index) => carried[index] ?? this.#piecesOf(op.getOperand(index))[number]!,
        (value) => this.#whole(value),
      );
      for (const [index, own] of written) own[number] = results[index]!;
      carried = results.map((result, i) => (accessed.has(i) ? null : result));
    }
    op.results.forEach((result, i) => {
      const own = written.get(i);
      if (own !== undefined) this.#pieces.set(result, own);
      else if (accessed.has(i)) this.#sameAs(result, op.getOperand(i));
      else this.#wholes.values.set(result, carried[i]!);
    });
  }

  /** What a loop only reads is what it was. */
  #sameAs(result: Value, operand: Value): void {
    if (!result.hasUses) return;
    this.#pieces.set(result, this.#piecesOf(operand));
  }

  #whole(value: Value): Value {
    const known = this.#wholes.values.get(value);
    if (known !== undefined) return known;
    const pieces = this.#pieces.get(value);
    // Values of regions are theirs.
    if (pieces === undefined) return value;
    const { type } = value;
    const joined = this.#builder.create(ConcatenateOp, { inputs: pieces, dimension: i64Attr(0) }, [type]);
    this.#wholes.values.set(value, joined.result);
    return joined.result;
  }

  #piecesOf(value: Value): readonly Value[] {
    let known = this.#pieces.get(value);
    if (known === undefined)
      this.#pieces.set(value, (known = this.#rows.map((rows) => this.#cut(value, rows))));
    return known;
  }

  /** A part of a tensor that is not made in parts; one of a scalar that is repeated is repeated less often. */
  #cut(value: Value, rows: Rows): Value {
    const type = tensorTypeOf(value);
    const { definingOp } = value;
    const part = partType(type, rows);
    if (definingOp instanceof BroadcastInDimOp && !isAlong(definingOp, 0)) {
      const { broadcastDimensions } = definingOp;
      const operand = this.#whole(definingOp.operand);
      return this.#builder.create(BroadcastInDimOp, { operand, broadcastDimensions }, [part]).result;
    }
    const numbers = (first: number, of: (size: number) => number): DenseArrayAttr =>
      DenseArrayAttr.get(
        i64,
        type.shape.map((size, dim) => BigInt(dim === 0 ? first : of(size))),
      );
    const ranges = {
      startIndices: numbers(rows[0], () => 0),
      limitIndices: numbers(rows[1], (size) => size),
      strides: numbers(1, () => 1),
    };
    return this.#builder.create(SliceOp, { operand: this.#whole(value), ...ranges }, [part]).result;
  }

  /** Names say which rows a part has; what a donated argument becomes has another number. */
  #copyAttributes(made: FuncOp, returned: readonly Value[]): void {
    const func = this.#func;
    const partsOf = (
      values: readonly Value[],
      which: 'arg_attrs' | 'res_attrs',
      key: string,
    ): DictionaryAttr[] =>
      valueAttrsList(func, which).flatMap((own, index) => {
        const value = values[index]!;
        if (!this.#stacked.has(value)) return [this.#withAlias(own, returned, null)];
        const name = which === 'arg_attrs' ? argumentName(func, index) : resultName(func, index);
        return this.#rows.map(([from, to], part) => {
          const aliased = this.#withAlias(own, returned, part);
          return name === null ? aliased : aliased.with(key, StringAttr.get(`${name}[${from}:${to}]`));
        });
      });
    setAllValueAttrs(made, 'arg_attrs', partsOf(func.entry.arguments, 'arg_attrs', ARGUMENT_INFO));
    setAllValueAttrs(made, 'res_attrs', partsOf(returned, 'res_attrs', 'jax.result_info'));
  }

  #withAlias(attributes: DictionaryAttr, returned: readonly Value[], part: number | null): DictionaryAttr {
    const alias = attributes.get(ALIAS);
    if (!(alias instanceof IntegerAttr)) return attributes;
    const result = returned[alias.number];
    if (result === undefined || this.#stacked.has(result) !== (part !== null))
      return attributes.with(ALIAS, null);
    const before = returned
      .slice(0, alias.number)
      .reduce((sum, value) => sum + this.#typesOf(value).length, 0);
    return attributes.with(ALIAS, IntegerAttr.get(BigInt(before + (part ?? 0)), alias.type));
  }
}

const ALIAS = 'tf.aliasing_output';

const ARGUMENT_INFO = 'jax.arg_info';

function partType(type: RankedTensorType, [from, to]: Rows): RankedTensorType {
  return type.withShape(type.shape.map((size, dim) => (dim === 0 ? to - from : size)));
}

function isElementwise(op: Operation): boolean {
  return (
    op.hasTrait(elementwise) &&
    op.regions.length === 0 &&
    op.operands.every(({ value }) => haveSameShape(value, op))
  );
}

/** A scalar predicate or bound of an elementwise operation has no rows. */
function haveSameShape({ type }: Value, op: Operation): boolean {
  const result = op.results[0]?.type;
  return (
    type instanceof RankedTensorType &&
    result instanceof RankedTensorType &&
    type.shape.join() === result.shape.join()
  );
}

function isAlong({ broadcastDimensions }: BroadcastInDimOp, dim: number): boolean {
  return broadcastDimensions.numbers().includes(dim);
}

/** Programs that are planned have tensors only. */
function tensorTypeOf({ type }: Value): RankedTensorType {
  if (type instanceof RankedTensorType) return type;
  throw new PlanningError(null, `'${String(type)}' is no tensor of ranked shape`);
}
