import type { WorkerPort } from '@shardform/runtime-sim';

/** Two connected ports within a thread: messages are delivered in a later turn. */
export function portPair(): readonly [WorkerPort, WorkerPort] {
  const ends: ({ receive(message: unknown): void; fail(): void } | undefined)[] = [];
  let isOpen = true;
  const end = (own: number): WorkerPort => ({
    send: (message) => {
      // As between threads, both sides own what they have.
      const copy: unknown = structuredClone(message);
      setImmediate(() => {
        if (isOpen) ends[1 - own]?.receive(copy);
      });
    },
    listen: (receive, fail) => {
      ends[own] = { receive, fail };
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      ends[1 - own]?.fail();
    },
  });
  return [end(0), end(1)];
}
