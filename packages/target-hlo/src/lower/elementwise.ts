import {
  ClampOp,
  CompareOp,
  ComplexOp,
  ConvertOp,
  ImagOp,
  IsFiniteOp,
  RealOp,
  ReducePrecisionOp,
  ResultAccuracyAttr,
  SelectOp,
} from '@shardform/dialect-stablehlo';
import type { ArrayShape, ElementType } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { withElementType } from '../build/shapes.ts';
import { arrayShapeOf, type LoweringContext, shapeOfArray } from './context.ts';
import { type Lowering, lowering } from './lowering.ts';

/** Functions of one element, which have the operand's shape. */
const unary: Readonly<Record<string, string>> = {
  'stablehlo.abs': 'abs',
  'stablehlo.cbrt': 'cbrt',
  'stablehlo.ceil': 'ceil',
  'stablehlo.cosine': 'cosine',
  'stablehlo.count_leading_zeros': 'count-leading-zeros',
  'stablehlo.exponential': 'exponential',
  'stablehlo.exponential_minus_one': 'exponential-minus-one',
  'stablehlo.floor': 'floor',
  'stablehlo.log': 'log',
  'stablehlo.log_plus_one': 'log-plus-one',
  'stablehlo.logistic': 'logistic',
  'stablehlo.negate': 'negate',
  'stablehlo.not': 'not',
  'stablehlo.popcnt': 'popcnt',
  'stablehlo.round_nearest_afz': 'round-nearest-afz',
  'stablehlo.round_nearest_even': 'round-nearest-even',
  'stablehlo.rsqrt': 'rsqrt',
  'stablehlo.sign': 'sign',
  'stablehlo.sine': 'sine',
  'stablehlo.sqrt': 'sqrt',
  'stablehlo.tan': 'tan',
  'stablehlo.tanh': 'tanh',
  'chlo.erf': 'erf',
};

/** Functions of two elements, which have the shape of the left one. */
const binary: Readonly<Record<string, string>> = {
  'stablehlo.add': 'add',
  'stablehlo.and': 'and',
  'stablehlo.atan2': 'atan2',
  'stablehlo.divide': 'divide',
  'stablehlo.maximum': 'maximum',
  'stablehlo.minimum': 'minimum',
  'stablehlo.multiply': 'multiply',
  'stablehlo.or': 'or',
  'stablehlo.power': 'power',
  'stablehlo.remainder': 'remainder',
  'stablehlo.shift_left': 'shift-left',
  'stablehlo.shift_right_arithmetic': 'shift-right-arithmetic',
  'stablehlo.shift_right_logical': 'shift-right-logical',
  'stablehlo.subtract': 'subtract',
  'stablehlo.xor': 'xor',
};

function accuracy(op: Operation): ReadonlyMap<string, string> | null {
  const attribute = op.getAttr('result_accuracy');
  if (!(attribute instanceof ResultAccuracyAttr) || attribute.mode === 'DEFAULT') return null;
  const { atol, rtol, ulps } = attribute;
  return new Map([
    [
      'result_accuracy',
      attribute.mode === 'TOLERANCE'
        ? `{tolerance={atol=${atol.value},rtol=${rtol.value},ulps=${ulps}}}`
        : `{mode=${attribute.mode.toLowerCase()}}`,
    ],
  ]);
}

const unaryLowerings = Object.entries(unary).map(([name, opcode]): Lowering => ({
  name,
  lower: (op, context) => {
    const operand = context.get(op.getOperand(0));
    const others = accuracy(op);
    const { elementType } = arrayShapeOf(op.getResult().type, op);
    // The absolute value of a complex number is real.
    context.result(op, opcode, withElementType(shapeOfArray(operand), elementType), [operand], {
      attributes: others === null ? {} : { others },
    });
  },
}));

const binaryLowerings = Object.entries(binary).map(([name, opcode]): Lowering => ({
  name,
  lower: (op, context) => {
    const operands = context.getAll(op.operandValues());
    const [lhs] = operands;
    if (lhs !== undefined) context.result(op, opcode, lhs.shape, operands);
  },
}));

