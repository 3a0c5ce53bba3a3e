import type { DefinedAttr, DefinedValues, OpDefinition } from '../definition/op-definition.ts';
import type { Trait } from '../definition/trait.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from '../definition/traits.ts';

/** How the operands or the results of an operation are counted and checked. */
export interface ValuesPlan {
  readonly kind: 'operand' | 'result';
  readonly groups: readonly DefinedValues[];
  /** Names that stand for exactly one value. */
  readonly fixed: number;
  readonly hasSegments: boolean;
}

/** What the verifier has to do for every operation of one declaration, in the order in which it does it. */
export interface CheckPlan {
  readonly structureTraits: readonly Trait[];
  /** Inherent attributes with their places among the properties, sorted by name. */
  readonly attrs: readonly { readonly attr: DefinedAttr; readonly index: number }[];
  readonly operands: ValuesPlan;
  readonly results: ValuesPlan;
  /** `null` when a region name stands for any number of regions. */
  readonly regionCount: number | null;
  readonly hasSuccessors: boolean;
  readonly traits: readonly Trait[];
  readonly regionTraits: readonly Trait[];
}

const plans = new WeakMap<OpDefinition, CheckPlan>();

/** The plan of a declaration; made once. */
export function checkPlan(definition: OpDefinition): CheckPlan {
  let plan = plans.get(definition);
  if (plan === undefined) plans.set(definition, (plan = makePlan(definition)));
  return plan;
}

function makePlan(definition: OpDefinition): CheckPlan {
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
  };
}

function valuesPlan(definition: OpDefinition, kind: 'operand' | 'result'): ValuesPlan {
  const groups = kind === 'operand' ? definition.operands : definition.results;
  return {
    kind,
    groups,
    fixed: groups.filter(({ arity }) => arity === 'one').length,
    hasSegments: definition.traits.has(
      kind === 'operand' ? attrSizedOperandSegments : attrSizedResultSegments,
    ),
  };
}
