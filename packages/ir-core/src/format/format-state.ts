import type { OpDefinition } from '../definition/op-definition.ts';
import { segmentSizes } from '../definition/segments.ts';
import type { Trait } from '../definition/trait.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from '../definition/traits.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Value } from '../ir/value.ts';
import type { ParsedOp, UnresolvedOperand } from '../text/parsed-op.ts';
import type { Parser } from '../text/parser.ts';
import type { DirectiveArgument, FormatReference } from './format-element.ts';
import type { TypeResolution } from './type-resolution.ts';

/** The properties of a declaration that complete a parsed operation, found once. */
export interface CompletionPlan {
  readonly definition: OpDefinition;
  /** Traits that imply types. */
  readonly resolvers: readonly Trait[];
  /** True if a constraint admits one type only. */
  readonly fixesTypes: boolean;
  readonly hasOperandSegments: boolean;
  readonly hasResultSegments: boolean;
}

/** Returns the plan of a declaration. */
export function completionPlan(definition: OpDefinition): CompletionPlan {
  const { operands, results, traits } = definition;
  return {
    definition,
    resolvers: [...traits].filter((trait) => trait.resolveTypes !== undefined),
    fixesTypes: [...operands, ...results].some(({ constraint }) => constraint.only !== undefined),
    hasOperandSegments: traits.has(attrSizedOperandSegments),
    hasResultSegments: traits.has(attrSizedResultSegments),
  };
}

/** Operands of one name and where they begin. */
interface OperandGroup {
  readonly operands: readonly UnresolvedOperand[];
  readonly offset: number;
}

const NO_OPERANDS: readonly UnresolvedOperand[] = [];
const NO_TYPES: readonly Type[] = [];

function nothing(count: number): null[] {
  // Literals of the usual lengths: there are three such lists for each operation.
  if (count === 1) return [null];
  if (count === 2) return [null, null];
  return count === 0 ? [] : new Array<null>(count).fill(null);
}

/** The operands, attributes and types that a declarative format has read of one operation, by declared name. */
export class FormatState implements TypeResolution {
  readonly parsed: ParsedOp;
  readonly #plan: CompletionPlan;
  readonly #operands: (OperandGroup | null)[];
  readonly #operandTypes: (readonly Type[] | null)[];
  readonly #resultTypes: (readonly Type[] | null)[];
  #allOperands: OperandGroup | null = null;
  #allOperandTypes: readonly Type[] | null = null;
  #allResultTypes: readonly Type[] | null = null;

  constructor(parsed: ParsedOp, plan: CompletionPlan) {
    this.parsed = parsed;
    this.#plan = plan;
    const { operands, results } = plan.definition;
    this.#operands = nothing(operands.length);
    this.#operandTypes = nothing(operands.length);
    this.#resultTypes = nothing(results.length);
  }

  // ---- operands

  /** @param offset where the operands begin in the text, which an empty list doesn't tell. */
  setOperands(
    { index }: FormatReference,
    operands: readonly UnresolvedOperand[],
    offset: number = operands[0]?.offset ?? this.parsed.nameOffset,
  ): void {
    const group = { operands, offset };
    if (index === 'all') this.#allOperands = group;
    else this.#operands[index] = group;
  }

  /** Operands read so far under a name. */
  operandsOf({ index }: FormatReference): readonly UnresolvedOperand[] {
    if (index !== 'all') return this.#operands[index]?.operands ?? NO_OPERANDS;
    return this.#allOperands?.operands ?? this.#operands.flatMap((group) => group?.operands ?? NO_OPERANDS);
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
    const count =
      types === this.#operandTypes && arity !== 'one' ? (this.#operands[index]?.operands.length ?? 0) : 1;
    types[index] = new Array<Type>(count).fill(type);
  }

