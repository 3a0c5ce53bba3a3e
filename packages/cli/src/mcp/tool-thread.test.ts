import { Budget, currentBudget, LimitError, withBudget } from '@shardform/ir-core';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { portPair } from '../json-rpc/port-pair.ts';
import type { ThreadCall } from './tool-thread.ts';
import { toolThreadServer } from './tool-thread.ts';
import type { Answer, McpTool } from './tool.ts';

/** The answer of a thread of a tool whose data is computed when it is asked for. */
function sent(compute: () => unknown, seconds = 60): Promise<unknown> {
  const answer: Answer = {
    ...{ text: '', isError: false },
    data: {
      get facts() {
        return compute();
      },
    },
  };
  const run = (): Promise<Answer> => Promise.resolve(answer);
  const tool: McpTool = { name: 'lazy', description: '', parameters: {}, output: Type.Object({}), run };
  const [near, far] = portPair();
  // That of the thread, whose time was up long ago.
  withBudget(new Budget({ time: -1 }), () => toolThreadServer([tool])(far));
  const call: ThreadCall = { name: 'lazy', given: {}, seconds };
  return new Promise((resolve) => {
    near.listen(resolve, resolve);
    near.send(call);
  });
}

test('what an answer computes when it is sent is computed within the time of the call', async () => {
  const compute = (): number => {
    currentBudget().checkInterrupt();
    return currentBudget().limits.time;
  };
  expect(await sent(compute)).toEqual({ answer: { text: '', isError: false, data: { facts: 60 } } });
  expect(await sent(compute, -1)).toMatchObject({
    answer: { text: expect.stringContaining('stopped after') as string, isError: true },
  });
});

test('what exceeds a limit when it is sent is an answer, too, and a defect ends no thread', async () => {
  const refuse = (): never => {
    throw new LimitError('work', 'too much work');
  };
  expect(await sent(refuse)).toMatchObject({ answer: { text: 'too much work', isError: true } });
  const fail = (): never => {
    throw new Error('a defect');
  };
  expect(await sent(fail)).toEqual({ defect: 'a defect' });
});
