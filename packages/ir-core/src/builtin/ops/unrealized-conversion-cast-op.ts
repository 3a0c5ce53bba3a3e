import { variadic, anyType } from '../../definition/constraint.ts';
import { defineOp } from '../../definition/define-op.ts';

import type { Value } from '../../ir/value.ts';
import type { FoldResult } from '../../rewrite/fold.ts';

/** Bridges values of different type systems while a conversion is under way. */
export class UnrealizedConversionCastOp extends defineOp('builtin.unrealized_conversion_cast', {
  summary: 'an unrealized conversion from one set of types to another',
  operands: { inputs: variadic(anyType) },
  results: { outputs: variadic(anyType) },
  effects: 'none',
  speculates: 'always',
  format: '($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict',
}) {
  /** A cast to the same types is its operands; one that takes back another is that one's operands. */
  override fold(): readonly FoldResult[] | null {
    if (hasTypes(this.operandValues(), this)) return this.operandValues();
    const source = this.operands[0]?.value.definingOp;
    if (!(source instanceof UnrealizedConversionCastOp)) return null;
    const isWhole =
      source.resultCount === this.operands.length &&
      source.results.every((result, i) => result === this.getOperand(i));
    return isWhole && hasTypes(source.operandValues(), this) ? source.operandValues() : null;
  }
}

function hasTypes(values: readonly Value[], cast: UnrealizedConversionCastOp): boolean {
  return values.length === cast.resultCount && values.every(({ type }, i) => type === cast.getResult(i).type);
}