  #named(name: string): [(readonly Type[] | null)[], number, string] {
    const { operands, results, name: opName } = this.#plan.definition;
    const operand = operands.findIndex((declared) => declared.name === name);
    if (operand >= 0) return [this.#operandTypes, operand, operands[operand]!.arity];
    const result = results.findIndex((declared) => declared.name === name);
    if (result < 0) throw new Error(`'${opName}' declares no value '${name}'`);
    return [this.#resultTypes, result, results[result]!.arity];
  }

  anyKnownType(): Type | null {
    for (const types of [
      this.#allOperandTypes,
      this.#allResultTypes,
      ...this.#operandTypes,
      ...this.#resultTypes,
    ]) {
      if (types?.[0] !== undefined) return types[0];
    }
    return null;
  }

  setAllTypes(type: Type): void {
    const { operands, results } = this.#plan.definition;
    for (const { name } of [...operands, ...results]) this.setType(name, type);
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
  finish(parser: Parser): void {
    const { resolvers, fixesTypes, hasOperandSegments, hasResultSegments } = this.#plan;
    if (fixesTypes) this.#setOnlyTypes();
    for (const trait of resolvers) trait.resolveTypes?.(this);
    this.#resolveOperands(parser);
    this.#takeResultTypes();
    if (hasOperandSegments && this.#allOperands === null) {
      const sizes = this.#operands.map((group) => group?.operands.length ?? 0);
      this.parsed.setAttr('operandSegmentSizes', segmentSizes(sizes));
    }
    if (hasResultSegments && this.#allResultTypes === null) {
      const sizes = this.#resultTypes.map((types) => types?.length ?? 0);
      this.parsed.setAttr('resultSegmentSizes', segmentSizes(sizes));
    }
  }

  #setOnlyTypes(): void {
    const { operands, results } = this.#plan.definition;
    operands.forEach(({ constraint, arity }, i) => {
      if (constraint.only === undefined || this.#operandTypes[i] !== null) return;
      const count = arity === 'one' ? 1 : (this.#operands[i]?.operands.length ?? 0);
      this.#operandTypes[i] = new Array<Type>(count).fill(constraint.only);
    });
    results.forEach(({ constraint, arity }, i) => {
      if (constraint.only !== undefined && arity === 'one') this.#resultTypes[i] ??= [constraint.only];
    });
  }

  #takeResultTypes(): void {
    const { parsed } = this;
    if (this.#allResultTypes !== null) {
      parsed.resultTypes = [...this.#allResultTypes];
      return;
    }
    const { results } = this.#plan.definition;
    for (let i = 0; i < results.length; i++) {
      if (this.#resultTypes[i] !== null || results[i]!.arity !== 'one') continue;
      parsed.infersResultTypes = true;
      return;
    }
    parsed.resultTypes = concatenated(this.#resultTypes);
  }

  #resolveOperands(parser: Parser): void {
    const { parsed } = this;
    if (this.#allOperands !== null || this.#allOperandTypes !== null) {
      const operands =
        this.#allOperands?.operands ?? concatenated(this.#operands.map((group) => group?.operands ?? null));
      const types = this.#allOperandTypes ?? concatenated(this.#operandTypes);
      parsed.operands = parser.resolveAll(operands, types, this.#allOperands?.offset ?? parsed.nameOffset);
      return;
    }
    const { length } = this.#plan.definition.operands;
    if (length === 0) return;
    parsed.operands = this.#resolveGroup(parser, 0);
    for (let i = 1; i < length; i++) {
      const values = this.#resolveGroup(parser, i);
      for (const value of values) parsed.operands.push(value);
    }
  }

  #resolveGroup(parser: Parser, index: number): Value[] {
    const group = this.#operands[index] ?? null;
    // A text may leave the types of an optional group out.
    const types = this.#operandTypes[index] ?? NO_TYPES;
    return parser.resolveAll(group?.operands ?? NO_OPERANDS, types, group?.offset ?? this.parsed.nameOffset);
  }
}

/** The lists one after the other; those that are not there count as empty. */
function concatenated<T>(lists: readonly (readonly T[] | null)[]): T[] {
  const all: T[] = [];
  for (const list of lists) if (list !== null) for (const element of list) all.push(element);
  return all;
}
