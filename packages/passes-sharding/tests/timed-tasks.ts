import type { Task } from '../src/export/overlap-collectives/tasks.ts';

/** Tasks by what they take and use: `c3` computes for 3 µs, `s5` sends for 5. Each makes a byte. */
export function tasksOf(...list: readonly (readonly [time: string, ...makers: number[]])[]): readonly Task[] {
  return list.map(([time, ...makers], number) => ({
    makers,
    users: [...list.keys()].filter((user) => list[user]!.slice(1).includes(number)),
    compute: time.startsWith('c') ? Number(time.slice(1)) : 0,
    communication: time.startsWith('s') ? Number(time.slice(1)) : 0,
    bytes: 1,
  }));
}
