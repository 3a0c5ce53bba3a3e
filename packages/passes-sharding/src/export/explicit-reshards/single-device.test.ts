import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('arguments and results of functions are not on one device', () => {
  const text = (argument: string, result: string): string => `
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<8xf32>${argument}) -> (tensor<8xf32>${result}) {
  return %a : tensor<8xf32>
}`;
  const attribute = ' {sdy.sharding = #sdy.sharding<@one, []>}';
  expect(runText('func.func(sdy-insert-explicit-reshards)', text(attribute, ''))).toBe(
    "error: 'func.func' op function argument 0 cannot have a single-device (maximal) sharding attribute\n",
  );
  expect(runText('func.func(sdy-insert-explicit-reshards)', text('', attribute))).toBe(
    "error: 'func.func' op function result 0 cannot have a single-device (maximal) sharding attribute\n",
  );
});
