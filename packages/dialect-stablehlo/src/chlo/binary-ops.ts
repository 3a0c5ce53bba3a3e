import { defineOp, type TypeConstraint } from '@shardform/ir-core';
import { intTensor } from '../constraints.ts';
import { compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { floatAnyRank } from './constraints.ts';
import { inferAlike } from './infer-alike.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineBinary<const L extends string, const R extends string>(
  name: string,
  summary: string,
  constraint: TypeConstraint,
  lhs: L,
  rhs: R,
) {
  return defineOp(`chlo.${name}`, {
    summary,
    // Computed keys are widened to strings.
    operands: { [lhs]: constraint, [rhs]: constraint } as Record<L | R, TypeConstraint>,
    results: { result: constraint },
    traits: [compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape],
    effects: 'none',
    speculates: 'always',
    format: `$${lhs} \`,\` $${rhs} attr-dict \`:\` type($${lhs}) \`,\` type($${rhs}) \`->\` type(results)`,
    infer: inferAlike,
  });
}

/** Upper half of a product (CHLO, "mulhi"). */
export class MulhiOp extends defineBinary('mulhi', 'upper half of a product', intTensor, 'x', 'y') {}

/** Neighbouring number in the direction of another one (CHLO, "next_after"). */
export class NextAfterOp extends defineBinary(
  'next_after',
  'neighbouring number in the direction of another one',
  floatAnyRank,
  'x',
  'y',
) {}

/** Derivative of the digamma function (CHLO, "polygamma"). */
export class PolygammaOp extends defineBinary(
  'polygamma',
  'derivative of the digamma function',
  floatAnyRank,
  'n',
  'x',
) {}

/** Hurwitz zeta function (CHLO, "zeta"). */
export class ZetaOp extends defineBinary('zeta', 'Hurwitz zeta function', floatAnyRank, 'x', 'q') {}
