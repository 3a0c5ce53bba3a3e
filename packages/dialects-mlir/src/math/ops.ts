import {
  allTypesMatch,
  type AnyOpClass,
  defineOp,
  sameOperandsAndResultType,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { FastMathFlagsAttr } from '../arith/flags-attr.ts';
import { elementwise } from '../elementwise.ts';
import { boolLike, floatLike, signlessIntegerLike } from '../type-constraints.ts';
import { boolResult } from './bool-result.ts';

const fastmath = /* @__PURE__ */ storedDefaultAttr(FastMathFlagsAttr.constraint, FastMathFlagsAttr.none);
const FLAGS = '(`fastmath` `` $fastmath^)? attr-dict `:`';

/** Functions of a float, with what they compute. */
const floatFunctions: Readonly<Record<string, string>> = {
  absf: 'absolute value',
  acos: 'arc cosine',
  acosh: 'inverse hyperbolic cosine',
  asin: 'arc sine',
  asinh: 'inverse hyperbolic sine',
  atan: 'arc tangent',
  atanh: 'inverse hyperbolic tangent',
  cbrt: 'cube root',
  ceil: 'ceiling: rounding up',
  cos: 'cosine',
  cosh: 'hyperbolic cosine',
  erf: 'error function',
  erfc: 'complementary error function',
  exp: 'exponential function (base e)',
  exp2: 'exponential function (base 2)',
  expm1: 'exponential function minus one',
  floor: 'floor: rounding down',
  log: 'natural logarithm',
  log10: 'logarithm to the base 10',
  log1p: 'natural logarithm of one plus the operand',
  log2: 'logarithm to the base 2',
  round: 'nearest integer, ties away from zero',
  roundeven: 'nearest integer, ties to even',
  rsqrt: 'reciprocal of the square root',
  sin: 'sine',
  sinh: 'hyperbolic sine',
  sqrt: 'square root',
  tan: 'tangent',
  tanh: 'hyperbolic tangent',
  trunc: 'rounding towards zero',
};

const pairFunctions: Readonly<Record<string, string>> = {
  atan2: 'arc tangent of lhs / rhs (atan2)',
  copysign: 'copies the sign of another number',
  powf: 'floating-point power',
};

const floatTests: Readonly<Record<string, string>> = {
  isfinite: 'whether a float is a finite number',
  isinf: 'whether a float is infinite',
  isnan: 'whether a float is NaN',
  isnormal: 'whether a float is normal',
};

const integerFunctions: Readonly<Record<string, string>> = {
  absi: 'absolute value',
  ctlz: 'number of leading zeros',
  ctpop: 'number of set bits',
  cttz: 'number of trailing zeros',
};

/** The operations of `math`. */
export const mathOps: readonly AnyOpClass[] = [
  ...Object.entries(floatFunctions).map(([name, summary]) =>
    defineOp(`math.${name}`, {
      summary,
      operands: { operand: floatLike },
      results: { result: floatLike },
      attrs: { fastmath },
      traits: [sameOperandsAndResultType],
      effects: 'none',
      speculates: 'always',
      format: `$operand ${FLAGS} type($result)`,
    }),
  ),
  ...Object.entries(pairFunctions).map(([name, summary]) =>
    defineOp(`math.${name}`, {
      summary,
      operands: { lhs: floatLike, rhs: floatLike },
      results: { result: floatLike },
      attrs: { fastmath },
      traits: [sameOperandsAndResultType],
      effects: 'none',
      speculates: 'always',
      format: `$lhs \`,\` $rhs ${FLAGS} type($result)`,
    }),
  ),
  ...Object.entries(floatTests).map(([name, summary]) =>
    defineOp(`math.${name}`, {
      summary,
      operands: { operand: floatLike },
      results: { result: boolLike },
      attrs: { fastmath },
      traits: [boolResult],
      effects: 'none',
      speculates: 'always',
      format: '$operand attr-dict `:` type($operand)',
    }),
  ),
  defineOp('math.sincos', {
    summary: 'sine and cosine',
    operands: { operand: floatLike },
    results: { sin: floatLike, cos: floatLike },
    attrs: { fastmath },
    traits: [sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: `$operand ${FLAGS} type($operand)`,
  }),
  defineOp('math.clampf', {
    summary: 'clamp to a range',
    operands: { value: floatLike, min: floatLike, max: floatLike },
    results: { result: floatLike },
    attrs: { fastmath },
    traits: [sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: `$value \`to\` \` \` \`[\` $min \`,\` $max \`]\` ${FLAGS} type($result)`,
  }),
  ...Object.entries(integerFunctions).map(([name, summary]) =>
    defineOp(`math.${name}`, {
      summary,
      operands: { operand: signlessIntegerLike },
      results: { result: signlessIntegerLike },
      traits: [sameOperandsAndResultType],
      effects: 'none',
      speculates: 'always',
      format: '$operand attr-dict `:` type($result)',
    }),
  ),
  defineOp('math.ipowi', {
    summary: 'power of integers',
    operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
    results: { result: signlessIntegerLike },
    traits: [sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: '$lhs `,` $rhs attr-dict `:` type($result)',
  }),
  defineOp('math.fpowi', {
    summary: 'integer power of a float',
    operands: { lhs: floatLike, rhs: signlessIntegerLike },
    results: { result: floatLike },
    attrs: { fastmath },
    traits: [allTypesMatch('lhs', 'result'), elementwise],
    effects: 'none',
    speculates: 'always',
    format: `$lhs \`,\` $rhs ${FLAGS} type($lhs) \`,\` type($rhs)`,
  }),
  defineOp('math.fma', {
    summary: 'fused multiply-add',
    operands: { a: floatLike, b: floatLike, c: floatLike },
    results: { result: floatLike },
    attrs: { fastmath },
    traits: [sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: `$a \`,\` $b \`,\` $c ${FLAGS} type($result)`,
  }),
];
