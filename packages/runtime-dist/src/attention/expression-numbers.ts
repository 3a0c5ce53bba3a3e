import type { Value } from '@shardform/ir-core';

/** Of longer expressions, each is another one. */
const DEEPEST = 50;

/** Numbers that are equal for values that are computed in the same way of the same values. */
export class ExpressionNumbers {
  readonly #numbers = new Map<Value, number>();
  readonly #expressions = new Map<string, number>();
  #count = 0;

  of(value: Value, depth = 0): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numberOf(value, depth);
    this.#numbers.set(value, number);
    return number;
  }

  #numberOf(value: Value, depth: number): number {
    const op = value.definingOp;
    if (op === null || op.regions.length > 0 || op.results.length > 1 || depth > DEEPEST)
      return ++this.#count;
    const operands = op.operandValues().map((operand) => this.of(operand, depth + 1));
    const properties = op.properties.map((attribute) => attribute?.id ?? '');
    const key = `${op.name}:${value.type.id}:${properties.join()}:${operands.join()}`;
    const found = this.#expressions.get(key) ?? ++this.#count;
    this.#expressions.set(key, found);
    return found;
  }
}
