import { expect, test } from 'vitest';
import { readMesh } from './mesh-shapes.ts';

test.each([
  ['8x', "a size is missing beside an 'x'; write 8, or 8x2 for another axis"],
  ['x2', "a size is missing beside an 'x'; write 2, or 2x2 for another axis"],
  [
    '0x4',
    "the size '0' is no whole number of at least 1; expected sizes such as 2x4, or axes such as data=2,model=4",
  ],
  ['2x2x2x2', 'only 3 sizes have names of their own; name the axes, such as x=2,y=2,z=2,axis3=2'],
  [
    'data=0',
    "axis 'data' has the size '0', which is no whole number of at least 1; write, for example, data=2",
  ],
  ['x=-2', "axis 'x' has the size '-2', which is no whole number of at least 1; write, for example, x=2"],
  ['x=2.5', "axis 'x' has the size '2.5', which is no whole number of at least 1; write, for example, x=2"],
  ['data=', "axis 'data' has no size; write so many devices behind it, such as data=2"],
  ['=4', "'=4' is no axis with its size; axes are separated by commas, as in data=2,model=4"],
  ['a=2 b=4', "'a=2 b=4' is no axis with its size; axes are separated by commas, as in data=2,model=4"],
  ['a=2,4', "'4' is no axis with its size; axes are separated by commas, as in data=2,model=4"],
  ['a=2,a=4', "axis 'a' is there twice; give each axis a name of its own"],
  ['', 'it is empty; expected sizes such as 2x4, or axes such as data=2,model=4'],
  ['2,4', 'expected sizes such as 2x4, or axes such as data=2,model=4'],
  ['data:2', 'expected sizes such as 2x4, or axes such as data=2,model=4'],
])("the mesh '%s' is refused with what is wrong about it", (text, problem) => {
  expect(() => readMesh(text)).toThrow(`flag '--mesh ${text}': ${problem}`);
});
