import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

const mesh = 'sdy.mesh @mesh = <["x"=2, "y"=2]>';

function attached(body: string, signature: string): string[] {
  const text = runText(
    'func.func(shardform-attach-partition-rules)',
    `${mesh}\nfunc.func @main${signature} {\n${body}\n}`,
  );
  return [...text.matchAll(/op_sharding_rule<(\(.*?\)->\(.*?)>(?=[,}])/g)].map(([, rule]) => rule!);
}

describe('shardform-attach-partition-rules', () => {
  test('a call of linear algebra keeps its batches split and needs whole matrices, whatever rule it brings', () => {
    expect(
      attached(
        `%0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.frontend_attributes = {num_batch_dims = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=4, k=4, l=4, m=4}, custom>} : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2xi32>)
  return %0#0 : tensor<2x4x4xf32>`,
        '(%a: tensor<2x4x4xf32>) -> tensor<2x4x4xf32>',
      ),
    ).toEqual(['([i, j, k])->([i, l, m], [i]) {i=2, j=4, k=4, l=4, m=4} need_replication={j, k, l, m}']);
  });

  test('a call named as on TPUs has the batches that its ranks leave', () => {
    expect(
      attached(
        `%0:2 = stablehlo.custom_call @Eigh(%a) : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>)
  return %0#0 : tensor<2x4x4xf32>`,
        '(%a: tensor<2x4x4xf32>) -> tensor<2x4x4xf32>',
      ),
    ).toEqual([
      '([i, j, k])->([i, l, m], [i, n]) {i=2, j=4, k=4, l=4, m=4, n=4} need_replication={j, k, l, m, n}',
    ]);
  });

  test('an unknown call needs everything whole', () => {
    expect(
      attached(
        `%0 = stablehlo.custom_call @mine(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>`,
        '(%a: tensor<4x4xf32>) -> tensor<4x4xf32>',
      ),
    ).toEqual(['([i, j])->([k, l]) {i=4, j=4, k=4, l=4} need_replication={i, j, k, l}']);
  });

  test('an unknown call may be split along what its own rule passes through to all results', () => {
    expect(
      attached(
        `%0 = stablehlo.custom_call @mine(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=4, j=6, k=8}, custom>} : (tensor<4x6xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>`,
        '(%a: tensor<4x6xf32>) -> tensor<4x8xf32>',
      ),
    ).toEqual(['([i, j])->([i, k]) {i=4, j=6, k=8} need_replication={j, k}']);
  });

  test('a factor of an unknown call may be another dimension of the result, or missing in other operands', () => {
    expect(
      attached(
        `%0 = stablehlo.custom_call @mine(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [j, k])->([j, i]) {i=4, j=8, k=6} reduction={k}, custom>} : (tensor<4x6xf32>, tensor<8x6xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>`,
        '(%a: tensor<4x6xf32>, %b: tensor<8x6xf32>) -> tensor<8x4xf32>',
      ),
    ).toEqual(['([i, k], [j, k])->([j, i]) {i=4, j=8, k=6} need_replication={k}']);
  });

  test('a search for the largest elements needs its dimension whole, also where all elements are asked for', () => {
    expect(
      attached(
        `%0:2 = chlo.top_k(%a, k = 6) : tensor<4x6xf32> -> (tensor<4x6xf32>, tensor<4x6xi32>)
  %1:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 6 : i64, largest = true}} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
  return %0#0 : tensor<4x6xf32>`,
        '(%a: tensor<4x6xf32>) -> tensor<4x6xf32>',
      ),
    ).toEqual([
      '([i, j])->([i, j], [i, j]) {i=4, j=6} need_replication={j} blocked_propagation={j}',
      '([i, j])->([i, k], [i, l]) {i=4, j=6, k=6, l=6} need_replication={j, k, l}',
    ]);
  });

  test('the groups and rows of a ragged contraction have to be whole', () => {
    expect(
      attached(
        `%0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>`,
        '(%a: tensor<8x4xf32>, %b: tensor<3x4x6xf32>, %g: tensor<3xi32>) -> tensor<8x6xf32>',
      ),
    ).toEqual([
      '([i, l], [j, l, k], [m])->([i, k]) {i=8, j=3, k=6, l=4, m=3} reduction={l} need_replication={i, j, m}',
    ]);
  });

  test('operations that Shardy has rules for keep them', () => {
    expect(
      attached(
        `%0 = stablehlo.add %a, %a : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>`,
        '(%a: tensor<4x6xf32>) -> tensor<4x6xf32>',
      ),
    ).toEqual([]);
  });
});

