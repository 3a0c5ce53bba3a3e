import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('caches', () => {
  it('are arguments of a kind of their own', () => {
    const text = `func.func @f(%cache: tensor<1x8x64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %x: tensor<1x8x16x32xbf16>) {
  "ttir.fill_cache"(%cache, %x) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x16x32xbf16>) -> ()
  return
}`;
    expect(functionsAfter(text, 'ttir-infer-kv-cache-argument-types'))
      .toBe(`func.func @f(%arg0: tensor<1x8x64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.kv_cache}, %arg1: tensor<1x8x16x32xbf16>) {
  "ttir.fill_cache"(%arg0, %arg1) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x16x32xbf16>) -> ()
  return
}`);
  });

  it('that grow alike share the argument that counts', () => {
    const text = `func.func @f(%c0: tensor<1x8x64x32xbf16>, %c1: tensor<1x8x64x32xbf16>, %n0: tensor<1xsi32>, %n1: tensor<1xsi32>, %x: tensor<1x8x1x32xbf16>) -> (tensor<1xsi32>, tensor<1xsi32>) {
  %one = "ttir.full"() <{shape = array<i32: 1>, fill_value = 1 : i32}> : () -> tensor<1xsi32>
  "ttir.update_cache"(%c0, %x, %n0) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x1x32xbf16>, tensor<1xsi32>) -> ()
  "ttir.update_cache"(%c1, %x, %n1) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x1x32xbf16>, tensor<1xsi32>) -> ()
  %2 = "ttir.add"(%n0, %one) : (tensor<1xsi32>, tensor<1xsi32>) -> tensor<1xsi32>
  %3 = "ttir.add"(%n1, %one) : (tensor<1xsi32>, tensor<1xsi32>) -> tensor<1xsi32>
  return %2, %3 : tensor<1xsi32>, tensor<1xsi32>
}`;
    expect(functionsAfter(text, 'ttir-consolidate-static-cache-updates'))
      .toBe(`func.func @f(%arg0: tensor<1x8x64x32xbf16>, %arg1: tensor<1x8x64x32xbf16>, %arg2: tensor<1xsi32>, %arg3: tensor<1xsi32>, %arg4: tensor<1x8x1x32xbf16>) -> (tensor<1xsi32>, tensor<1xsi32>) {
  %0 = "ttir.full"() <{fill_value = 1 : i32, shape = array<i32: 1>}> : () -> tensor<1xsi32>
  "ttir.update_cache"(%arg0, %arg4, %arg3) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x1x32xbf16>, tensor<1xsi32>) -> ()
  "ttir.update_cache"(%arg1, %arg4, %arg3) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x1x32xbf16>, tensor<1xsi32>) -> ()
  %1 = "ttir.add"(%arg3, %0) : (tensor<1xsi32>, tensor<1xsi32>) -> tensor<1xsi32>
  %2 = "ttir.add"(%arg3, %0) : (tensor<1xsi32>, tensor<1xsi32>) -> tensor<1xsi32>
  return %1, %2 : tensor<1xsi32>, tensor<1xsi32>
}`);
  });
});
