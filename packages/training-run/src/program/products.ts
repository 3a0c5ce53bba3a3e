import type { FunctionText, TextValue } from './function-text.ts';
import type { TransformerShape } from './transformer-shape.ts';

/** A product in the precision of the run. */
export function product(
  f: FunctionText,
  { productType, dtype }: TransformerShape,
  x: TextValue,
  y: TextValue,
  contract: readonly (readonly [number, number])[],
  batch: readonly (readonly [number, number])[] = [],
): TextValue {
  return f.product(f.convert(x, productType), f.convert(y, productType), { batch, contract }, dtype);
}

/** The outer products of all tokens added: the gradient of a weight, apart for each of its copies. */
export function weightGradient(
  f: FunctionText,
  shape: TransformerShape,
  x: TextValue,
  gradient: TextValue,
): TextValue {
  if (shape.copies === 1)
    return product(f, shape, x, gradient, [
      [0, 0],
      [1, 1],
    ]);
  const apart = (value: TextValue): TextValue => copiesApart(f, shape, value);
  return product(
    f,
    shape,
    apart(x),
    apart(gradient),
    [
      [1, 1],
      [2, 2],
    ],
    [[0, 0]],
  );
}

/** The sum over tokens, apart for each copy of the gradient. */
export function widthGradient(f: FunctionText, shape: TransformerShape, x: TextValue): TextValue {
  if (shape.copies === 1) return f.reduce(x, [0, 1], 'add');
  return f.reduce(copiesApart(f, shape, x), [1, 2], 'add');
}

/** Rows by the copy of the gradient that they add to. */
export function copiesApart(f: FunctionText, { copies }: TransformerShape, x: TextValue): TextValue {
  const [rows, ...others] = x.shape;
  return f.reshape(x, [copies, rows / copies, ...others]);
}
