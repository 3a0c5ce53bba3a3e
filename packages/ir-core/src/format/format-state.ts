import type { OpDefinition } from '../definition/op-definition.ts';
import { segmentSizes } from '../definition/segments.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from '../definition/traits.ts';
import type { Attribute, Type } from '../ir/attribute.ts';

import type { ParsedOp, UnresolvedOperand } from '../text/parsed-op.ts';
import type { Parser } from '../text/parser.ts';
import type { DirectiveArgument, FormatReference } from './format-element.ts';
import type { TypeResolution } from './type-resolution.ts';

/** What a declarative format has read of one operation, by declared name. */
export class FormatState implements TypeResolution {
  readonly parsed: ParsedOp;
  readonly #definition: OpDefinition;
  readonly #operands: (UnresolvedOperand[] | null)[];
  readonly #operandTypes: (readonly Type[] | null)[];
  readonly #resultTypes: (readonly Type[] | null)[];
  #allOperands: UnresolvedOperand[] | null = null;
  #allOperandTypes: readonly Type[] | null = null;
  #allResultTypes: readonly Type[] | null = null;

  constructor(parsed: ParsedOp) {
    this.parsed = parsed;
    this.#definition = parsed.definition;
    this.#operands = this.#definition.operands.map(() => null);
    this.#operandTypes = this.#definition.operands.map(() => null);
    this.#resultTypes = this.#definition.results.map(() => null);
  }

  // ---- operands

  setOperands({ index }: FormatReference, operands: UnresolvedOperand[]): void {
    if (index === 'all') this.#allOperands = operands;
    else this.#operands[index] = operands;
  }

  /** Operands read so far under a name. */
  operandsOf({ index }: FormatReference): readonly UnresolvedOperand[] {
    return (index === 'all' ? (this.#allOperands ?? this.#operands.flatMap((group) => group ?? [])) : this.#operands[index]) ?? [];
  }

  // ---- types

  setTypes({ kind, index }: FormatReference, types: readonly Type[]): void {
    if (kind === 'operand') {
      if (index === 'all') this.#allOperandTypes = types;
      else this.#operandTypes[index] = types;
    } else if (index === 'all') this.#allResultTypes = types;
    else this.#resultTypes[index] = types;
  }

  typesOf({ kind, index }: FormatReference): readonly Type[] | null {
    if (kind === 'operand') return index === 'all' ? this.#allOperandTypes : this.#operandTypes[index]!;
    return index === 'all' ? this.#allResultTypes : this.#resultTypes[index]!;
  }

  typeOf(name: string): Type | null {
    const [types, index] = this.#named(name);
    return types[index]?.[0] ?? null;
  }

  setType(name: string, type: Type): void {
    const [types, index, arity] = this.#named(name);
    if (types[index] !== null) return;
    const count = types === this.#operandTypes && arity !== 'one' ? (this.#operands[index]?.length ?? 0) : 1;
    types[index] = new Array<Type>(count).fill(type);
  }

  #named(name: string): [(readonly Type[] | null)[], number, string] {
    const operand = this.#definition.operands.findIndex((declared) => declared.name === name);
    if (operand >= 0) return [this.#operandTypes, operand, this.#definition.operands[operand]!.arity];
    const result = this.#definition.results.findIndex((declared) => declared.name === name);
    if (result < 0) throw new Error(`'${this.#definition.name}' declares no value '${name}'`);
    return [this.#resultTypes, result, this.#definition.results[result]!.arity];
  }

  anyKnownType(): Type | null {
    for (const types of [this.#allOperandTypes, this.#allResultTypes, ...this.#operandTypes, ...this.#resultTypes]) {
      if (types?.[0] !== undefined) return types[0];
    }
    return null;
  }

  setAllTypes(type: Type): void {
    for (const { name } of [...this.#definition.operands, ...this.#definition.results]) this.setType(name, type);
  }

  // ---- attributes

  setAttr({ reference }: DirectiveArgument, attribute: Attribute): void {
    this.parsed.setAttr(reference.name, attribute);
  }

  attrOf({ reference }: DirectiveArgument): Attribute | null {
    return this.parsed.getAttr(reference.name);
  }

  // ---- the end

  /** Completes the types from the declaration and resolves the operands. */
  finish(parser: Parser, offset: number): void {
    const { operands, results, traits } = this.#definition;
    operands.forEach(({ constraint, arity }, i) => {
      const { only } = constraint;
      const count = arity === 'one' ? 1 : (this.#operands[i]?.length ?? 0);
      if (only !== undefined && this.#operandTypes[i] === null) this.#operandTypes[i] = new Array<Type>(count).fill(only);
    });
    results.forEach(({ constraint, arity }, i) => {
      if (constraint.only !== undefined && arity === 'one') this.#resultTypes[i] ??= [constraint.only];
    });
    for (const trait of traits) trait.resolveTypes?.(this);
    this.#resolveOperands(parser, offset);
    if (this.#allResultTypes !== null) this.parsed.resultTypes.push(...this.#allResultTypes);
    else if (results.some(({ arity }, i) => this.#resultTypes[i] === null && arity === 'one')) {
      this.parsed.infersResultTypes = true;
    } else for (const types of this.#resultTypes) this.parsed.resultTypes.push(...(types ?? []));
    if (traits.has(attrSizedOperandSegments) && this.#allOperands === null) {
      this.parsed.setAttr('operandSegmentSizes', segmentSizes(this.#operands.map((group) => group?.length ?? 0)));
    }
    if (traits.has(attrSizedResultSegments) && this.#allResultTypes === null) {
      this.parsed.setAttr('resultSegmentSizes', segmentSizes(this.#resultTypes.map((group) => group?.length ?? 0)));
    }
  }

  #resolveOperands(parser: Parser, offset: number): void {
    const { operands } = this.#definition;
    if (this.#allOperands !== null || this.#allOperandTypes !== null) {
      const all = this.operandsOf({ kind: 'operand', index: 'all', name: 'operands' });
      const types = this.#allOperandTypes ?? this.#operandTypes.flatMap((group) => group ?? []);
      this.parsed.operands.push(...parser.resolveAll(all, types, offset));
      return;
    }
    operands.forEach(({ name, arity }, i) => {
      const group = this.#operands[i] ?? [];
      const types = this.#operandTypes[i];
      if (types === null || types === undefined) {
        if (group.length === 0 && arity !== 'one') return;
        throw new Error(`assembly format of '${this.#definition.name}' leaves the type of '${name}' open`);
      }
      this.parsed.operands.push(...parser.resolveAll(group, types, offset));
    });
  }
}

