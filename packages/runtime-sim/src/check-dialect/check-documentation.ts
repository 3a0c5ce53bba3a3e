import type { DialectDocumentation } from '@shardform/ir-core';

const FAILS =
  'Execution ends with an error if they are not. It is used in tests that run in the interpreter.';

function example(line: string): string {
  return `
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  ${line}
  return
}`;
}

/** The documentation of check's operations. */
export const checkDocumentation: DialectDocumentation = {
  expect_almost_eq: {
    description: `Checks that two tensors of one type are almost equal: elements differ by at most \`tolerance\`, 1e-4 unless given. ${FAILS}`,
    example: example('check.expect_almost_eq %0, %0, tolerance = 1.000000e-03 : tensor<2xf32>'),
  },
  expect_almost_eq_const: {
    description: `Checks that a tensor is almost equal to the constant \`value\` of its type: elements differ by at most \`tolerance\`, 1e-4 unless given. ${FAILS}`,
    example: example('check.expect_almost_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>'),
  },
  expect_close: {
    description: `Checks the distance of two tensors of one type in units in the last place (ULP): at most \`max_ulp_difference\` representable numbers apart, and
for some element at least \`min_ulp_difference\`, so that bounds stay tight. ${FAILS}`,
    example: example('check.expect_close %0, %0, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>'),
  },
  expect_eq: {
    description: `Checks that two tensors of one type are equal; NaN equals NaN. ${FAILS}`,
    example: example('check.expect_eq %0, %0 : tensor<2xf32>'),
  },
  expect_eq_const: {
    description: `Checks that a tensor is equal to the constant \`value\` of its type; NaN equals NaN. ${FAILS}`,
    example: example('check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>'),
  },
  expect_serialized_eq: {
    description: `Checks that a tensor is equal to what \`interpreter.probe\` recorded as \`probe_id\`, the first time or, in a loop, the time \`iter\`. ${FAILS}`,
    example: example(`%1 = interpreter.probe %0, probe_id = "sum" : tensor<2xf32>
  check.expect_serialized_eq %1, probe_id = "sum" : tensor<2xf32>`),
  },
};
