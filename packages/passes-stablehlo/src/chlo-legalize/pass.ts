import {
  applyPartialConversion,
  type ConversionPattern,
  ConversionTarget,
  definePass,
  type OpDefinition,
} from '@shardform/ir-core';
import { besselPattern } from './bessel.ts';
import { broadcastArithmeticPatterns } from './broadcast-arithmetic.ts';
import { broadcastSelectPattern } from './broadcast-select.ts';
import { constantPatterns } from './constants.ts';
import { elementaryPatterns } from './elementary.ts';
import { errorFunctionPatterns } from './error-function.ts';
import { gammaPatterns } from './gamma.ts';
import { hyperbolicPatterns } from './hyperbolic.ts';
import { mulhiPattern } from './mulhi.ts';
import { nextAfterPattern } from './next-after.ts';
import { raggedDotPattern } from './ragged-dot.ts';
import { scanPattern } from './scan.ts';
import { topKPattern } from './top-k.ts';
import { zetaPatterns } from './zeta.ts';

/** Each operation of CHLO by operations of StableHLO, and of the shape dialect where sizes are not known. */
export const chloToStablehloPatterns: readonly ConversionPattern[] = [
  ...broadcastArithmeticPatterns,
  broadcastSelectPattern,
  ...constantPatterns,
  ...elementaryPatterns,
  ...hyperbolicPatterns,
  ...errorFunctionPatterns,
  ...gammaPatterns,
  ...zetaPatterns,
  besselPattern,
  mulhiPattern,
  nextAfterPattern,
  raggedDotPattern,
  scanPattern,
  topKPattern,
];

const expandedNames: ReadonlySet<string | null> = /* @__PURE__ */ new Set(
  chloToStablehloPatterns.map(({ root }) => root),
);

/** Returns true if {@link chloLegalizeToStablehlo} expands operations of a kind. */
export function isExpandedChlo({ name }: OpDefinition): boolean {
  return expandedNames.has(name);
}

/** Expands CHLO into StableHLO; upstream's pass of this name. */
export const chloLegalizeToStablehlo = /* @__PURE__ */ definePass({
  name: 'chlo-legalize-to-stablehlo',
  className: 'ChloLegalizeToStablehloPass',
  summary: 'Legalizes from CHLO ops flow to StableHLO and Shape ops',
  description:
    'Broadcasts become explicit, special functions become polynomials and series, `top_k` a sort, `ragged_dot` a ' +
    '`dot_general` for each group, `scan` a loop. Special functions of narrow floats are evaluated in f32. An ' +
    'operation on tensors of unknown rank is an error.',
  anchor: 'func.func',
  run(op, pass) {
    const target = new ConversionTarget()
      .addIllegalDialects('chlo')
      .addLegalDialects('stablehlo', 'func', 'shape', 'tensor', 'arith');
    if (!applyPartialConversion(op, target, chloToStablehloPatterns, pass.context)) pass.fail();
  },
});
