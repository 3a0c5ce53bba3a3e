import type { Operation } from '@shardform/ir-core';
import { type Computation, type GraphNode, type GraphValue, resultOf } from './hlo-graph.ts';
import { isBroadcast, isConstant, isFloat, isScalarConstant } from './node-kinds.ts';
import { count, type TensorShape, tensorTypes, widened } from './tensor-shapes.ts';

const TIMES = 'stablehlo.multiply';

/** A node before names of the same memory are resolved. */
export type NodeInProgress = Omit<GraphNode, 'operands'> & { operands: readonly GraphValue[] };

/** The nodes of a computation while it is built, in order, those that compute the same made once. */
export class NodesInProgress {
  readonly list: NodeInProgress[] = [];
  /** Nodes by what they compute. */
  readonly #known = new Map<string, GraphNode>();
  readonly #numbers = new Map<object, number>();

  /** @param permutation of a transposition only. */
  add(
    kind: string,
    operands: readonly GraphValue[],
    types: readonly Omit<TensorShape, 'width'>[],
    op: Operation | null,
    bodies: readonly Computation[] = [],
    permutation: readonly number[] | null = null,
  ): GraphNode {
    const results: GraphValue[] = [];
    const node: NodeInProgress = { kind, operands, results, bodies, op, permutation };
    for (const { bytes, shape, element } of types) results.push({ bytes, shape, element, node });
    this.list.push(node);
    return node;
  }

  /** The node of a key, which says what it computes; made when it is asked for first. */
  once(key: string, make: () => GraphNode): GraphNode {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const node = make();
    this.#known.set(key, node);
    return node;
  }

  /** A node in the form that XLA gives it before it decides what to compute twice. */
  simplified(op: Operation, operands: readonly GraphValue[]): GraphNode {
    const types = op.results.flatMap(({ type }) => tensorTypes(type));
    // Operations that make a node have a result.
    const [type] = types as [TensorShape];
    const isFolded = operands.length > 0 && operands.every(isScalarConstant) && types.length === 1;
    if (isFolded && count(type.shape) === 1) return this.add('stablehlo.constant', [], types, null);
    // Used for divisions only, which have two operands.
    const [dividend, divisor] = operands as readonly [GraphValue, GraphValue];
    if (op.name !== 'stablehlo.divide' || !isFloat(dividend)) return this.add(op.name, operands, types, op);
    const { node } = divisor;
    if (isConstant(divisor)) return this.add(TIMES, operands, types, null);
    if (node === null || !isBroadcast(node)) return this.add(op.name, operands, types, op);
    // Verified: broadcasts have one operand.
    const [source] = node.operands as readonly [GraphValue];
    if (isScalarConstant(source)) return this.add(TIMES, operands, types, null);
    // Few divisions and many products.
    const inverted = this.once(`invert(${this.number(source)})`, () =>
      this.add('stablehlo.divide', [source], [source], null),
    ).results[0];
    const repeated = this.once(`repeat(${this.number(divisor)})`, () =>
      this.add(node.kind, [inverted], [divisor], null),
    ).results[0];
    return this.add(TIMES, [dividend, repeated], types, null);
  }

  /** A copy with other dimensions, made once. */
  transpose(value: GraphValue, shape: readonly number[], permutation: readonly number[]): GraphValue {
    const key = `transpose(${this.number(value)})${permutation.join()}x${shape.join()}`;
    const type = { bytes: value.bytes, element: value.element, shape: permutation.map((d) => shape[d]) };
    return this.once(key, () => this.add('transpose', [value], [type], null, [], permutation)).results[0];
  }

  convert(
    value: GraphValue,
    { element, width }: { readonly element: string; readonly width: number },
  ): GraphValue {
    const key = `convert(${this.number(value)})${element}`;
    const type = widened(value, { element, width });
    return resultOf(this.once(key, () => this.add('stablehlo.convert', [value], [type], null)));
  }

  /** A number that tells values apart in keys. */
  number(value: object): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
