import {
  anyTypeParameter,
  arrayParameter,
  defineType,
  isInstance,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';

/** `!stablehlo.future<tensor<f32>, ...>`: what an `async_start` will have computed (StableHLO spec, "Types"). */
export class FutureType extends defineType('stablehlo.future', {
  summary: 'future',
  parameters: { types: arrayParameter(anyTypeParameter, 'none') },
  format: '`<` $types `>`',
  verify: ({ types }) => futureProblem(types),
}) {}

function futureProblem(types: readonly Type[]): string | null {
  const wrong = types.find((type) => !isInstance(RankedTensorType, type));
  if (wrong === undefined) return null;
  return `future element type must be a ranked tensor, but got '${String(wrong)}'`;
}
