import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { AddDependencyOp, BitcastOp, DomainOp, isAsyncEnd, isAsyncStart } from '@shardform/dialect-hlo';
import {
  BitcastConvertOp,
  BroadcastInDimOp,
  CaseOp,
  ConvolutionOp,
  CustomCallOp,
  DotGeneralOp,
  DynamicReshapeOp,
  GetTupleElementOp,
  IfOp,
  OptimizationBarrierOp,
  ReshapeOp,
  TransposeOp,
  TupleOp,
  WhileOp,
  tensorType,
} from '@shardform/dialect-stablehlo';
import {
  type AnyOpClass,
  ArrayAttr,
  type Attribute,
  type Block,
  DenseElementsAttr,
  haveSameElements,
  type Operation,
  RankedTensorType,
  type Region,
  type Value,
} from '@shardform/ir-core';
import { InlinedCalls } from '../program/inlined-calls.ts';
import { contractionRelayout, convolutionRelayouts, type Relayout, type Side } from './contraction-layout.ts';
import { type Bound, boundTo, flat, isSameSize, isTensor, parameterOf } from './bound.ts';
import { count, type TensorShape, tensorTypes, widened } from './tensor-shapes.ts';
import { NodesInProgress } from './nodes-in-progress.ts';
import { windowScan } from './window-scan.ts';
import { type Computation, type GraphNode, type GraphValue, resultOf } from './hlo-graph.ts';
import type { MemoryRules } from './memory-rules.ts';
import { isBroadcast, isConstant, isScalarConstant } from './node-kinds.ts';

/** Other names of the same bytes. */
const VIEWS: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  ...[ReshapeOp, BitcastConvertOp, DynamicReshapeOp, AddDependencyOp, BitcastOp, DomainOp],
]);

/** A computation with the values of the program that its own were created for. */
export interface NamedComputation extends Computation {
  readonly names: ReadonlyMap<GraphValue, Value>;
}

/**
 * Returns the graph of what a function computes on one device: with calls inlined, without repeated and unused
 * operations. On accelerators, products are of the types that they have, and barriers are nodes.
 */
export function buildGraph(func: FuncOp, rules: MemoryRules): NamedComputation {
  const scope = new Scope(null, rules);
  const parameters = scope.parameters(func.entry);
  const results = scope.block(func.entry).flatMap(flat);
  return { ...scope.computation(parameters, results), names: scope.names };
}

/** Aliases of the same memory that are kept distinct during common subexpression elimination. */
type Sources = Map<GraphValue, GraphValue>;

/** One computation while it is built. */
class Scope {
  readonly #outer: Scope | null;
  readonly #rules: MemoryRules;
  readonly #values = new Map<Value, Bound>();
  /** What arguments are that stay as they are outside: captured when they are used, and not if they are handed on only. */
  readonly #fixed = new Map<Value, Bound>();
  readonly #nodes = new NodesInProgress();
  /** Values captured from enclosing computations. */
  readonly captured = new Set<GraphValue>();
  /** The first values of the program that are the graph's. */
  readonly names: Map<GraphValue, Value>;
  readonly #sources: Sources;
  readonly #calls: InlinedCalls;

  constructor(outer: Scope | null, rules: MemoryRules) {
    this.#outer = outer;
    this.#rules = rules;
    this.names = outer === null ? new Map<GraphValue, Value>() : outer.names;
    this.#sources = outer === null ? new Map<GraphValue, GraphValue>() : outer.#sources;
    this.#calls = outer === null ? new InlinedCalls() : outer.#calls;
  }

  parameters(block: Block, fixed: readonly (Bound | undefined)[] = []): readonly GraphValue[] {
    return block.arguments.flatMap((argument, i) => {
      const outside = fixed[i];
      if (outside !== undefined) {
        this.#fixed.set(argument, outside);
        return [];
      }
      const bound = parameterOf(argument.type);
      this.#values.set(argument, bound);
      this.#name(argument, bound);
      return flat(bound);
    });
  }