/** The type by which XLA compares elements unless an instruction says otherwise. */
function usualComparison(type: ElementType): string {
  if (/^(?:f|bf|c)/.test(type)) return 'FLOAT';
  return type.startsWith('s') ? 'SIGNED' : 'UNSIGNED';
}

/** A function whose result has another element type. */
function converted(
  op: Operation,
  opcode: string,
  operand: InstructionDraft,
  context: LoweringContext,
): InstructionDraft {
  const { elementType } = arrayShapeOf(op.getResult().type, op);
  return context.result(op, opcode, withElementType(shapeOfArray(operand), elementType), [operand]);
}

/** Repeats a scalar for each element of a shape. */
function spread(scalar: InstructionDraft, shape: ArrayShape, { builder }: LoweringContext): InstructionDraft {
  const { elementType, dimensions } = shapeOfArray(scalar);
  return dimensions.length > 0 || shape.dimensions.length === 0
    ? scalar
    : builder.add('broadcast', withElementType(shape, elementType), [scalar], {
        attributes: { dimensions: [] },
      });
}

/** Exports of operations that compute each element of their result from the same elements of their operands. */
export const elementwiseLowerings: readonly Lowering[] = [
  ...unaryLowerings,
  ...binaryLowerings,
  lowering(CompareOp, (op, context) => {
    const lhs = context.get(op.lhs);
    const shape = shapeOfArray(lhs);
    const type = op.compareType?.value ?? 'NOTYPE';
    context.result(op, 'compare', withElementType(shape, 'pred'), [lhs, context.get(op.rhs)], {
      attributes: {
        comparisonDirection: op.comparisonDirection.value,
        ...(type !== 'NOTYPE' && type !== usualComparison(shape.elementType) && { comparisonType: type }),
      },
    });
  }),
  lowering(ComplexOp, (op, context) => {
    const lhs = context.get(op.lhs);
    const { elementType } = arrayShapeOf(op.result.type, op);
    context.result(op, 'complex', withElementType(shapeOfArray(lhs), elementType), [
      lhs,
      context.get(op.rhs),
    ]);
  }),
  lowering(RealOp, (op, context) => converted(op, 'real', context.get(op.operand), context)),
  lowering(ImagOp, (op, context) => converted(op, 'imag', context.get(op.operand), context)),
  lowering(IsFiniteOp, (op, context) => converted(op, 'is-finite', context.get(op.x), context)),
  lowering(ConvertOp, (op, context) => {
    const operand = context.get(op.operand);
    const from = shapeOfArray(operand).elementType;
    const to = arrayShapeOf(op.result.type, op).elementType;
    // The conversion of a complex number to a real one is that of its real part.
    const part =
      from.startsWith('c') && !to.startsWith('c')
        ? context.builder.add(
            'real',
            withElementType(shapeOfArray(operand), from === 'c64' ? 'f32' : 'f64'),
            [operand],
          )
        : operand;
    converted(op, 'convert', part, context);
  }),
  lowering(ReducePrecisionOp, (op, context) => {
    const operand = context.get(op.operand);
    context.result(op, 'reduce-precision', operand.shape, [operand], {
      attributes: { exponentBits: op.exponentBits.number, mantissaBits: op.mantissaBits.number },
    });
  }),
  lowering(SelectOp, (op, context) => {
    const onTrue = context.get(op.onTrue);
    const pred = spread(context.get(op.pred), shapeOfArray(onTrue), context);
    // XLA lays the result out as the predicate.
    const shape = withElementType(shapeOfArray(pred), shapeOfArray(onTrue).elementType);
    context.result(op, 'select', shape, [pred, onTrue, context.get(op.onFalse)]);
  }),
  lowering(ClampOp, (op, context) => {
    const operand = context.get(op.operand);
    const shape = shapeOfArray(operand);
    const min = spread(context.get(op.min), shape, context);
    const max = spread(context.get(op.max), shape, context);
    context.result(op, 'clamp', shape, [min, operand, max]);
  }),
];
