import { describe, expect, test } from 'vitest';
import { problems, processed } from '../../tests/mlir-text.ts';

// Texts and messages are those of mlir-opt 19, but for what MLIR has changed since: ranges of scales, negative
// dimensions, storage with a sign.
describe('types of quant', () => {
  test.each([
    ['!quant.uniform<i8<-8:7>:f32, 1.0>', '!quant.uniform<i8<-8:7>:f32, 1.000000e+00>'],
    ['!quant.uniform<i8:f32, 2.0:10>', '!quant.uniform<i8:f32, 2.000000e+00:10>'],
    ['!quant.uniform<u8:f32, 2.0:10>', '!quant.uniform<u8:f32, 2.000000e+00:10>'],
    ['!quant.uniform<i8:f32, 2.0:-10>', '!quant.uniform<i8:f32, 2.000000e+00:-10>'],
    ['!quant.uniform<u8<0:255>:f32, 2.0>', '!quant.uniform<u8:f32, 2.000000e+00>'],
    ['!quant.uniform<u8<1:255>:f32, 2.0>', '!quant.uniform<u8<1:255>:f32, 2.000000e+00>'],
    ['!quant.uniform<i8<-127:127>:f32, 2.0>', '!quant.uniform<i8<-127:127>:f32, 2.000000e+00>'],
    ['!quant.uniform<i8<-128:127>:f32, 2.0>', '!quant.uniform<i8:f32, 2.000000e+00>'],
    ['!quant.uniform<i4:f32, 1.0e-10>', '!quant.uniform<i4:f32, 1.000000e-10>'],
    ['!quant.uniform<i8:f32:1, {2.0, 3.0:5}>', '!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00:5}>'],
    [
      '!quant.uniform<i8<-127:127>:f32:1, {2.0:3, 3.0:5}>',
      '!quant.uniform<i8<-127:127>:f32:1, {2.000000e+00:3,3.000000e+00:5}>',
    ],
    ['!quant.uniform<i8:f32:1, {2.0}>', '!quant.uniform<i8:f32:1, {2.000000e+00}>'],
    ['!quant.uniform<i32:f32, 1.0>', '!quant.uniform<i32:f32, 1.000000e+00>'],
    ['!quant.uniform<i16:f64, 1.0>', '!quant.uniform<i16:f64, 1.000000e+00>'],
    ['!quant.uniform<i8:bf16, 1.0>', '!quant.uniform<i8:bf16, 1.000000e+00>'],
    ['!quant.uniform<si8:f32, 1.0>', '!quant.uniform<si8:f32, 1.000000e+00>'],
    ['!quant.uniform<ui8<1:255>:f32:0, {1.0}>', '!quant.uniform<ui8<1:255>:f32:0, {1.000000e+00}>'],
    ['!quant.any<ui8>', '!quant.any<ui8>'],
    ['!quant.uniform<i8:f32, 1.0:128>', '!quant.uniform<i8:f32, 1.000000e+00:128>'],
    ['!quant.any<i8<-8:7>:f32>', '!quant.any<i8<-8:7>:f32>'],
    ['!quant.any<i8<-8:7>>', '!quant.any<i8<-8:7>>'],
    ['!quant.any<i8>', '!quant.any<i8>'],
    ['!quant.any<i8:f32>', '!quant.any<i8:f32>'],
    ['!quant.any<u8<0:254>>', '!quant.any<u8<0:254>>'],
    ['!quant.calibrated<f32<-0.998:1.2321>>', '!quant.calibrated<f32<-0.998:1.232100e+00>>'],
    ['!quant<uniform<i8:f32, 1.0>>', '!quant.uniform<i8:f32, 1.000000e+00>'],
    ['tensor<4x!quant.uniform<i8:f32, 1.0>>', 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'],
    ['!quant.uniform<i8:f32, 99999.0:1>', '!quant.uniform<i8:f32, 9.999900e+04:1>'],
  ])('%s is printed as %s', (text, expected) => {
    const declaration = `func.func private @f(${expected})`;
    expect(processed(`func.func private @f(${text})`)).toBe(`module {\n  ${declaration}\n}\n`);
    expect(processed(declaration)).toBe(`module {\n  ${declaration}\n}\n`);
  });

  test.each([
    ['!quant.uniform<i33:f32, 1.0>', ['1:37 illegal storage type size: 33']],
    ['!quant.uniform<i8:i8, 1.0>', ['1:40 invalid kind of type specified']],
    ['!quant.uniform<f8:f32, 1.0>', ['1:37 illegal storage type prefix']],
    [
      '!quant.uniform<i8:f32, 1>',
      [
        '1:45 unexpected decimal integer literal for a floating point value',
        '1:45 note: add a trailing dot to make the literal a float',
      ],
    ],
    ['!quant.uniform<i8:f32>', ["1:43 expected ','"]],
    ['!quant.uniform<i8, 1.0>', ["1:39 expected ':'"]],
    ['!quant.uniform<i8:f32, 1.0:>', ['1:49 expected integer value']],
    ['!quant.uniform<i8<-129:127>:f32, 1.0>', ['1:40 illegal storage type minimum: -129']],
    ['!quant.uniform<i8<-1:128>:f32, 1.0>', ['1:43 illegal storage type maximum: 128']],
    ['!quant.uniform<i8<5:4>:f32, 1.0>', ['1:29 illegal storage min and storage max: (5:4)']],
    ['!quant.uniform<i8:f32:1, {}>', ['1:48 expected floating point literal']],
    ['!quant.uniform<i8:f32:1, 1.0>', ["1:46 expected '{'"]],
    ['!quant.uniform<i8:f32, {1.0}>', ['1:45 expected floating point literal']],
    ['!quant.uniform<i8:f32, 1.0, 2>', ["1:48 expected '>'"]],
    ['!quant.any<i8:i32>', ['1:36 invalid kind of type specified']],
    [
      '!quant.uniform<i8:f32, 0.0>',
      ['1:48 scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]'],
    ],
    [
      '!quant.uniform<i8:f32, -1.0>',
      ['1:49 scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]'],
    ],
    [
      '!quant.uniform<i8:f16:1, {2.0,5.8e-8}>',
      ['1:58 scale 5.800000e-08 out of expressed type range [5.960464e-08, 6.550400e+04]'],
    ],
    [
      '!quant.uniform<i8:f16, 6.6e4>',
      ['1:50 scale 6.600000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]'],
    ],
    ['!quant.uniform<i8:f32:-1, {1.0}>', ['1:29 illegal quantized dimension: -1']],
    ['!quant.calibrated<f32<1.0:0.0>>', ['1:29 illegal min and max: (1.000000e+00:0.000000e+00)']],
    ['!quant.foo', ['1:29 unknown quantized type foo']],
    ['!quant.foo<i8>', ['1:29 unknown quantized type foo']],
  ])('%s is rejected', (text, expected) => {
    expect(problems(`func.func private @f(${text})`)).toEqual(expected);
  });
});
