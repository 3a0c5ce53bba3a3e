import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

/** The lines of a function's body after canonicalization. */
function canonicalized(signature: string, body: string): string[] {
  const text = `func.func @f${signature} {\n${body}\n}\n`;
  return processed(text, 'canonicalize')
    .split('\n')
    .slice(2, -3)
    .map((line) => line.trim());
}

// The results are those of mlir-opt 19, but for the last.
test('constant shapes are broadcast together and the result has a known rank', () => {
  expect(
    canonicalized(
      '(%x: tensor<3xindex>) -> tensor<3xindex>',
      `%c = shape.const_shape [1] : tensor<1xindex>
%d = shape.const_shape [2, 8, 8] : tensor<3xindex>
%b = shape.broadcast %c, %x, %d : tensor<1xindex>, tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>
%r = tensor.cast %b : tensor<?xindex> to tensor<3xindex>
return %r : tensor<3xindex>`,
    ),
  ).toEqual([
    '%0 = shape.const_shape [2, 8, 8] : tensor<3xindex>',
    '%1 = shape.broadcast %arg0, %0 : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>',
    'return %1 : tensor<3xindex>',
  ]);
});

test('constant shapes that do not fit are left', () => {
  const lines = canonicalized(
    '(%x: tensor<?xindex>) -> tensor<?xindex>',
    `%c = shape.const_shape [2] : tensor<1xindex>
%d = shape.const_shape [3] : tensor<1xindex>
%b = shape.broadcast %c, %x, %d : tensor<1xindex>, tensor<?xindex>, tensor<1xindex> -> tensor<?xindex>
return %b : tensor<?xindex>`,
  );
  expect(lines.at(-2)).toBe(
    '%2 = shape.broadcast %arg0, %0, %1 : tensor<?xindex>, tensor<1xindex>, tensor<1xindex> -> tensor<?xindex>',
  );
});

test('one shape broadcast with itself and with that of scalars is that shape', () => {
  expect(
    canonicalized(
      '(%x: tensor<3xindex>) -> tensor<?xindex>',
      `%c = shape.const_shape [] : tensor<0xindex>
%b = shape.broadcast %x, %c, %x : tensor<3xindex>, tensor<0xindex>, tensor<3xindex> -> tensor<?xindex>
return %b : tensor<?xindex>`,
    ),
  ).toEqual([
    '%cast = tensor.cast %arg0 : tensor<3xindex> to tensor<?xindex>',
    'return %cast : tensor<?xindex>',
  ]);
});

test('a constraint forgets shapes that make no difference', () => {
  expect(
    canonicalized(
      '(%x: tensor<2xindex>, %y: tensor<2xindex>) -> !shape.witness',
      `%c = shape.const_shape [] : tensor<0xindex>
%b = shape.cstr_broadcastable %c, %x, %y, %x : tensor<0xindex>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>
return %b : !shape.witness`,
    ),
  ).toEqual([
    '%0 = shape.cstr_broadcastable %arg0, %arg1 : tensor<2xindex>, tensor<2xindex>',
    'return %0 : !shape.witness',
  ]);
});

function constraint(...types: readonly string[]): string {
  const parameters = types.map((type, i) => `%a${i}: ${type}`).join(', ');
  const shapes = types
    .map((type, i) => `%s${i} = shape.shape_of %a${i} : ${type} -> !shape.shape`)
    .join('\n');
  const names = types.map((_, i) => `%s${i}`).join(', ');
  const operands = types.map(() => '!shape.shape').join(', ');
  const lines = canonicalized(
    `(${parameters}) -> !shape.witness`,
    `${shapes}\n%w = shape.cstr_broadcastable ${names} : ${operands}\nreturn %w : !shape.witness`,
  );
  return lines.at(-2)!.replace(/^%\w+ = shape\.(\w+( true)?).*/, '$1');
}

test('a constraint on shapes that surely fit holds', () => {
  expect(constraint('tensor<2x1xf32>', 'tensor<3xf32>')).toBe('const_witness true');
  expect(constraint('tensor<?x1xf32>', 'tensor<1x?xf32>')).toBe('const_witness true');
  expect(constraint('tensor<?xf32>', 'tensor<?xf32>')).toBe('cstr_broadcastable');
  expect(constraint('tensor<?xf32>', 'tensor<4xf32>')).toBe('cstr_broadcastable');
  expect(constraint('tensor<*xf32>', 'tensor<f32>')).toBe('const_witness true');
});

test('casts in a row are one where the middle says nothing more of the shape', () => {
  const cast = (...types: readonly [string, string, string]): string[] => {
    const [from, middle, to] = types.map((type) => `tensor<${type}>`);
    return canonicalized(
      `(%x: ${from}) -> ${to}`,
      `%c = tensor.cast %x : ${from} to ${middle}\n%b = tensor.cast %c : ${middle} to ${to}\nreturn %b : ${to}`,
    );
  };
  expect(cast('3xindex', '?xindex', '3xindex')).toEqual(['return %arg0 : tensor<3xindex>']);
  expect(cast('?x4xi32', '3x4xi32', '3x?xi32')[0]).toBe(
    '%cast = tensor.cast %arg0 : tensor<?x4xi32> to tensor<3x?xi32>',
  );
  expect(cast('?xi32', '3xi32', '?xi32')).toHaveLength(3);
});
