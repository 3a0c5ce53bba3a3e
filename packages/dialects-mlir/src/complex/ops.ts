import {
  allTypesMatch,
  anyType,
  type AnyOpClass,
  arrayAttr,
  ComplexType,
  constantLike,
  defineOp,
  elementBitWidth,
  FloatAttr,
  FloatType,
  type FoldResult,
  i1,
  type NameSuggestion,
  onlyType,
  type OpReport,
  sameOperandsAndResultType,
  storedDefaultAttr,
  type Trait,
  type Type,
  type TypeConstraint,
  typeWhere,
} from '@shardform/ir-core';
import { FastMathFlagsAttr } from '../arith/flags-attr.ts';

const fastmath = /* @__PURE__ */ storedDefaultAttr(FastMathFlagsAttr.constraint, FastMathFlagsAttr.none);
const FLAGS = '(`fastmath` `` $fastmath^)? attr-dict `:`';

const complex = /* @__PURE__ */ typeWhere(
  ComplexType,
  'complex type with floating-point elements',
  ({ elementType }) => elementType instanceof FloatType,
);
const float: TypeConstraint = {
  summary: 'floating-point',
  accepts: (type): type is Type => type instanceof FloatType,
};

/** The result's type is the element type of the complex operand. */
const partOfComplex: Trait = {
  name: 'TypesMatchWith',
  verify(op, report) {
    const { type } = op.getOperand(0);
    const isPart = type instanceof ComplexType && type.elementType === op.getResult().type;
    return isPart || report.opError('failed to verify that complex element type matches result type');
  },
  resolveTypes(resolution) {
    const type = resolution.typeOf('complex');
    if (type instanceof ComplexType) resolution.setType('result', type.elementType);
  },
};

const complexOfParts: Trait = {
  name: 'TypesMatchWith',
  verify(op, report) {
    const { type } = op.getResult();
    const isWhole = type instanceof ComplexType && type.elementType === op.getOperand(0).type;
    return isWhole || report.opError('failed to verify that complex element type matches real operand type');
  },
  resolveTypes(resolution) {
    const type = resolution.typeOf('complex');
    if (!(type instanceof ComplexType)) return;
    resolution.setType('real', type.elementType);
    resolution.setType('imaginary', type.elementType);
  },
};

/** Components and measures of a complex number. */
const parts: Readonly<Record<string, string>> = {
  abs: 'absolute value',
  angle: 'angle (argument)',
  im: 'imaginary part',
  re: 'real part',
};

const unary: Readonly<Record<string, string>> = {
  conj: 'conjugate',
  cos: 'cosine',
  exp: 'exponential function (base e)',
  expm1: 'exponential function minus one',
  log: 'natural logarithm',
  log1p: 'natural logarithm of one plus the operand',
  neg: 'negation',
  rsqrt: 'reciprocal of the square root',
  sign: 'sign: the number divided by its absolute value',
  sin: 'sine',
  sqrt: 'square root',
  tan: 'tangent',
  tanh: 'hyperbolic tangent',
};

const binary: Readonly<Record<string, string>> = {
  add: 'addition',
  atan2: 'arc tangent of lhs / rhs (atan2)',
  div: 'division',
  mul: 'multiplication',
  pow: 'power',
  sub: 'subtraction',
};

/** A complex number that is known (MLIR, `complex.constant`). */
export class ConstantOp extends defineOp('complex.constant', {
  summary: 'complex number constant operation',
  attrs: { value: arrayAttr },
  results: { complex },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  format: '$value attr-dict `:` type($complex)',
}) {
  static suggestNames(this: void, op: ConstantOp, suggest: NameSuggestion): void {
    suggest(op.complex, 'cst');
  }

  override verifyOp(report: OpReport): boolean {
    const { elements } = this.value;
    if (elements.length !== 2) {
      return report.opError("requires 'value' to be a complex constant, represented as array of two values");
    }
    const types = elements.map((element) => (element instanceof FloatAttr ? element.type : null));
    if (types.includes(null)) return report.opError('requires attribute to be of type float');
    const { elementType } = this.complex.type;
    return (
      types.every((type) => type === elementType) ||
      report.opError(
        `requires attribute's element types ('${String(types[0])}', '${String(types[1])}') to match the element type of the op's return type ('${String(elementType)}')`,
      )
    );
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

/** The bits of a number under another type (MLIR, `complex.bitcast`). */
export class BitcastOp extends defineOp('complex.bitcast', {
  summary: 'bitcast between complex and other types',
  operands: { operand: anyType },
  results: { result: anyType },
  effects: 'none',
  speculates: 'always',
  format: '$operand attr-dict `:` type($operand) `to` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.operand.type, this.result.type];
    if (elementBitWidth(from) !== elementBitWidth(to))
      return report.opError('casting bitwidths do not match');
    return (
      from instanceof ComplexType ||
      to instanceof ComplexType ||
      report.opError('requires that either input or output has a complex type')
    );
  }
}

/** The operations of `complex`. */
export const complexOps: readonly AnyOpClass[] = [
  BitcastOp,
  ConstantOp,
  defineOp('complex.create', {
    summary: 'creates a complex number of its parts',
    operands: { real: float, imaginary: float },
    results: { complex },
    traits: [allTypesMatch('real', 'imaginary'), complexOfParts],
    effects: 'none',
    speculates: 'always',
    format: '$real `,` $imaginary attr-dict `:` type($complex)',
  }),
  ...Object.entries(parts).map(([name, summary]) =>
    defineOp(`complex.${name}`, {
      summary,
      operands: { complex },
      results: { result: float },
      attrs: { fastmath },
      traits: [partOfComplex],
      effects: 'none',
      speculates: 'always',
      format: `$complex ${FLAGS} type($complex)`,
    }),
  ),
  ...Object.entries(unary).map(([name, summary]) =>
    defineOp(`complex.${name}`, {
      summary,
      operands: { complex },
      results: { result: complex },
      attrs: { fastmath },
      traits: [sameOperandsAndResultType],
      effects: 'none',
      speculates: 'always',
      format: `$complex ${FLAGS} type($complex)`,
    }),
  ),
  ...Object.entries(binary).map(([name, summary]) =>
    defineOp(`complex.${name}`, {
      summary,
      operands: { lhs: complex, rhs: complex },
      results: { result: complex },
      attrs: { fastmath },
      traits: [sameOperandsAndResultType],
      effects: 'none',
      speculates: 'always',
      format: `$lhs \`,\` $rhs ${FLAGS} type($result)`,
    }),
  ),
  ...[
    ['eq', 'comparison: equal'],
    ['neq', 'comparison: not equal'],
  ].map(([name, summary]) =>
    defineOp(`complex.${name!}`, {
      summary: summary!,
      operands: { lhs: complex, rhs: complex },
      results: { result: onlyType(i1, '1-bit signless integer') },
      traits: [allTypesMatch('lhs', 'rhs')],
      effects: 'none',
      speculates: 'always',
      format: '$lhs `,` $rhs attr-dict `:` type($lhs)',
    }),
  ),
];
