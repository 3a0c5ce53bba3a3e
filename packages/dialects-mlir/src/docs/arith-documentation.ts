import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { elementwiseExample, exampleOf } from './example.ts';

const SHAPED = 'Vectors and tensors are computed element-wise; operands and result have the same type.';
const OVERFLOW =
  'With `overflow<nsw>` or `overflow<nuw>` the result is poison if the signed or unsigned one does not fit.';
const FAST =
  '`fastmath` allows rewritings that change results, such as reassociation, or promises that there are no NaN.';
const ROUNDING =
  'A rounding mode, such as `to_nearest_even` or `upward`, may stand behind the operands; without it results are rounded to nearest even.';
const BY_ZERO = 'Division by zero is undefined behaviour';
const EXACT = 'With `exact` the result is poison if bits are lost.';
const DIMS = 'Vectors and tensors are converted element-wise and keep their shape.';

const integers: Readonly<Record<string, string>> = {
  addi: `Adds integers or indices and wraps around. ${OVERFLOW}`,
  andi: 'Computes the bitwise and.',
  ceildivsi: `Divides signed integers and rounds towards positive infinity. ${BY_ZERO}, and so is the least integer divided by -1.`,
  ceildivui: `Divides unsigned integers and rounds up. ${BY_ZERO}.`,
  divsi: `Divides signed integers and rounds towards zero. ${BY_ZERO}, and so is the least integer divided by -1. ${EXACT}`,
  divui: `Divides unsigned integers and rounds towards zero. ${BY_ZERO}. ${EXACT}`,
  floordivsi: `Divides signed integers and rounds towards negative infinity. ${BY_ZERO}, and so is the least integer divided by -1.`,
  maxsi: 'Takes the greater of two signed integers.',
  maxui: 'Takes the greater of two unsigned integers.',
  minsi: 'Takes the lesser of two signed integers.',
  minui: 'Takes the lesser of two unsigned integers.',
  muli: `Multiplies integers or indices and wraps around. ${OVERFLOW}`,
  ori: 'Computes the bitwise or.',
  remsi: `Computes the remainder of the signed division that rounds towards zero; it has the sign of \`lhs\`. ${BY_ZERO}.`,
  remui: `Computes the remainder of the unsigned division. ${BY_ZERO}.`,
  shli: `Shifts bits of \`lhs\` to the left by \`rhs\`, which is unsigned, and fills with zeros. A shift by the width or more is poison. ${OVERFLOW}`,
  shrsi: `Shifts bits of \`lhs\` to the right by \`rhs\`, which is unsigned, and fills with the sign bit. A shift by the width or more is poison. ${EXACT}`,
  shrui: `Shifts bits of \`lhs\` to the right by \`rhs\`, which is unsigned, and fills with zeros. A shift by the width or more is poison. ${EXACT}`,
  subi: `Subtracts integers or indices and wraps around. ${OVERFLOW}`,
  xori: 'Computes the bitwise exclusive or.',
};

const floats: Readonly<Record<string, string>> = {
  addf: `Adds floats. ${ROUNDING} ${FAST}`,
  divf: `Divides floats. ${ROUNDING} ${FAST}`,
  maximumf: `Takes the greater of two floats: NaN if one is NaN, and positive zero is greater than negative zero. ${FAST}`,
  maxnumf: `Takes the greater of two floats: the other one if one is NaN; zeros of both signs are equal. ${FAST}`,
  minimumf: `Takes the lesser of two floats: NaN if one is NaN, and negative zero is less than positive zero. ${FAST}`,
  minnumf: `Takes the lesser of two floats: the other one if one is NaN; zeros of both signs are equal. ${FAST}`,
  mulf: `Multiplies floats. ${ROUNDING} ${FAST}`,
  remf: `Computes the remainder of the division that rounds towards zero; it has the sign of \`lhs\`, as \`fmod\`. ${FAST}`,
  subf: `Subtracts floats. ${ROUNDING} ${FAST}`,
};

function extended(mnemonic: string, text: string, results: readonly [string, string]): OpDocumentation {
  const types = mnemonic.startsWith('mul') ? 'i32' : 'i32, i1';
  return {
    description: `${text} Vectors and tensors are computed element-wise.`,
    example: `
func.func @main(%lhs: i32, %rhs: i32) -> i32 {
  %${results.join(', %')} = arith.${mnemonic} %lhs, %rhs : ${types}
  return %${results[0]} : i32
}`,
  };
}

function cast(mnemonic: string, text: string, from: string, to: string): DialectDocumentation {
  return {
    [mnemonic]: {
      description: `${text} ${DIMS}`,
      example: exampleOf(`%in: ${from}`, `%0 = arith.${mnemonic} %in : ${from} to ${to}`, to),
    },
  };
}

const NON_NEGATIVE = 'With `nneg` the result is poison if the operand is negative.';

