import { UnrealizedConversionCastOp } from '../builtin/ops/unrealized-conversion-cast-op.ts';
import { Rewriter } from './rewriter.ts';
import { haveSameElements } from '../ir/same-elements.ts';

/**
 * Removes casts that nothing uses and chains of casts that lead back to the types that they start from.
 *
 * @param casts in program order.
 * @returns the casts that are left, among those given.
 */
export function reconcileCasts(
  casts: readonly UnrealizedConversionCastOp[],
  rewriter: Rewriter,
): UnrealizedConversionCastOp[] {
  const erased = new Set<UnrealizedConversionCastOp>();
  const work = [...casts];
  const erase = (cast: UnrealizedConversionCastOp): void => {
    for (const { value } of cast.operands) {
      if (value.definingOp instanceof UnrealizedConversionCastOp) work.push(value.definingOp);
    }
    erased.add(cast);
    rewriter.eraseOp(cast);
  };
  for (let cast = work.pop(); cast !== undefined; cast = work.pop()) {
    if (erased.has(cast)) continue;
    if (cast.hasNoUses()) {
      erase(cast);
      continue;
    }
    const types = cast.resultTypes();
    for (let source: UnrealizedConversionCastOp | null = cast; source !== null; source = sourceOf(source)) {
      if (!haveSameElements(source.operandTypes(), types)) continue;
      const inputs = source.operandValues();
      for (const [i, output] of cast.results.entries()) rewriter.replaceAllUses(output, inputs[i]!);
      erase(cast);
      break;
    }
  }
  return casts.filter((cast) => !erased.has(cast));
}

/** The cast that makes all operands of a cast, in their order, and nothing else. */
function sourceOf(cast: UnrealizedConversionCastOp): UnrealizedConversionCastOp | null {
  const source = cast.operands[0]?.value.definingOp;
  if (!(source instanceof UnrealizedConversionCastOp)) return null;
  if (source.resultCount !== cast.operands.length) return null;
  return cast.operands.every(({ value }, i) => value === source.results[i]) ? source : null;
}
