import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-sharding-group-import', () => {
  test('joins groups that share a tensor, numbers them and drops repetitions', () => {
    expect(
      runText(
        'sdy-sharding-group-import',
        `
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  sdy.sharding_group %a group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=4 : tensor<8xf32>
  sdy.sharding_group %c group_id=7 : tensor<8xf32>
  return
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
    sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
    sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
    sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
    return
  }
}
`);
  });

  test('rejects members of different shapes', () => {
    expect(
      runText(
        'sdy-sharding-group-import',
        `
func.func @main(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  sdy.sharding_group %a group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=9 : tensor<4xf32>
  return
}`,
      ),
    ).toBe(`error: ShardingGroupOps values must have the same shape for groupId: 9
`);
  });
});
