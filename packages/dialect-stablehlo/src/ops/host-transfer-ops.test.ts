import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.infeed', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t)  : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0], [1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      [
        '1:8 layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 2',
      ],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [0]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      ['1:8 layout-attribute expected to have elements of type array, but got 0 : i64'],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[[]]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)',
      ["1:8 layout-attribute's leaf elements are expected to be of type integer, but got []"],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, tensor<i32>)',
      ["1:8 last element of result types is expected to be of token type, but got 'tensor<i32>'"],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)',
      [
        "1:8 all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'",
      ],
    ],
    [
      '%t: !stablehlo.token',
      '"stablehlo.infeed"(%t) : (!stablehlo.token) -> ()',
      ['1:1 result is expected to be at least of size 1, but got 0'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.outfeed', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.outfeed"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      '%0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      '%0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.outfeed"(%t, %a) : (!stablehlo.token, tensor<2xf32>) -> !stablehlo.token',
      [
        "1:6 'stablehlo.outfeed' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got '!stablehlo.token'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.send', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      '%0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      '%0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      [
        '1:6 channel_type should be DEVICE_TO_HOST when is_host_transfer is true',
        "1:6 'stablehlo.send' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = false}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      [
        '1:6 channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false',
        "1:6 'stablehlo.send' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = "stablehlo.send"(%a, %t) <{ is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token',
      ["1:6 'stablehlo.send' op requires attribute 'channel_handle'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.recv', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)',
      '%0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)',
      ['1:8 channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false'],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)',
      ['1:8 channel_type should be HOST_TO_DEVICE when is_host_transfer is true'],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)',
      [
        "1:8 everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'",
      ],
    ],
    [
      '%t: !stablehlo.token',
      '%0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<3xi32>, tensor<i32>)',
      ["1:8 last element of result types is expected to be of token type, but got 'tensor<i32>'"],
    ],
    [
      '%t: !stablehlo.token',
      '"stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> ()',
      ['1:1 result is expected to be at least of size 1, but got 0'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
