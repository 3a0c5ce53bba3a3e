import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/** Coefficients of AdamW. Their values do not matter for costs. */
const [FIRST, SECOND, RATE, DECAY, TINY] = [0.9, 0.95, 3e-4, 0.1, 1e-8];

/** Updates a weight by AdamW in f32, each device its part: the new weight in the type of activations, its f32, and both moments. */
export function optimizerUpdate(
  f: FunctionText,
  shape: TransformerShape,
  weight: Weight,
): { readonly values: readonly TextValue[]; readonly dims: readonly DimAxes[] } {
  const dims = shape.optimizerAxes(weight);
  const gradient = f.argument(weight.shape, 'f32', dims);
  const [before, moment, square] = Array.from({ length: 3 }, () =>
    f.argument(weight.shape, 'f32', dims, true),
  );
  const mixed = (old: TextValue, by: number, part: TextValue): TextValue =>
    f.binary(
      'add',
      f.binary('multiply', old, f.filled(by, old)),
      f.binary('multiply', part, f.filled(1 - by, part)),
    );
  const first = mixed(moment, FIRST, gradient);
  const second = mixed(square, SECOND, f.binary('multiply', gradient, gradient));
  const root = f.binary('add', f.unary('sqrt', second), f.filled(TINY, second));
  const step = f.binary(
    'add',
    f.binary('divide', first, root),
    f.binary('multiply', before, f.filled(DECAY, before)),
  );
  const after = f.binary('subtract', before, f.binary('multiply', step, f.filled(RATE, step)));
  return { values: [f.convert(after, weight.dtype), after, first, second], dims: [dims, dims, dims, dims] };
}
