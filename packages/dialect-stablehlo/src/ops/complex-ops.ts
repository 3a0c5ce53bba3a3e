import {
  ComplexType,
  type CustomDirective,
  argumentTypes,
  defineOp,
  FunctionType,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import {
  complexTensor,
  float32or64Tensor,
  floatComplexTensor,
  floatTensor,
  tensorType,
} from '../constraints.ts';
import {
  assignFunctionType,
  sameOperandsAndResultTypeDirective,
} from '../directives/same-operands-and-result-type.ts';
import { ifKnownSizesStay, ifOperandsStatic } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape, sameOperandsElementType } from '../traits.ts';
import { inferElementwise } from './elementwise.ts';

const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };
const format = '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))';

function realPart(type: Type): RankedTensorType {
  const tensor = tensorType(type);
  const { elementType } = tensor;
  return tensor.withElementType(elementType instanceof ComplexType ? elementType.elementType : elementType);
}

/** Real part (StableHLO spec, "real"). */
export class RealOp extends defineOp('stablehlo.real', {
  summary: 'real part',
  operands: { operand: floatComplexTensor },
  results: { result: floatTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
  infer: (op) => [realPart(op.operand.type)],
}) {}

/** Imaginary part (StableHLO spec, "imag"). */
export class ImagOp extends defineOp('stablehlo.imag', {
  summary: 'imaginary part',
  operands: { operand: floatComplexTensor },
  results: { result: floatTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
  infer: (op) => [realPart(op.operand.type)],
}) {}

/** The result's type when both operands have the type of its real and imaginary parts, the function type otherwise. */
const complexOpType: CustomDirective = {
  print(printer, op, args) {
    const [lhs, rhs, result] = args.map((argument) => argumentTypes(op, argument)[0]!);
    const part = realPart(result!);
    if (lhs === part && rhs === part) printer.printType(result!);
    else printer.printFunctionType([lhs!, rhs!], [result!]);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const type = parser.parseType();
    const [lhs, rhs, result] = args.map(({ reference }) => reference);
    if (type instanceof RankedTensorType && type.elementType instanceof ComplexType) {
      const part = realPart(type);
      state.setTypes(lhs!, [part]);
      state.setTypes(rhs!, [part]);
      state.setTypes(result!, [type]);
      return;
    }
    if (type instanceof FunctionType) assignFunctionType(parser, state, args, type, offset);
    else parser.fail('expected tensor with complex element type', offset);
  },
};

/** Complex numbers of real and imaginary parts (StableHLO spec, "complex"). */
export class ComplexOp extends defineOp('stablehlo.complex', {
  summary: 'complex numbers from real and imaginary parts',
  operands: { lhs: float32or64Tensor, rhs: float32or64Tensor },
  results: { result: complexTensor },
  traits: [sameOperandsElementType, sameOperandsAndResultShape, elementwise],
  effects: 'none',
  speculates: ifOperandsStatic,
  format: 'operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))',
  directives: { ComplexOpType: complexOpType },
  infer: (op, report) => {
    const types = inferElementwise(op, report);
    return types?.map((type) => type.withElementType(ComplexType.get(type.elementType))) ?? null;
  },
}) {}
