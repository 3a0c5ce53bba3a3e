import { describe, expect, test } from 'vitest';
import { canonicalized } from '../../tests/sdy-text.ts';

describe('manual computations', () => {
  test('lose operands that they do not use', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>, %b: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@m, [{"x"}, {}]>, <@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"x", "y"} (%c: tensor<8x8xf32>, %d: tensor<8x8xf32>) {
    %1 = "test.op"(%d) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>, %arg1: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<8x8xf32>) {
      %1 = "test.op"(%arg2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      sdy.return %1 : tensor<8x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('without manual axes are inlined', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={} (%c: tensor<16x8xf32>) {
    %1 = "test.op"(%c) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = "test.op"(%arg0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('over axes of size one are inlined', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=1, "y"=2]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<16x8xf32>) {
    %1 = "test.op"(%c) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=1, "y"=2]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = "test.op"(%arg0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('that do nothing go away', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %a : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    return %arg0 : tensor<16x8xf32>
  }
}
`);
  });

  test('without shardings are inlined', () => {
    expect(
      canonicalized(
        `func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    "test.op"() : () -> ()
    sdy.return
  } : () -> ()
  return
}`,
      ),
    ).toBe(`module {
  func.func @f() {
    "test.op"() : () -> ()
    return
  }
}
`);
  });
});
