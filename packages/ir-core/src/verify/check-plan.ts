import type { DefinedAttr, DefinedValues, OpDefinition } from '../definition/op-definition.ts';
import type { Trait } from '../definition/trait.ts';
import {
  attrSizedOperandSegments,
  attrSizedResultSegments,
  symbol,
  symbolTable,
} from '../definition/traits.ts';
import type { Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { Operation } from '../ir/operation.ts';
import { VerifiedKinds } from './verified-kinds.ts';

/** The values of one declared name. */
export interface ValueGroup extends DefinedValues {
  /** The type that was accepted last: most values of a name have the type of the one before. */
  accepted: Type | null;
}

/** The plan by which the operands or the results of an operation are counted and checked. */
export interface ValuesPlan {
  readonly kind: 'operand' | 'result';
  readonly groups: readonly ValueGroup[];
  /** Names that stand for exactly one value. */
  readonly fixed: number;
  readonly hasSegments: boolean;
}

/** The checks of the verifier for every operation of one declaration, in the order in which they run. */
export interface CheckPlan {
  readonly structureTraits: readonly Trait[];
  /** Inherent attributes with their indices among the properties, sorted by name. */
  readonly attrs: readonly { readonly attr: DefinedAttr; readonly index: number }[];
  readonly operands: ValuesPlan;
  readonly results: ValuesPlan;
  /** `null` when a region name stands for any number of regions. */
  readonly regionCount: number | null;
  readonly hasSuccessors: boolean;
  readonly traits: readonly Trait[];
  readonly regionTraits: readonly Trait[];
  readonly isSymbol: boolean;
  readonly isSymbolTable: boolean;
  /** True if the op's class has a `verifySymbolUses`. */
  readonly isSymbolUser: boolean;
  /** True if the op's class has checks of its own. */
  readonly verifiesItself: boolean;
  readonly infersTypes: boolean;
  /** The kinds that were found valid; `null` where the checks of an operation are not those of its kind. */
  readonly kinds: VerifiedKinds | null;
}

/** Returns the plan of an operation's declaration; made once. */
export function checkPlan(op: Operation, context: Context): CheckPlan {
  return (op.definition.checkPlan ??= makePlan(op, context));
}

function makePlan(op: Operation, context: Context): CheckPlan {
  const { definition } = op;
  const { attrs, regions, spec } = definition;
  const traits = [...definition.traits];
  const inPhase = (phase: Trait['phase']): Trait[] =>
    traits.filter((trait) => trait.verify !== undefined && (trait.phase ?? 'op') === phase);
  return {
    structureTraits: inPhase('structure'),
    attrs: attrs.map((attr, index) => ({ attr, index })).sort((a, b) => (a.attr.name < b.attr.name ? -1 : 1)),
    operands: valuesPlan(definition, 'operand'),
    results: valuesPlan(definition, 'result'),
    regionCount: regions.some(({ constraint }) => constraint.variadic) ? null : regions.length,
    hasSuccessors: (spec.successors ?? []).length > 0,
    traits: inPhase('op'),
    regionTraits: traits.filter((trait) => trait.verifyRegions !== undefined),
    isSymbol: traits.includes(symbol),
    isSymbolTable: traits.includes(symbolTable),
    isSymbolUser: 'verifySymbolUses' in op,
    verifiesItself: op.verifyOp !== Operation.prototype.verifyOp,
    infersTypes: definition.infer !== null,
    kinds: isCheckedByKind(definition, context) ? new VerifiedKinds() : null,
  };
}

/** Terminators and symbols are checked where they stand. */
function isCheckedByKind(definition: OpDefinition, context: Context): boolean {
  const { dialect, isRegistered, isTerminator, regions, spec, traits } = definition;
  const isApart = regions.length === 0 && (spec.successors ?? []).length === 0;
  const isChecked = context.dialects.get(dialect)?.checksKindsOnly === true;
  return isRegistered && isChecked && isApart && !isTerminator && !traits.has(symbol);
}

function valuesPlan(definition: OpDefinition, kind: 'operand' | 'result'): ValuesPlan {
  const declared = kind === 'operand' ? definition.operands : definition.results;
  const groups = declared.map((group): ValueGroup => ({ ...group, accepted: null }));
  return {
    kind,
    groups,
    fixed: groups.filter(({ arity }) => arity === 'one').length,
    hasSegments: definition.traits.has(
      kind === 'operand' ? attrSizedOperandSegments : attrSizedResultSegments,
    ),
  };
}
