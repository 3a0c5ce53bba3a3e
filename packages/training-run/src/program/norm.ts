import type { FunctionText, TextValue } from './function-text.ts';

/** Divides each token by its root mean square, and scales it (RMSNorm), in f32. */
export function normForward(f: FunctionText, x: TextValue, scale: TextValue): TextValue {
  const wide = f.convert(x, 'f32');
  const normal = f.binary('multiply', wide, factorOf(f, wide));
  const scaled = f.binary('multiply', normal, f.broadcast(f.convert(scale, 'f32'), [2], x.shape));
  return f.convert(scaled, x.dtype);
}

/** The gradients of {@link normForward}: of its operand, and of the scale. */
export function normBackward(
  f: FunctionText,
  x: TextValue,
  scale: TextValue,
  gradient: TextValue,
): readonly [x: TextValue, scaled: TextValue] {
  const wide = f.convert(x, 'f32');
  const factor = factorOf(f, wide);
  const normal = f.binary('multiply', wide, factor);
  const own = f.convert(gradient, 'f32');
  const scaled = f.binary('multiply', own, f.broadcast(f.convert(scale, 'f32'), [2], x.shape));
  const along = f.binary('multiply', scaled, normal);
  const mean = meanOf(f, along);
  const inner = f.binary(
    'subtract',
    scaled,
    f.binary('multiply', normal, f.broadcast(mean, [0, 1], x.shape)),
  );
  return [f.convert(f.binary('multiply', inner, factor), x.dtype), f.binary('multiply', own, normal)];
}

function factorOf(f: FunctionText, wide: TextValue): TextValue {
  const mean = meanOf(f, f.binary('multiply', wide, wide));
  const shifted = f.binary('add', mean, f.filled(1e-5, mean));
  return f.broadcast(f.unary('rsqrt', shifted), [0, 1], wide.shape);
}

function meanOf(f: FunctionText, x: TextValue): TextValue {
  const sum = f.reduce(x, [2], 'add');
  return f.binary('multiply', sum, f.filled(1 / x.shape[2], sum));
}
