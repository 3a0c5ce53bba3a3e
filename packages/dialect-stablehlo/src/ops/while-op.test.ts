import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.while', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %y : tensor<i1>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      `%0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %iterArg_0 : tensor<i1>
} do {
  %1 = stablehlo.add %iterArg, %iterArg : tensor<2xf32>
  stablehlo.return %1, %iterArg_0 : tensor<2xf32>, tensor<i1>
}`,
      `%0:2 = "stablehlo.while"(%arg0, %arg1) ({
^bb0(%arg4: tensor<2xf32>, %arg5: tensor<i1>):
  "stablehlo.return"(%arg5) : (tensor<i1>) -> ()
}, {
^bb0(%arg2: tensor<2xf32>, %arg3: tensor<i1>):
  %1 = "stablehlo.add"(%arg2, %arg2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.return"(%1, %arg3) : (tensor<2xf32>, tensor<i1>) -> ()
}) {n = 1 : i32} : (tensor<2xf32>, tensor<i1>) -> (tensor<2xf32>, tensor<i1>)`,
    ],
    [
      '%p: tensor<i1>',
      `stablehlo.while()
cond {
  stablehlo.return %p : tensor<i1>
} do {
  stablehlo.return
}`,
      `stablehlo.while()
cond {
  stablehlo.return %arg0 : tensor<i1>
} do {
  stablehlo.return 
}`,
      `"stablehlo.while"() ({
  "stablehlo.return"(%arg0) : (tensor<i1>) -> ()
}, {
  "stablehlo.return"() : () -> ()
}) : () -> ()`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %x : tensor<2xf32>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      ["1:8 expect condition block return a zero-ranked tensor of i1 but got 'tensor<2xf32>'"],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %y, %y : tensor<i1>, tensor<i1>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      ['1:8 expect condition body returns a single value but got 2'],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %y : tensor<i1>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1 : tensor<2xf32>
}`,
      [
        "1:8 expect operands to be compatible with body block return types but got 'tensor<2xf32>', 'tensor<i1>' vs 'tensor<2xf32>'",
      ],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32> attributes {n = 1 : i32}
cond {
  stablehlo.return %y : tensor<i1>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      [
        "1:23 custom op 'stablehlo.while' number of operands and types do not match: got 2 operands and 1 types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %y : tensor<i1>
} do {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      ["1:35 expected '='"],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0:2 = stablehlo.while(%x = %a, %y = %p) : tensor<2xf32>, tensor<i1> attributes {n = 1 : i32}
cond {
  stablehlo.return %y : tensor<i1>
} body {
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %1, %y : tensor<2xf32>, tensor<i1>
}`,
      ["4:3 custom op 'stablehlo.while' expected 'do'"],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<3xf32>):
  stablehlo.return %p : tensor<i1>
}, {
^bb0(%x: tensor<2xf32>):
  stablehlo.return %x : tensor<2xf32>
}) : (tensor<2xf32>) -> tensor<2xf32>`,
      [
        "1:6 expect operands to be compatible with condition block arguments but got 'tensor<2xf32>' vs 'tensor<3xf32>'",
      ],
    ],
    [
      '%a: tensor<2xf32>, %p: tensor<i1>',
      `%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<2xf32>):
  stablehlo.return %p : tensor<i1>
}, {
^bb0(%x: tensor<2xf32>):
  stablehlo.return %x : tensor<2xf32>
}) : (tensor<2xf32>) -> tensor<3xf32>`,
      [
        "1:6 'stablehlo.while' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'",
        "1:6 'stablehlo.while' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
