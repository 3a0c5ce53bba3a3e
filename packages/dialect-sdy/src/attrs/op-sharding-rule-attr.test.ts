import { describe, expect, test } from 'vitest';
import { attribute, attributeText } from '../../tests/sdy-text.ts';

describe('#sdy.op_sharding_rule', () => {
  test.each([
    '#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8}>',
    '#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>',
    '#sdy.op_sharding_rule<([i])->([i]) {i=4}, custom>',
    '#sdy.op_sharding_rule<([], [])->([])>',
  ])('prints %s as it is written', (text) => {
    expect(attributeText(text)).toBe(text);
  });

  test.each([
    [
      '#sdy.op_sharding_rule<([ij, kl])->([ij, kl]) {i=1, j=2, k=3, l=4} reduction={i,j} need_replication={k} permutation={l} blocked_propagation={i}, custom>',
      '#sdy.op_sharding_rule<([ij, kl])->([ij, kl]) {i=1, j=2, k=3, l=4} reduction={i, j} need_replication={k} permutation={l} blocked_propagation={i}, custom>',
    ],
    [
      '#sdy.op_sharding_rule<([z_1])->([z_1]) {i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,q=1,r=1,s=1,t=1,u=1,v=1,w=1,x=1,y=1,z=4,z_1=2}>',
      '#sdy.op_sharding_rule<([z_1])->([z_1]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=4, z_1=2}>',
    ],
    [
      '#sdy.op_sharding_rule<([i])->([i]) {i=1} reduction={ij}>',
      '#sdy.op_sharding_rule<([i])->([i]) {i=1} reduction={i}>',
    ],
    ['#sdy.op_sharding_rule<([i])->([i]) {i=1} reduction={}>', '#sdy.op_sharding_rule<([i])->([i]) {i=1}>'],
  ])('prints %s as %s', (text, printed) => {
    expect(attributeText(text)).toBe(printed);
  });

  test.each([
    [
      '#sdy.op_sharding_rule<()->()>',
      [
        "1:24 expected '['",
        "1:24 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    ['#sdy.tensor_mapping<[i,j]>', ["1:20 expected '['"]],
    [
      '#sdy.op_sharding_rule<([z_01])->([i]) {i=1}>',
      [
        "1:29 expecting positive integer without leading zeros. Received: '01'",
        "1:29 failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`",
        "1:29 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([z_])->([i]) {i=1}>',
      [
        "1:27 expecting integer after 'z_'. Received: 'z_'",
        "1:27 failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`",
        "1:27 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([iz_a])->([i]) {i=1}>',
      [
        "1:29 expecting integer after 'z_'. Received: 'z_a'",
        "1:29 failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`",
        "1:29 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([abc])->([i]) {i=1}>',
      [
        "1:28 expecting symbol from 'i' to 'z'. Received: 'a'",
        "1:28 failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`",
        "1:28 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([i])->([i]) {j=1}>',
      [
        "1:38 expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'",
      ],
    ],
    ['#sdy.op_sharding_rule<([i])->([i]) {ij=1}>', ['1:39 expecting single factor symbol: j']],
    [
      '#sdy.op_sharding_rule<([i])->([i]) {i=1, i=2}>',
      [
        "1:43 expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'j', received: 'i'",
      ],
    ],
    ['#sdy.op_sharding_rule<([i])->([i]) {i=1} reduction={i}, foo>', ["1:57 expected 'custom'"]],
    ['#sdy.op_sharding_rule<([i])->([i]) {i=1} need_replication={i} reduction={i}>', ["1:62 expected '>'"]],
    ['#sdy.op_sharding_rule<([i])-([i]) {i=1}>', ["1:28 expected '->'"]],
    ['#sdy.op_sharding_rule<([i])->([i]) {i=1} foo={i}>', ["1:41 expected '>'"]],
    [
      '#sdy.op_sharding_rule<(["i"])->([i])>',
      [
        "1:25 expected ']'",
        "1:25 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([1])->([i])>',
      [
        "1:25 expected ']'",
        "1:25 failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '#sdy.op_sharding_rule<([i])->([i]) {i=1, custom}>',
      ["1:48 expecting symbol from 'i' to 'z'. Received: 'c'"],
    ],
  ])('rejects %s', (text, problems) => {
    expect(attribute(text).problems).toEqual(problems);
  });
});
