/** Functions of one number that other operations can apply to their operands or results. */
export const unaryOpTypes = [
  'exp',
  'recip',
  'gelu',
  'relu',
  'sqrt',
  'sigmoid',
  'log',
  'tanh',
  'log2',
  'log10',
  'sin',
  'cos',
  'abs',
  'abs_int32',
  'sign',
  'square',
  'eqz',
  'nez',
  'gtz',
  'ltz',
  'gez',
  'Lez',
  'relu_max',
  'relu_min',
  'power',
  'leaky_relu',
  'elu',
  'exp2',
  'heaviside',
  'expm1',
  'signbit',
  'asin',
  'acos',
  'rsqrt',
  'relu6',
  'atan',
  'erf',
  'erfc',
  'is_inf',
  'is_pos_inf',
  'is_neg_inf',
  'is_nan',
  'logical_not_unary',
  'is_finite',
  'erfinv',
  'i0',
  'i1',
  'tan',
  'rsub',
  'rdiv',
  'silu',
  'soft_plus',
  'identity',
  'neg',
  'add_unary_sfpu',
  'sub_unary_sfpu',
  'mul_unary_sfpu',
  'div_unary_sfpu',
  'identity_uint32',
  'unary_ne',
  'unary_gt',
  'unary_lt',
  'tiled_prod',
  'typecast',
  'bitwise_xor',
  'bitwise_not',
  'bitwise_and',
  'bitwise_or',
  'right_shift',
  'floor',
  'ceil',
  'round',
  'left_shift',
  'remainder',
  'fmod',
  'dropout',
  'fill',
  'prelu_sfpu',
  'zero_point',
  'hardsigmoid',
] as const;

/** The mnemonics of operations whose function has another name among the {@link unaryOpTypes}. */
const otherMnemonics: Readonly<Record<string, string>> = { is_finite: 'isfinite', recip: 'reciprocal' };

const otherTypes = new Map(Object.entries(otherMnemonics).map(([type, mnemonic]) => [mnemonic, type]));

/** Returns the function that an operation of a mnemonic, such as `exp`, applies; `null` if it is none of the list. */
export function unaryOpTypeOf(mnemonic: string): (typeof unaryOpTypes)[number] | null {
  const name = otherTypes.get(mnemonic) ?? mnemonic;
  return unaryOpTypes.find((type) => type === name) ?? null;
}

/** Returns the mnemonic of the operation that applies a function alone. */
export function mnemonicOfUnary(opType: string): string {
  return otherMnemonics[opType] ?? opType;
}
