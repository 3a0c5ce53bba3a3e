import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  OpShardingRuleAttr,
  TensorMappingAttr,
  TensorShardingAttr,
  addAxisOrMerge,
} from '@shardform/dialect-sdy';
import { SymbolRefAttr } from '@shardform/ir-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backProject, projectTensor } from './project.ts';

const mesh = MeshAttr.of([
  ['x', 2],
  ['y', 4],
  ['z', 6],
]);
const meshRef = SymbolRefAttr.get('mesh');

/** A rule with one operand that has these factors per dimension. */
function ruleOf(dims: readonly (readonly number[])[], sizes: readonly number[]): OpShardingRuleAttr {
  return OpShardingRuleAttr.get(sizes, [TensorMappingAttr.of(dims)], []);
}

function sharding(...dims: readonly (readonly AxisRefAttr[])[]): TensorShardingAttr {
  return TensorShardingAttr.get(
    meshRef,
    dims.map((axes) => DimensionShardingAttr.get(axes, true)),
  );
}

function factorTexts(rule: OpShardingRuleAttr, tensor: TensorShardingAttr): string[] {
  const { factors } = projectTensor(rule, rule.operands[0]!, tensor, mesh, false);
  const text = (axes: readonly AxisRefAttr[]): string => axes.map((axis) => axis.text).join(' ');
  return factors.map((factor) => {
    if (factor === null) return 'none';
    return (
      text(factor.axes) + (factor.overflowAxes.length > 0 ? ` overflow ${text(factor.overflowAxes)}` : '')
    );
  });
}

const [x, y, z] = [AxisRefAttr.get('x'), AxisRefAttr.get('y'), AxisRefAttr.get('z')];

describe('projectTensor', () => {
  test('hands axes to the factors of a dimension, major to minor', () => {
    expect(factorTexts(ruleOf([[0, 1]], [2, 8]), sharding([x, y]))).toEqual(['"x"', '"y"']);
  });

  test('splits an axis at the boundary of a factor', () => {
    expect(factorTexts(ruleOf([[0, 1]], [4, 8]), sharding([x, y]))).toEqual(['"x" "y":(1)2', '"y":(2)2']);
  });

  test('keeps what does not divide a factor as overflow, and says nothing of factors behind', () => {
    expect(factorTexts(ruleOf([[0, 1, 2]], [4, 3, 2]), sharding([x, z, y]))).toEqual([
      '"x" "z":(1)2',
      '"z":(2)3',
      '"y"',
    ]);
    expect(factorTexts(ruleOf([[0, 1, 2]], [5, 3, 2]), sharding([x, y]))).toEqual([
      ' overflow "x" "y"',
      '',
      'none',
    ]);
  });

  test('gives the minor-most factor everything that is left, divisible or not', () => {
    expect(factorTexts(ruleOf([[0]], [3]), sharding([y, x]))).toEqual(['"y" "x"']);
  });
});

describe('backProject', () => {
  test('leaves out axes of a factor behind one that is not fully split', () => {
    const rule = ruleOf([[0, 1]], [2, 8]);
    const tensor = projectTensor(rule, rule.operands[0]!, sharding([x, y]), mesh, false);
    tensor.factors[0] = { ...tensor.factors[0]!, axes: [] };
    expect(backProject(tensor, rule.operands[0]!, rule.factorSizes, meshRef, mesh).text).toBe(
      '<@mesh, [{}]>',
    );
  });

  test('gives back what was projected, without priorities', () => {
    const pieces = fc.shuffledSubarray([x, AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 2, 2), z]);
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pieces, sizes, fc.boolean(), (axes, factorSizes, isClosed) => {
        const merged: AxisRefAttr[] = [];
        for (const axis of axes) addAxisOrMerge(merged, axis, mesh);
        const rule = ruleOf([factorSizes.map((_, factor) => factor)], factorSizes);
        const given = TensorShardingAttr.get(meshRef, [DimensionShardingAttr.get(merged, isClosed, 3n)]);
        const tensor = projectTensor(rule, rule.operands[0]!, given, mesh, false);
        expect(backProject(tensor, rule.operands[0]!, rule.factorSizes, meshRef, mesh).text).toBe(
          TensorShardingAttr.get(meshRef, [DimensionShardingAttr.get(merged, isClosed)]).text,
        );
      }),
      { seed: 20261121 },
    );
  });
});