  /** Rematerializes constants; captures other values. */
  #fromOutside(bound: Bound): Bound {
    if (bound === null) return null;
    if (!isTensor(bound)) return bound.map((part) => this.#fromOutside(part));
    const { node } = bound;
    if (
      node !== null &&
      (isConstant(bound) || (isBroadcast(node) && node.operands.every(isScalarConstant)))
    ) {
      const operands = node.operands.flatMap((operand) => flat(this.#fromOutside(operand)));
      return this.#nodes.add(node.kind, operands, [bound], node.op).results[0];
    }
    this.captured.add(bound);
    return bound;
  }

  /**
   * @param chosen of what the block's terminator passes on, what is wanted.
   * @returns that.
   */
  block(
    block: Block,
    chosen: (values: readonly Value[]) => readonly Value[] = (all) => all,
  ): readonly Bound[] {
    for (const op of block) {
      if (op.definition.isTerminator) return chosen(op.operandValues()).map((value) => this.#of(value));
      this.#operation(op);
    }
    return [];
  }

  /** The finished computation, without dead nodes. */
  computation(parameters: readonly GraphValue[], passedOn: readonly GraphValue[]): Computation {
    const results = passedOn.map((value) => this.#source(value));
    const needed = new Set(results);
    const nodes: GraphNode[] = [];
    for (const node of this.#nodes.list.toReversed()) {
      node.operands = node.operands.map((operand) => this.#source(operand));
      const hasEffect = node.results.length === 0 || node.kind === 'stablehlo.custom_call';
      if (!hasEffect && !node.results.some((result) => needed.has(result))) continue;
      nodes.push(node);
      for (const operand of node.operands) needed.add(operand);
    }
    return { parameters, nodes: nodes.reverse(), results };
  }

  /** A barrier prevents recomputed values from being merged with the originals. On accelerators it also orders kernels. */
  #barrier(op: Operation, operands: readonly Bound[]): void {
    if (this.#rules === 'accelerator') this.#add(op, operands.flatMap(flat), []);
    else
      this.#bind(
        op,
        operands.map((bound) => this.#anotherName(bound)),
      );
  }

  /** The result of a barrier aliases its operand. */
  #anotherName(bound: Bound): Bound {
    if (bound === null) return null;
    if (!isTensor(bound)) return bound.map((part) => this.#anotherName(part));
    const name = { ...bound };
    this.#sources.set(name, bound);
    return name;
  }

  #source(value: GraphValue): GraphValue {
    const source = this.#sources.get(value);
    return source === undefined ? value : this.#source(source);
  }

  #of(value: Value): Bound {
    const own = this.#values.get(value);
    if (own !== undefined) return own;
    const fixed = this.#fixed.get(value);
    if (fixed !== undefined) {
      const bound = this.#fromOutside(fixed);
      this.#values.set(value, bound);
      this.#name(value, bound);
      return bound;
    }
    const outer = this.#outer === null ? null : this.#outer.#of(value);
    for (const tensor of flat(outer)) this.captured.add(tensor);
    return outer;
  }

  #operation(op: Operation): void {
    const operands = op.operandValues().map((value) => this.#of(value));
    if (op instanceof OptimizationBarrierOp) this.#barrier(op, operands);
    else if (op instanceof TupleOp) this.#bind(op, [operands]);
    else if (op instanceof GetTupleElementOp) {
      const tuple = operands.at(0);
      const members = tuple === null || tuple === undefined || isTensor(tuple) ? [] : tuple;
      this.#bind(op, [members[op.index.number] ?? null]);
    } else if (isAsyncEnd(op)) {
      // The future of several tensors is bound to all of them.
      const [started = null] = operands;
      this.#bind(op, op.results.length > 1 && started !== null && !isTensor(started) ? started : operands);
      // Operations with a declaration are made by such a class; any other is not found.
    } else if (VIEWS.has(op.constructor as unknown as AnyOpClass)) this.#bind(op, [operands[0] ?? null]);
    else if (op instanceof BroadcastInDimOp && isSameSize(operands[0] ?? null, op.result.type))
      this.#bind(op, [operands[0] ?? null]);
    // As where XLA makes it synchronous, which is when buffers live the shortest.
    else if (isAsyncStart(op)) this.#started(op, operands);
    else if (op instanceof CallOp) this.#call(op, operands);
    else if (op instanceof WhileOp) this.#loop(op, operands);
    else if (op instanceof IfOp || op instanceof CaseOp) this.#branches(op, operands);
    else if (op instanceof DotGeneralOp) this.#contraction(op, operands);
    else if (op instanceof ConvolutionOp) this.#convolution(op, operands);
    else if (op instanceof TransposeOp) this.#transposeOp(op, operands);
    else if (op instanceof CustomCallOp) this.#customCall(op, operands.flatMap(flat));
    else if (!this.#scan(op, operands)) this.#plain(op, operands.flatMap(flat));
  }

  #bind(op: Operation, bounds: readonly Bound[]): void {
    op.results.forEach((result, i) => {
      this.#values.set(result, bounds[i] ?? null);
      this.#name(result, bounds[i] ?? null);
    });
  }

  #name(value: Value, bound: Bound): void {
    for (const tensor of flat(bound)) if (!this.names.has(tensor)) this.names.set(tensor, value);
  }

  #call(op: CallOp, operands: readonly Bound[]): void {
    this.#calls.inline(op, this.#nodes.list.length, ({ entry }) => {
      this.#inline(op, entry, operands);
    });
  }

  #started(op: Operation & { readonly body: Region }, operands: readonly Bound[]): void {
    const parts = this.#inlined(op.body.entry, operands);
    this.#bind(op, parts.length > 1 ? [parts] : parts);
  }

  #inline(op: Operation, block: Block, operands: readonly Bound[]): void {
    this.#bind(op, this.#inlined(block, operands));
  }

  /** A block that is inlined again computes other values. */
  #inlined(block: Block, operands: readonly Bound[]): readonly Bound[] {
    block.arguments.forEach((argument, i) => this.#values.set(argument, operands[i] ?? null));
    return this.block(block);
  }

  /** A loop carries what iterations change; the rest is read where it is, and constants are made where they are needed. */
  #loop(op: WhileOp, operands: readonly Bound[]): void {
    const passedOn = op.body.entry.terminator?.operandValues() ?? [];
    const isCarried = op.body.entry.arguments.map((argument, i) => passedOn[i] !== argument);
    const fixed = operands.map((bound, i) => (isCarried[i] ? undefined : bound));
    const carried = <T>(all: readonly T[]): T[] => all.filter((_, i) => isCarried[i]);
    const cond = this.#region(op.cond, fixed);
    const body = this.#region(op.body, fixed, carried);
    const captured = new Set([...cond.captured, ...body.captured]);
    const computations = [cond.computation, body.computation];
    const types = carried(op.results).flatMap(({ type }) => tensorTypes(type));
    const inputs = [...carried(operands).flatMap(flat), ...captured];
    const node = this.#nodes.add(op.name, inputs, types, op, computations);
    const results = boundTo(
      carried(op.results).map(({ type }) => type),
      node.results,
    );
    this.#bind(
      op,
      operands.map((bound, i) => (isCarried[i] ? results.shift()! : bound)),
    );
  }

  #branches(op: Operation, operands: readonly Bound[]): void {
    const regions = op.regions.map((region) => this.#region(region));
    const captured = new Set(regions.flatMap((region) => [...region.captured]));
    this.#add(
      op,
      [...operands.flatMap(flat), ...captured],
      regions.map(({ computation }) => computation),
    );
  }

  /**
   * @param fixed what arguments are that aren't parameters.
   * @param chosen of the results, those that are wanted.
   */
  #region(
    region: Region,
    fixed: readonly (Bound | undefined)[] = [],
    chosen: (values: readonly Value[]) => readonly Value[] = (all) => all,
  ): { readonly computation: Computation; readonly captured: Iterable<GraphValue> } {
    const scope = new Scope(this, this.#rules);
    const parameters = scope.parameters(region.entry, fixed);
    const results = scope.block(region.entry, chosen).flatMap(flat);
    return { computation: scope.computation(parameters, results), captured: scope.captured };
  }

  /** A node that is made once for operations that compute the same. */
  #plain(op: Operation, operands: readonly GraphValue[]): GraphNode {
    const isPure = op.regions.length === 0 || /\.(reduce|reduce_window|sort|map)$/.test(op.name);
    if (!isPure || op.name === 'stablehlo.custom_call' || op.name === 'stablehlo.rng') {
      return this.#add(op, operands, []);
    }
    const types = op.results.map(({ type }) => type.id);
    const regions = op.regions.map((region) => [...region.entry].map(({ name }) => name).join());
    const key = `${op.name}(${operands.map((value) => this.#nodes.number(value)).join()})${attributesKey(op)}:${types.join()}{${regions.join()}}`;
    const node = this.#nodes.once(key, () => this.#nodes.simplified(op, operands));
    this.#bindResults(op, node.results);
    return node;
  }

  #add(op: Operation, operands: readonly GraphValue[], bodies: readonly Computation[]): GraphNode {
    const shapes = op.results.flatMap(({ type }) => tensorTypes(type));
    const node = this.#nodes.add(op.name, operands, shapes, op, bodies);
    this.#bindResults(op, node.results);
    return node;
  }

  #bindResults(op: Operation, results: readonly GraphValue[]): void {
    this.#bind(
      op,
      boundTo(
        op.results.map(({ type }) => type),
        results,
      ),
    );
  }

  #transposeOp(op: TransposeOp, operands: readonly Bound[]): void {
    // Verified: transpositions have one operand.
    const [operand] = operands as readonly [GraphValue];
    const permutation = op.permutation.numbers();
    const { shape } = op.operand.type;
    const long = permutation.filter((d) => shape[d] !== 1);
    // Dimensions of size 1 don't affect the layout; and a product is computed in the operand order that is required.
    const isView = long.every((d, i) => i === 0 || d > long[i - 1]) || isSwappedProduct(operand, permutation);
    this.#bind(op, [isView ? operand : this.#nodes.transpose(operand, shape, permutation)]);
  }

  #contraction(op: DotGeneralOp, operands: readonly Bound[]): void {
    // Verified: contractions have two operands.
    const [lhs, rhs] = operands as readonly [GraphValue, GraphValue];
    const dot = op.dotDimensionNumbers;
    const taken = (side: Side, value: GraphValue, { shape }: RankedTensorType): GraphValue => {
      const before =
        value.node?.kind === 'transpose' && haveSameElements(value.shape, shape) ? value.node : null;
      const relayout = contractionRelayout(side, dot, shape);
      if (before === null) return relayout === null ? value : this.#nodes.transpose(value, shape, relayout);
      const { permutation } = before;
      const source = before.operands[0];
      const composed = contractionRelayout(side, dot, shape, permutation);
      if (composed === null) return source;
      return relayout === null
        ? value
        : this.#nodes.transpose(source, inverse(shape, permutation!), composed);
    };
    this.#product(op, [taken('lhs', lhs, op.lhs.type), taken('rhs', rhs, op.rhs.type)]);
  }

  /** A matrix product, on CPUs in f32 if the library has no kernel for the narrow type: its operands are converted before. */
  #product(op: Operation, operands: readonly GraphValue[]): GraphValue {
    if (this.#rules === 'accelerator') return resultOf(this.#plain(op, operands));
    // Verified: products have one tensor as result.
    const [type] = tensorTypes(op.results[0].type) as [TensorShape];
    const wide = operands.map((operand) =>
      NARROW.has(operand.element) ? this.#nodes.convert(operand, WIDE) : operand,
    );
    if (!NARROW.has(type.element)) return resultOf(this.#plain(op, wide));
    const key = `${op.name}(${wide.map((value) => this.#nodes.number(value)).join()})${attributesKey(op)}`;
    const node = this.#nodes.once(key, () => this.#nodes.add(op.name, wide, [widened(type, WIDE)], op));
    this.#name(op.results[0], resultOf(node));
    const result = this.#nodes.convert(resultOf(node), type);
    this.#bind(op, [result]);
    return result;
  }

  #convolution(op: ConvolutionOp, operands: readonly Bound[]): void {
    // Verified: convolutions have two operands.
    const [lhs, rhs] = operands as readonly [GraphValue, GraphValue];
    if (this.#rules === 'accelerator') {
      // Libraries have kernels for the usual layouts.
      this.#product(op, [lhs, rhs]);
      return;
    }
    const { input, kernel, output } = convolutionRelayouts(op.dimensionNumbers);
    const taken = (value: GraphValue, { shape }: RankedTensorType, relayout: Relayout): GraphValue =>
      relayout === null ? value : this.#nodes.transpose(value, shape, relayout);
    const node = this.#product(op, [taken(lhs, op.lhs.type, input), taken(rhs, op.rhs.type, kernel)]);
    if (output === null) return;
    const { shape } = op.result.type;
    const canonical = output.map((d) => shape[d]);
    const back = shape.map((_, d) => output.indexOf(d));
    this.#bind(op, [this.#nodes.transpose(node, canonical, back)]);
  }

  /** A call requires the layouts of its operands and results that it specifies. */
  #customCall(op: CustomCallOp, operands: readonly GraphValue[]): void {
    const inputs = layoutsOf(op.operandLayouts);
    const outputs = layoutsOf(op.resultLayouts);
    const given = operands.map((operand, i) => {
      const order = inputs[i];
      return order?.length !== operand.shape.length
        ? operand
        : this.#nodes.transpose(operand, operand.shape, order);
    });
    const node = this.#add(op, given, []);
    const results = node.results.map((result, i) => {
      const order = outputs[i];
      if (order?.length !== result.shape.length) return result;
      const back = result.shape.map((_, d) => order.indexOf(d));
      return this.#nodes.transpose(
        result,
        order.map((d) => result.shape[d]),
        back,
      );
    });
    this.#bindResults(op, results);
  }

  /** A running sum or maximum, in the steps in which XLA computes it. */
  #scan(op: Operation, operands: readonly Bound[]): boolean {
    const steps = windowScan(op);
    if (steps === null) return false;
    // The condition has found a scan, of tensors.
    let values = [operands[0] as GraphValue];
    const kept: GraphValue[] = [];
    for (const { kind, shape, isKept } of steps) {
      // Steps have one operand: the result of the one before.
      const [value] = values as [GraphValue];
      const bytes = (value.bytes / Math.max(1, count(value.shape))) * count(shape);
      const node = this.#nodes.add(kind, values, [{ bytes, shape, element: value.element }], null);
      values = [node.results[0]];
      if (isKept) kept.push(node.results[0]);
    }
    const { shape } = tensorType(op.results[0].type);
    // Verified: scans have an operand.
    const [input] = operands as readonly [GraphValue];
    const last = this.#nodes.add(
      'stablehlo.add',
      kept,
      [{ bytes: input.bytes, shape, element: input.element }],
      null,
    );
    this.#bind(op, [last.results[0]]);
    return true;
  }
}

