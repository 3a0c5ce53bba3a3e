import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

const text = `module {
  func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2xindex> {
    %0 = shape.shape_of %arg0 : tensor<2x3xf32> -> tensor<2xindex>
    return %0 : tensor<2xindex>
  }
}
`;

test('a known shape becomes a constant when programs are canonicalized, not when they are folded', () => {
  // As in mlir-opt 19: `--sccp` folds.
  expect(processed(text, 'func.func(sccp)')).toBe(text);
  expect(processed(text, 'func.func(canonicalize)')).toContain(
    '%0 = shape.const_shape [2, 3] : tensor<2xindex>',
  );
});
