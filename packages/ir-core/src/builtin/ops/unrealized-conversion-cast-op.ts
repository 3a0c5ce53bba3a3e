import { variadic, anyType } from '../../definition/constraint.ts';
import { defineOp } from '../../definition/define-op.ts';
import { pure } from '../../definition/traits.ts';

/** Bridges values of different type systems while a conversion is under way. */
export class UnrealizedConversionCastOp extends defineOp('builtin.unrealized_conversion_cast', {
  summary: 'an unrealized conversion from one set of types to another',
  operands: { inputs: variadic(anyType) },
  results: { outputs: variadic(anyType) },
  traits: [pure],
  format: '($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict',
}) {}