function attributesKey(op: Operation): string {
  return op
    .sortedAttrs()
    .map(([name, attribute]) => `${name}=${attribute.id}`)
    .join();
}

/** Types whose products are of 32-bit numbers on CPUs. */
const NARROW: ReadonlySet<string> = new Set(['bf16']);

/** The type that narrow numbers are converted to. */
const WIDE = { element: 'f32', width: 4 };

/** By tensor, dimensions from the slowest to the fastest; `undefined` for those in the usual order. */
function layoutsOf(layouts: Attribute | null): readonly (readonly number[] | undefined)[] {
  if (!(layouts instanceof ArrayAttr)) return [];
  return layouts.elements.map((layout) => {
    if (!(layout instanceof DenseElementsAttr)) return undefined;
    const order = layout.integers().map(Number).reverse();
    return order.every((d, i) => d === i) ? undefined : order;
  });
}

function isSwappedProduct({ node }: GraphValue, permutation: readonly number[]): boolean {
  if (!(node?.op instanceof DotGeneralOp)) return false;
  const dot = node.op.dotDimensionNumbers;
  const rows = node.op.lhs.type.shape.length - dot.lhsContractingDimensions.length;
  if (dot.lhsBatchingDimensions.length > 0) return false;
  return permutation.every((d, i) => d === (i + rows) % permutation.length);
}

function inverse(shape: readonly number[], permutation: readonly number[]): number[] {
  return shape.map((_, d) => shape[permutation.indexOf(d)]);
}
