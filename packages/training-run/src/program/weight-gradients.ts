import { expertGradient, gated } from './experts.ts';
import type { FunctionText, TextValue } from './function-text.ts';
import { specOf, type TensorSpec } from './kept-values.ts';
import type { LayerValues } from './layer.ts';
import { weightGradient } from './products.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/** Adds the gradients of weights of a microbatch to those before. */
export interface WeightSums {
  add(name: string, gradient: TextValue): void;
  /** Adds the gradient of a weight that `x` is multiplied by. @param gradient of the product. */
  addProduct(name: string, x: TextValue, gradient: TextValue): void;
}

/**
 * Takes the operand of a weight's gradient as soon as the backward pass has it: the gradient of the weight's product, or for a norm
 * the sum over tokens. The other operand is a value of the forward pass.
 */
export type OperandSink = (name: string, operand: TextValue) => void;

/** Values of a layer that gradients of its weights use. */
export type FactorName = 'normal1' | 'attended' | 'normal2' | 'inner' | 'routed' | 'gates';

/** Values of a layer by {@link FactorName}. */
export type WeightFactors = Pick<LayerValues, FactorName>;

/** Returns the names of the values that gradients of a layer's weights use. */
export function factorNames({ run }: TransformerShape): readonly FactorName[] {
  const dense = ['normal1', 'attended', 'normal2', 'inner'] as const;
  return run.model.experts > 1 ? [...dense, 'routed', 'gates'] : dense;
}

/** Adds the gradient of a weight of a layer. @param operand that {@link OperandSink} takes. */
export function addWeightGradient(
  f: FunctionText,
  shape: TransformerShape,
  factors: WeightFactors,
  [name, operand]: readonly [name: string, operand: TextValue],
  sums: WeightSums,
): void {
  const { normal1, attended, normal2, inner, routed, gates } = factors;
  if (name === 'norm1' || name === 'norm2') sums.add(name, operand);
  else if (name === 'project') sums.addProduct(name, f.constrain(normal1, shape.whole), operand);
  else if (name === 'output') sums.addProduct(name, attended, operand);
  else if (name === 'router')
    sums.add(name, weightGradient(f, shape, f.constrain(normal2, shape.whole), operand));
  else if (routed !== undefined && gates !== undefined)
    sums.add(name, expertGradient(f, shape, name === 'expand' ? routed : gated(f, inner, gates), operand));
  else if (name === 'expand') sums.addProduct(name, f.constrain(normal2, shape.whole), operand);
  else sums.addProduct(name, inner, operand);
}

/** Returns the shape and sharding of the operand that {@link OperandSink} takes for a weight of a layer. */
export function operandSpec(shape: TransformerShape, weight: Weight): TensorSpec {
  const { rows, tokens, rowAxes, productType: dtype } = shape;
  const isOfExperts = weight.isOfExperts === true;
  switch (weight.name) {
    case 'norm1':
    case 'norm2':
      return { ...shape.gradient(weight), dtype: 'f32' };
    case 'project':
      return {
        shape: [rows, tokens, ...weight.shape.slice(1)],
        ...{ dtype, dims: [rowAxes, [], ['tensor'], [], []] },
      };
    case 'router':
      return { ...specOf(shape, 'probabilities'), dtype };
    case 'expand':
      return { ...specOf(shape, 'wide'), dtype };
    default:
      return isOfExperts
        ? { ...specOf(shape, 'routed'), dtype }
        : { shape: shape.activation.shape, dtype, dims: shape.whole };
  }
}
