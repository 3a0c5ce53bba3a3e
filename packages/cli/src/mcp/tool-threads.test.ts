import type { WorkerPort } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import type { ThreadCall } from './tool-thread.ts';
import { type Cancellation, ToolThreads } from './tool-threads.ts';

const uncancelled: Cancellation = { onCancellationRequested: () => undefined };

/** A thread that answers what the test says, when it says so. */
class FakeThread implements WorkerPort {
  readonly calls: ThreadCall[] = [];
  isClosed = false;
  #receive: (message: unknown) => void = () => undefined;
  fail: () => void = () => undefined;

  send(message: unknown): void {
    this.calls.push(message as ThreadCall);
  }

  listen(receive: (message: unknown) => void, fail: () => void): void {
    this.#receive = receive;
    this.fail = fail;
  }

  close(): void {
    this.isClosed = true;
  }

  answer(text: string): void {
    this.#receive({ answer: { text, data: null, isError: false } });
  }
}

function threadsWith(seconds: number, grace?: number): { threads: ToolThreads; started: FakeThread[] } {
  const started: FakeThread[] = [];
  const start = (): WorkerPort => {
    const thread = new FakeThread();
    started.push(thread);
    return thread;
  };
  return { threads: new ToolThreads(start, seconds, grace), started };
}

test('calls are worked on side by side, and threads are used again', async () => {
  const { threads, started } = threadsWith(60);
  const [first, second] = ['a', 'b'].map((name) => threads.call(name, {}, uncancelled));
  started[1]!.answer('of b');
  expect(await second).toMatchObject({ text: 'of b' });
  const third = threads.call('c', {}, uncancelled);
  started[1]!.answer('of c');
  started[0]!.answer('of a');
  expect([await first, await third]).toMatchObject([{ text: 'of a' }, { text: 'of c' }]);
  expect(started).toHaveLength(2);
});

test('more calls than threads wait for their turn', async () => {
  const { threads, started } = threadsWith(60);
  const calls = ['a', 'b', 'c', 'd', 'e'].map((name) => threads.call(name, {}, uncancelled));
  expect(started).toHaveLength(4);
  started[2]!.answer('of c');
  started[2]!.answer('of e');
  expect(await calls[4]).toMatchObject({ text: 'of e' });
});

test('a call that is cancelled ends with its thread', () => {
  const { threads, started } = threadsWith(60);
  let cancel = (): void => undefined;
  void threads.call('a', {}, { onCancellationRequested: (listener) => (cancel = listener) });
  cancel();
  expect(started[0]!.isClosed).toBe(true);
  void threads.call('b', {}, uncancelled);
  expect(started[1]!.calls).toEqual([{ name: 'b', given: {}, seconds: 60 }]);
});

test('a call whose thread does not stop when time is up is an error', async () => {
  const { threads, started } = threadsWith(0.001, 0);
  expect(await threads.call('a', {}, uncancelled)).toMatchObject({ isError: true });
  expect(started[0]!.isClosed).toBe(true);
});

test('a thread that ends takes only its call with it', async () => {
  const { threads, started } = threadsWith(60);
  const call = threads.call('a', {}, uncancelled);
  started[0]!.fail();
  await expect(call).rejects.toThrow('the thread of the tool has ended');
  void threads.call('b', {}, uncancelled);
  expect(started).toHaveLength(2);
});

test('requests that are read after the end of the input start no thread', async () => {
  const { threads, started } = threadsWith(60);
  threads.close();
  threads.warmUp();
  void threads.call('late', {}, uncancelled);
  await Promise.resolve();
  expect(started).toEqual([]);
});
