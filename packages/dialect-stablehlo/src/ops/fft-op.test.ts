import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.fft', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = FFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %arg0, type = FFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      '%0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
    ],
    [
      '%a: tensor<3x9xf32>',
      '%0 = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>',
      '%0 = stablehlo.fft %arg0, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>',
      '%0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>',
    ],
    [
      '%a: tensor<3x5xcomplex<f64>>',
      '%0 = stablehlo.fft %a, type = IRFFT, length = [3, 9] : (tensor<3x5xcomplex<f64>>) -> tensor<3x9xf64>',
      '%0 = stablehlo.fft %arg0, type = IRFFT, length = [3, 9] : (tensor<3x5xcomplex<f64>>) -> tensor<3x9xf64>',
      '%0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 3, 9>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<3x5xcomplex<f64>>) -> tensor<3x9xf64>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      [
        '1:6 rank must be between 1 and 3, but got 0.',
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = FFT, length = [1, 1, 3, 9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      [
        '1:6 rank must be between 1 and 3, but got 4.',
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = FFT, length = [1, 3, 9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      [
        "1:6 operand rank must not be less than fft rank of 3 for operand of type 'tensor<3x9xcomplex<f32>>'.",
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      [
        "1:6 RFFT requires f32 or f64 input type, but is given 'complex<f32>'.",
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = DFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>',
      [
        "1:31 custom op 'stablehlo.fft' expected ::mlir::stablehlo::FftType to be one of: FFT, IFFT, RFFT, IRFFT",
        "1:34 custom op 'stablehlo.fft' failed to parse StableHLO_FftTypeAttr parameter 'value' which is to be a `::mlir::stablehlo::FftType`",
      ],
    ],
    [
      '%a: tensor<3x9xf32>',
      '%0 = stablehlo.fft %a, type = FFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xf32>',
      [
        "1:6 FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<3x9xf32>'.",
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = FFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f64>>',
      [
        "1:6 'stablehlo.fft' op inferred type(s) 'tensor<3x9xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<3x9xcomplex<f64>>'",
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x9xf32>',
      '%0 = stablehlo.fft %a, type = RFFT, length = [3, 8] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>',
      [
        '1:6 RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 3, 8.',
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x5xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = IRFFT, length = [4, 9] : (tensor<3x5xcomplex<f32>>) -> tensor<3x9xf32>',
      [
        '1:6 IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 5 but wanted 4, 9, and 3 != 4.',
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x5xcomplex<f32>>',
      '%0 = stablehlo.fft %a, type = IRFFT, length = [16] : (tensor<3x5xcomplex<f32>>) -> tensor<3x16xf32>',
      [
        '1:6 IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 5 but fft_length is 16.',
        "1:6 'stablehlo.fft' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
