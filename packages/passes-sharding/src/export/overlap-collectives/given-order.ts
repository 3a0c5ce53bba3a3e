import { NumberQueue } from './number-queue.ts';
import type { Task } from './tasks.ts';

/**
 * Returns the given order, but for tasks that would wait for a collective: these come when it is done, or when nothing else is left to
 * compute. Collectives come as soon as what they communicate is there. Results are held about as long as in the given order.
 */
export function withoutWaiting(tasks: readonly Task[]): readonly number[] {
  const order: number[] = [];
  const missing = Int32Array.from(tasks, ({ makers }) => makers.length);
  /** By task, when all that it uses is there. */
  const times = new Float64Array(tasks.length);
  // Collectives come before what computes.
  const places = tasks.map(({ communication }, number) =>
    communication > 0 ? number - tasks.length : number,
  );
  const ready = new NumberQueue(Float64Array.from(places));
  const waiting = new NumberQueue(times);
  let [computing, communicating] = [0, 0];
  const put = (number: number): void => {
    const { compute, communication, users } = tasks[number]!;
    let start = times[number]!;
    if (compute > 0) start = Math.max(start, computing);
    if (communication > 0) start = Math.max(start, communicating);
    const end = start + compute + communication;
    if (compute > 0) computing = end;
    if (communication > 0) communicating = end;
    order.push(number);
    for (const user of users) {
      times[user] = Math.max(times[user]!, end);
      missing[user]! -= 1;
      if (missing[user] === 0) waiting.add(user);
    }
  };
  for (const number of tasks.keys()) if (missing[number] === 0) ready.add(number);
  while (order.length < tasks.length) {
    for (let next = waiting.first; next !== undefined && times[next]! <= computing; next = waiting.first)
      ready.add(waiting.take()!);
    put(ready.take() ?? waiting.take()!);
  }
  return order;
}
