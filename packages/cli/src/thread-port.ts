import { parentPort, Worker } from 'node:worker_threads';
import type { WorkerPort } from '@shardform/runtime-sim';

/** Limit of V8's heap in a thread; arrays of executions are outside of it. */
const HEAP_MEGABYTES = 4096;

/**
 * Starts a thread of the command.
 *
 * @param program the URL of a module that exports the command's `main`, which serves the request in `data` in such a
 *   thread.
 */
export function startThread(program: string, data: unknown): WorkerPort {
  // Of a CommonJS program, Node may not see what it exports by name.
  const code = `import(${JSON.stringify(program)}).then(({ main, default: all }) => (main ?? all.main)([]))`;
  const thread = new Worker(code, {
    eval: true,
    workerData: data,
    // More than that ends the thread, not the process.
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  return {
    send: (message) => thread.postMessage(message),
    listen: (receive, fail) => {
      thread.on('message', receive);
      for (const event of ['error', 'messageerror']) thread.on(event, fail);
      thread.on('exit', () => fail());
    },
    close: () => void thread.terminate(),
  };
}

/** Returns the port of a thread that {@link startThread} started, seen from inside. */
export function ownPort(): WorkerPort {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread of its own');
  return {
    send: (message) => port.postMessage(message),
    listen: (receive) => void port.on('message', receive),
    close: () => port.close(),
  };
}
