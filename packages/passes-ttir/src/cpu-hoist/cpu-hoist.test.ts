import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

const onDevice = (text: string): string => `module { ttcore.device_module { builtin.module {
${text}
} } }`;

/** The names of called functions, and of operations of TTIR, function by function. */
function outline(text: string, pass: string): string[] {
  const after = functionsAfter(onDevice(text), `${pass},canonicalize`);
  return after.split('\n').flatMap((line) => {
    const [, name] = /func\.func (?:private )?@(\w+)/.exec(line) ?? [];
    const [, callee] = /call @(cpu_hoisted\w*)_[0-9a-f]{8}\(/.exec(line) ?? [];
    const [, op] = /"?ttir\.(\w+)/.exec(line) ?? [];
    return name !== undefined ? [`@${name.replace(/_[0-9a-f]{8}$/, '')}`] : (callee ?? op ?? []);
  });
}

const TAGGED = `func.func @main(%x: tensor<32x64xbf16>, %y: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.exp"(%x) {ttir.should_hoist} : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.typecast"(%0) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %2 = "ttir.add"(%1, %y) {ttir.should_hoist} : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}`;

describe('operations that are marked', () => {
  // Names, whose hashes are of all that a function says, recorded from tt-mlir in jax-tt-plugin 0.1.3.
  it('are functions of the host, of 32-bit numbers', () => {
    const after = functionsAfter(onDevice(TAGGED), 'cpu-hoist-manually-tagged');
    expect(
      after.match(/func\.func @cpu_hoisted.*\n.*/g)?.map((text) => text.replace(/ attributes.*/, '')),
    ).toEqual([
      'func.func @cpu_hoisted_ttir_exp_ac4417e6(%arg0: tensor<32x64xf32> {bufferization.access = "read"}) -> tensor<32x64xf32>\n  %0 = "ttir.exp"(%arg0) {ttir.should_hoist} : (tensor<32x64xf32>) -> tensor<32x64xf32>',
      'func.func @cpu_hoisted_ttir_add_72be7053(%arg0: tensor<32x64xf32> {bufferization.access = "read"}, %arg1: tensor<32x64xf32> {bufferization.access = "read"}) -> tensor<32x64xf32>\n  %0 = "ttir.add"(%arg0, %arg1) {ttir.should_hoist} : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>',
    ]);
    expect(outline(TAGGED, 'cpu-hoist-manually-tagged').slice(0, 8)).toEqual([
      '@main',
      'empty',
      'to_layout',
      'cpu_hoisted_ttir_exp',
      'empty',
      'to_layout',
      'typecast',
      'cpu_hoisted_ttir_add',
    ]);
  });

  it('that compute the same are one function', () => {
    const text = TAGGED.replace(
      'return %2',
      '%3 = "ttir.add"(%2, %y) {ttir.should_hoist} : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>\n  return %3',
    );
    const made = outline(text, 'cpu-hoist-manually-tagged');
    expect(made.filter((own) => own === 'cpu_hoisted_ttir_add')).toHaveLength(2);
    // A declaration on the device and a definition on the host.
    expect(made.filter((own) => own === '@cpu_hoisted_ttir_add')).toHaveLength(2);
  });

  it('of unsigned integers are refused', () => {
    const text = `func.func @main(%x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = "ttir.maximum"(%x, %x) {ttir.should_hoist} : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}`;
    expect(functionsAfter(onDevice(text), 'cpu-hoist-manually-tagged')).toBe(
      "'ttir.maximum' op has unsigned integers, which functions of the host would take for signed ones; convert them to si32 or leave 'ttir.should_hoist' out",
    );
  });
});

describe('functions of constants', () => {
  const constants = (type: string, result: string, lines: string): string =>
    `func.func private @c(%x: ${type}, %y: ${type}) -> ${result} attributes {tt.function_type = "const_eval"} {
${lines}
}`;
  const [whole, gathered] = ['tensor<4x4xf32>', 'tensor<8x4xf32>'];

  it('are computed on the host between collectives', () => {
    const text = constants(
      whole,
      gathered,
      `  %0 = "ttir.add"(%x, %y) : (${whole}, ${whole}) -> ${whole}
  %1 = "ttir.all_gather"(%0) <{all_gather_dim = 0 : si32, cluster_axis = 0 : ui32}> : (${whole}) -> ${gathered}
  %2 = "ttir.multiply"(%1, %1) : (${gathered}, ${gathered}) -> ${gathered}
  return %2 : ${gathered}`,
    );
    expect(outline(text, 'cpu-hoist-const-eval').slice(0, 4)).toEqual([
      '@c',
      'cpu_hoisted_const_eval',
      'all_gather',
      'cpu_hoisted_const_eval',
    ]);
  });

  it('leave what is made and returned at once to the device', () => {
    const text = constants(
      whole,
      `(${whole}, tensor<16xf32>)`,
      `  %0 = "ttir.add"(%x, %y) : (${whole}, ${whole}) -> ${whole}
  %1 = "ttir.full"() <{shape = array<i32: 4, 4>, fill_value = 2.0 : f32}> : () -> ${whole}
  %2 = "ttir.reshape"(%1) <{shape = [16 : i32]}> : (${whole}) -> tensor<16xf32>
  return %0, %2 : ${whole}, tensor<16xf32>`,
    );
    expect(outline(text, 'cpu-hoist-const-eval').slice(0, 3)).toEqual([
      '@c',
      'full',
      'cpu_hoisted_const_eval',
    ]);
  });

  it('with operations that the host has not stay on the device', () => {
    const text = constants(
      whole,
      whole,
      `  %0 = "ttir.reverse"(%x) <{dimensions = array<i64: 0>}> : (${whole}) -> ${whole}
  return %0 : ${whole}`,
    );
    expect(functionsAfter(onDevice(text), 'cpu-hoist-const-eval')).toBe(
      'Skipping CPU hoisting of const-eval subgraph: op cannot be lowered to Linalg',
    );
  });
});