describe('shardform-partition-pipeline', () => {
  const partition = (program: string): string => runText('shardform-partition-pipeline', program);

  test('propagates through CHLO as XLA does, which legalizes it first', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = chlo.erf %a : tensor<8xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`),
    ).toBe(`module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
`);
  });

  test('gathers what an unknown call takes', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.custom_call @my_cumsum(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`),
    ).toBe(`warning: custom call @my_cumsum is unknown to SDY sharding rule registry
warning: custom call @my_cumsum is not known: its operands are gathered, and every device computes all of it
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<8xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @my_cumsum(%0) : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });

  test('gathers what a call without results is told', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  stablehlo.custom_call @my_log(%a) {has_side_effect = true} : (tensor<8xf32>) -> ()
  return
}`),
    ).toContain('stablehlo.custom_call @my_log(%0) {has_side_effect = true} : (tensor<8xf32>) -> ()');
  });

  test('CHLO is padded like other operations where parts are of unequal size', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = chlo.atan %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<2x3xf32> -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}`),
    ).toMatch(/chlo\.atan %\d+ : tensor<2x2xf32> -> tensor<2x2xf32>/);
  });

  test('nothing is sent of tensors without elements', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  return %a : tensor<0x4xf32>
}`),
    ).toBe(`module {
  func.func @main(%arg0: tensor<0x4xf32>) -> tensor<0x4xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return %0 : tensor<0x4xf32>
  }
}
`);
  });

  test('partitions the decomposition of a composite', () => {
    expect(
      partition(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.composite "my.double" %a {decomposition = @double} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @double(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}`),
    ).toBe(`module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
`);
  });
});

describe('shardform-attach-chlo-rules', () => {
  const rules = (body: string, signature: string): string[] => {
    const text = runText(
      'func.func(shardform-attach-chlo-rules)',
      `${mesh}\nfunc.func @main${signature} {\n${body}\n}`,
    );
    return [...text.matchAll(/sdy\.sharding_rule = #sdy\.op_sharding_rule<(\(.*?\)->\(.*?)>(?=[,}])/g)].map(
      ([, rule]) => rule!,
    );
  };

  test('features of a normalisation are independent: other dimensions have to be whole', () => {
    expect(
      rules(
        `%o, %m, %v = "stablehlo.batch_norm_training"(%a, %f, %f) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x6x4xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4xf32>, tensor<6xf32>, tensor<6xf32>)
  return %o : tensor<2x6x4xf32>`,
        '(%a: tensor<2x6x4xf32>, %f: tensor<6xf32>) -> tensor<2x6x4xf32>',
      ),
    ).toEqual(['([i, j, k], [j], [j])->([i, j, k], [j], [j]) {i=2, j=6, k=4} need_replication={i, k}']);
  });

  test.each([
    'mhlo.frontend_attributes = {xla.sdy.custom_sharding_rule = "RULE"}',
    'xla.sdy.custom_sharding_rule = "RULE"',
  ])('the rule that a front end wrote as %s holds', (attribute) => {
    const rule = '#sdy.op_sharding_rule<([i, j], [i])->([i]) {i=8, j=6}, custom>';
    expect(
      rules(
        `%0 = stablehlo.custom_call @mine(%a, %k) {${attribute.replace('RULE', rule)}} : (tensor<8x6xf32>, tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>`,
        '(%a: tensor<8x6xf32>, %k: tensor<8xi32>) -> tensor<8xi32>',
      ).at(-1),
    ).toBe('([i, j], [i])->([i]) {i=8, j=6}, custom');
  });
});
