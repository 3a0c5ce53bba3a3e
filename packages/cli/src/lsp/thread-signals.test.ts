import { expect, test } from 'vitest';
import { ThreadSignals } from './thread-signals.ts';

function signals(): {
  readonly near: ThreadSignals;
  readonly far: ThreadSignals;
  readonly state: () => boolean[];
} {
  const flag = new SharedArrayBuffer(4);
  const [near, far] = [new ThreadSignals(flag), new ThreadSignals(flag)];
  return { near, far, state: () => [far.edited.isRaised, far.disturbed.isRaised] };
}

test('a request disturbs what nobody waits for only, until it is answered', () => {
  const { near, far, state } = signals();
  near.ask();
  expect(state()).toEqual([false, true]);
  far.endAsk();
  expect(state()).toEqual([false, false]);
});

test('an edit stops everything until it arrives, whatever is asked meanwhile', () => {
  const { near, far, state } = signals();
  near.ask();
  near.edit();
  near.ask();
  far.endAsk();
  expect(state()).toEqual([true, true]);
  far.endEdit();
  expect(state()).toEqual([false, false]);
});
