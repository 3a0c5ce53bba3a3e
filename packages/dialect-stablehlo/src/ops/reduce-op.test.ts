import { describe, expect, test } from 'vitest';
import { inFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.reduce', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  stablehlo.return %arg2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 %1 = stablehlo.add %y, %x : tensor<f32>
 stablehlo.return %1 : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  %1 = stablehlo.add %arg3, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg3, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 %1 = stablehlo.add %x, %y : tensor<f32>
 %2 = stablehlo.add %1, %y : tensor<f32>
 stablehlo.return %2 : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  %2 = stablehlo.add %1, %arg3 : tensor<f32>
  stablehlo.return %2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.add"(%1, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f64>, %y: tensor<f64>):
 
 stablehlo.return %x : tensor<f64>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf64>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf64>
 reducer(%arg2: tensor<f64>, %arg3: tensor<f64>)  {
  stablehlo.return %arg2 : tensor<f64>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
  "stablehlo.return"(%arg2) : (tensor<f64>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf64>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f16>, %y: tensor<f16>):
 
 stablehlo.return %x : tensor<f16>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf16>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf16>
 reducer(%arg2: tensor<f16>, %arg3: tensor<f16>)  {
  stablehlo.return %arg2 : tensor<f16>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
  "stablehlo.return"(%arg2) : (tensor<f16>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf16>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f16>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f16>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f16>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  stablehlo.return %arg2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f16>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f64>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f64>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f64>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  stablehlo.return %arg2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f64>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf64>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf64>, tensor<f32>) -> tensor<2xf32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf64>, tensor<f32>) -> tensor<2xf32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  stablehlo.return %arg2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf64>, tensor<f32>) -> tensor<2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 0, 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>`,
      `%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
 reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  stablehlo.return %arg2 : tensor<f32>
}`,
      `%0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %b: tensor<2x4xi32>, %i: tensor<f32>, %j: tensor<i32>',
      `%0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1] {d.a = 1} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>) {
 stablehlo.return %x, %z : tensor<f32>, tensor<i32>
 }`,
      `%0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] {d.a = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
  stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<i32>
}`,
      `%0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 1>}> ({
^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
  "stablehlo.return"(%arg4, %arg5) : (tensor<f32>, tensor<i32>) -> ()
}) {d.a = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });
});