const castDocumentation: DialectDocumentation = {
  ...cast(
    'bitcast',
    'Reinterprets the bits of a value as another type of the same width. Memrefs may be reinterpreted too.',
    'i32',
    'f32',
  ),
  ...cast(
    'convertf',
    `Converts between floats of the same width but different formats, such as \`f16\` and \`bf16\`. ${ROUNDING}`,
    'bf16',
    'f16',
  ),
  ...cast('extf', `Converts floats to a wider type, exactly. ${FAST}`, 'f32', 'f64'),
  ...cast('extsi', 'Extends integers to a wider type by copies of the sign bit.', 'i8', 'i32'),
  ...cast('extui', `Extends integers to a wider type by zeros. ${NON_NEGATIVE}`, 'i8', 'i32'),
  ...cast(
    'fptosi',
    'Converts floats to signed integers and rounds towards zero. A value that does not fit is poison.',
    'f32',
    'i32',
  ),
  ...cast(
    'fptoui',
    'Converts floats to unsigned integers and rounds towards zero. A value that does not fit is poison.',
    'f32',
    'i32',
  ),
  ...cast(
    'index_cast',
    'Converts between integers and `index`: a wider result is extended by the sign, a narrower one truncated.',
    'i32',
    'index',
  ),
  ...cast(
    'index_castui',
    `Converts between integers and \`index\`: a wider result is extended by zeros, a narrower one truncated. ${NON_NEGATIVE}`,
    'i32',
    'index',
  ),
  ...cast('sitofp', 'Converts signed integers to floats and rounds to nearest even.', 'i32', 'f32'),
  ...cast('truncf', `Converts floats to a narrower type. ${ROUNDING} ${FAST}`, 'f32', 'bf16'),
  ...cast('trunci', `Keeps the low bits of integers, for a narrower type. ${OVERFLOW}`, 'i32', 'i8'),
  ...cast(
    'uitofp',
    `Converts unsigned integers to floats and rounds to nearest even. ${NON_NEGATIVE}`,
    'i32',
    'f32',
  ),
  scaling_extf: {
    description: `Converts floats of a micro-scaling (MX) format to a wider type: extends them and multiplies by \`scale\`, a power of two in \`f8E8M0FNU\`
or a float from which the exponent is taken. ${DIMS}`,
    example: exampleOf(
      '%in: f4E2M1FN, %scale: f8E8M0FNU',
      '%0 = arith.scaling_extf %in, %scale : f4E2M1FN, f8E8M0FNU to f32',
      'f32',
    ),
  },
  scaling_truncf: {
    description: `Converts floats to a micro-scaling (MX) format: divides them by \`scale\`, a power of two in \`f8E8M0FNU\` or a float from which the
exponent is taken, and rounds. ${DIMS}`,
    example: exampleOf(
      '%in: f32, %scale: f8E8M0FNU',
      '%0 = arith.scaling_truncf %in, %scale : f32, f8E8M0FNU to f4E2M1FN',
      'f4E2M1FN',
    ),
  },
};

const otherDocumentation: DialectDocumentation = {
  addui_extended: extended(
    'addui_extended',
    'Adds unsigned integers and gives the sum, which wraps around, and whether it overflowed.',
    ['sum', 'overflow'],
  ),
  subui_extended: extended(
    'subui_extended',
    'Subtracts unsigned integers and gives the difference, which wraps around, and whether it borrowed.',
    ['diff', 'borrow'],
  ),
  mulsi_extended: extended(
    'mulsi_extended',
    'Multiplies signed integers and gives the low and the high half of the product.',
    ['low', 'high'],
  ),
  mului_extended: extended(
    'mului_extended',
    'Multiplies unsigned integers and gives the low and the high half of the product.',
    ['low', 'high'],
  ),
  cmpf: {
    description: `Compares floats by \`predicate\`. Predicates that begin with \`o\` (ordered) are false if one operand is NaN, those with \`u\` (unordered)
are true then: \`oeq\`, \`ogt\`, \`oge\`, \`olt\`, \`ole\`, \`one\`, \`ueq\`, \`ugt\`, \`uge\`, \`ult\`, \`ule\`, \`une\`. \`ord\` and \`uno\` ask for NaN, \`false\` and \`true\`
are constant. The result is an \`i1\`, or a vector or tensor of them. ${FAST}`,
    example: exampleOf('%lhs: f32, %rhs: f32', '%0 = arith.cmpf olt, %lhs, %rhs : f32', 'i1'),
  },
  cmpi: {
    description: `Compares integers or indices by \`predicate\`: \`eq\`, \`ne\`; signed \`slt\`, \`sle\`, \`sgt\`, \`sge\`; unsigned \`ult\`, \`ule\`, \`ugt\`, \`uge\`. The
result is an \`i1\`, or a vector or tensor of them.`,
    example: exampleOf('%lhs: i32, %rhs: i32', '%0 = arith.cmpi slt, %lhs, %rhs : i32', 'i1'),
  },
  constant: {
    description:
      'Makes the constant `value`: an integer, an index or a float, or a vector or tensor of them. Scalable vectors must be splats.',
    example: exampleOf('', '%0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>', 'tensor<4xi32>'),
  },
  flush_denormals: {
    description: `Replaces subnormal floats by zero of the same sign and keeps all others. ${SHAPED}`,
    example: elementwiseExample('arith.flush_denormals', ['operand'], 'f32'),
  },
  negf: {
    description: `Negates floats by inverting the sign bit, of NaN too. ${FAST} ${SHAPED}`,
    example: elementwiseExample('arith.negf', ['operand'], 'f32'),
  },
  select: {
    description: `Gives \`true_value\` where \`condition\` is 1 and \`false_value\` elsewhere. The condition is an \`i1\` for the whole values, or has the shape of the
values and chooses element-wise. Values of any type are allowed.`,
    example: exampleOf(
      '%condition: i1, %a: i32, %b: i32',
      '%0 = arith.select %condition, %a, %b : i32',
      'i32',
    ),
  },
};

function regular(texts: Readonly<Record<string, string>>, type: string): DialectDocumentation {
  return Object.fromEntries(
    Object.entries(texts).map(([mnemonic, text]) => [
      mnemonic,
      {
        description: `${text} ${SHAPED}`,
        example: elementwiseExample(`arith.${mnemonic}`, ['lhs', 'rhs'], type),
      },
    ]),
  );
}

/** The documentation of arith's operations. */
export const arithDocumentation: DialectDocumentation = {
  ...regular(integers, 'i32'),
  ...regular(floats, 'f32'),
  ...castDocumentation,
  ...otherDocumentation,
};
