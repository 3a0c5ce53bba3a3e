export { type Constants, type Folded, foldTo, isWithoutZeros, storedNumbers } from './elements.ts';
export {
  comparison,
  foldBinary,
  foldSameOrSplats,
  foldUnary,
  single,
  type UnaryCompute,
} from './elementwise.ts';
export { foldMoved } from './moved.ts';
export { foldEqualOperands, foldIdempotent, foldInvolution } from './repeated.ts';
export { foldLogical, isNonZero, isTruth, isZero } from './truth.ts';
export { foldTypecast } from './typecast.ts';
export { bitWidth, isAtLeast, isWithoutNegatives, shiftedLeft } from './shifts.ts';
