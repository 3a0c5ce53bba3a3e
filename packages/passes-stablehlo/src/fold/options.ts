import { booleanOption, integerOption, type RankedTensorType } from '@shardform/ir-core';

/** The limits within which a constant is computed. */
export interface FoldOptions {
  /** Most elements of a computed constant whose elements are not known to be equal. */
  readonly elementLimit: number;
  /** True if floats are computed where another target might round otherwise. */
  readonly foldsFloats: boolean;
  /** True if operations that don't declare effects have none. */
  readonly assumesNoEffects: boolean;
}

/** `fold-op-element-limit`: upstream's name, text and default. */
export const elementLimitOption = /* @__PURE__ */ integerOption(
  "Folding an op into a constant can sometimes come at the cost of memory overhead. (This occurs if the op's inputs are reused, meaning that they can't be deleted after the op is folded to a constant, or when folding operations like `iota` whose outputs take up more memory than their inputs.) In such cases, this option sets an upper limit on how many elements an op's result may have before the op is no longer folded.",
  65536,
  'long',
);

/** `optimize-float`. */
export const optimizeFloatOption = /* @__PURE__ */ booleanOption(
  'Allow float optimizations that, though mathematically equivalent, may result in slightly different quantization of floating-point values.',
  true,
);

/** `assume-no-undeclared-side-effects`. */
export const assumeNoEffectsOption = /* @__PURE__ */ booleanOption(
  'Allow dead code to be eliminated in some situations (e.g. dead while loops) under the assumption that ops are pure unless declared with explicit MLIR `MemoryEffects`. Notably, this means `func.call` ops will be assumed pure.',
);

/** Returns true if a constant of this type is small enough to be computed element by element. */
export function isWithinLimit(type: RankedTensorType, { elementLimit }: FoldOptions): boolean {
  return type.hasStaticShape && type.elementCount <= elementLimit;
}
