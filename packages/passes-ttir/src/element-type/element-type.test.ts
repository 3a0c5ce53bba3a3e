import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('types of elements', () => {
  it('are those of one format inside a function', () => {
    const text = `func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "ttir.neg"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}`;
    expect(functionsAfter(text, 'ttir-global-data-format-conversion{target-format=bf16}'))
      .toBe(`func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.typecast"(%arg0) <{conservative_folding = false}> : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = "ttir.exp"(%0) : (tensor<2xbf16>) -> tensor<2xbf16>
  %2 = "ttir.neg"(%1) : (tensor<2xbf16>) -> tensor<2xbf16>
  %3 = "ttir.typecast"(%2) <{conservative_folding = false}> : (tensor<2xbf16>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}`);
  });

  it('hold bounds that they have no number for as their own greatest and least', () => {
    const constant = (type: string, values: string): string => {
      const text = `func.func @f() -> ${type} {
  %0 = "ttir.constant"() <{value = dense<${values}> : ${type}}> : () -> ${type}
  return %0 : ${type}
}`;
      return /value = (dense<.*?>) :/.exec(functionsAfter(text, 'ttir-element-type-normalization'))![1]!;
    };
    expect(constant('tensor<4xi64>', '[4294967297, -9223372036854775808, 5, -4294967297]')).toBe(
      'dense<[2147483647, -2147483648, 5, -2147483648]>',
    );
    expect(constant('tensor<4xi64>', '9223372036854775807')).toBe('dense<2147483647>');
    expect(constant('tensor<2xui64>', '[18446744073709551615, 7]')).toBe('dense<[4294967295, 7]>');
    expect(constant('tensor<2xi32>', '[-1, 2147483647]')).toBe('dense<[-1, 2147483647]>');
  });

  it('stay where an operation says so', () => {
    const text = `func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.exp"(%x) {preserveDataFormat} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`;
    expect(functionsAfter(text, 'ttir-global-data-format-conversion'))
      .toBe(`func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.exp"(%arg0) {preserveDataFormat} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`);
  });

  it('are formats of the machine', () => {
    const text = `func.func @f() {
  return
}`;
    expect(functionsAfter(text, 'ttir-global-data-format-conversion{target-format=f16}')).toBe(
      "Invalid target format 'f16'. Supported formats: f32, bf16, bfp_bf8",
    );
  });

  it('of answers are those of what is asked about', () => {
    const text = `func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.gt"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = "ttir.where"(%0, %x, %y) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}`;
    expect(functionsAfter(text, 'ttir-predicate-type-alignment'))
      .toBe(`func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.gt"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "ttir.typecast"(%0) <{conservative_folding = false}> : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "ttir.where"(%1, %arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}`);
  });
});
