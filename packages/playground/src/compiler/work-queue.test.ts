import { expect, test, vi } from 'vitest';
import type { CompilerThread } from './compiler-thread.ts';
import type { Compiler } from './messages.ts';
import { CancelledError, WorkQueue } from './work-queue.ts';

/** A queue with the threads that it has started, and what they were told. */
function queueOf(idleTime?: number) {
  const told: string[][] = [];
  const queue = new WorkQueue((): CompilerThread => {
    const own: string[] = [];
    told.push(own);
    return {
      // Work of these tests asks no compiler.
      compiler: {} as Compiler,
      onEnd: null,
      begin: () => void own.push('begin'),
      interrupt: () => void own.push('interrupt'),
      end: () => void own.push('end'),
    };
  }, idleTime);
  return { queue, told };
}

/** Work that ends when it is told to. */
function openWork() {
  let end: (answer: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => (end = resolve));
  return { work: () => work, end: (answer: string) => end(answer) };
}

test('what is cancelled is rejected at once, and the thread keeps what it knows', async () => {
  const { queue, told } = queueOf();
  const [first, second] = [openWork(), openWork()];
  const controller = new AbortController();
  const cancelled = queue.ask(first.work, { signal: controller.signal });
  const answer = queue.ask(second.work);
  controller.abort();
  await expect(cancelled).rejects.toThrow(CancelledError);
  first.end('late');
  second.end('own');
  expect(await answer).toBe('own');
  expect(told).toEqual([['begin', 'interrupt', 'begin']]);
});

test('urgent work waits for other work that does not give way', async () => {
  const { queue, told } = queueOf();
  const [slow, urgent] = [openWork(), openWork()];
  const answers = [queue.ask(slow.work), queue.ask(urgent.work, { isUrgent: true })];
  slow.end('slow');
  urgent.end('urgent');
  expect(await Promise.all(answers)).toEqual(['slow', 'urgent']);
  expect(told).toEqual([['begin', 'interrupt', 'begin']]);
});

test('a thread is replaced when others have no more patience, and what it did is done anew', async () => {
  vi.useFakeTimers();
  const { queue, told } = queueOf();
  const attempts: string[] = [];
  const stuck = queue.ask(async () => {
    attempts.push('begun');
    if (attempts.length === 1) await new Promise(() => undefined);
    return 'done anew';
  });
  const urgent = queue.ask(() => Promise.resolve('urgent'), { isUrgent: true, patience: 100 });
  await vi.advanceTimersByTimeAsync(99);
  expect(told).toEqual([['begin', 'interrupt']]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await urgent, await stuck]).toEqual(['urgent', 'done anew']);
  expect(told).toEqual([
    ['begin', 'interrupt', 'end'],
    ['begin', 'begin'],
  ]);
  vi.useRealTimers();
});

test('a thread without work ends after a while', async () => {
  vi.useFakeTimers();
  const { queue, told } = queueOf(1000);
  await queue.ask(() => Promise.resolve());
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toEqual([['begin']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([['begin', 'end']]);
  await queue.ask(() => Promise.resolve());
  expect(told).toEqual([['begin', 'end'], ['begin']]);
  vi.useRealTimers();
});
