import { parentPort, Worker } from 'node:worker_threads';
import { DeviceWorkers, serveDevices, type WorkerPort } from '@shardform/runtime-sim';
import { createContext } from '../context.ts';
import { DEVICE_THREAD } from './device-thread-name.ts';

/**
 * Starts threads that execute devices.
 *
 * @param program the URL of a module that exports the command's `main`, which in such a thread serves devices.
 */
export function startDeviceThreads(count: number, program: string): DeviceWorkers {
  return new DeviceWorkers(Array.from({ length: count }, () => threadPort(program)));
}

function threadPort(program: string): WorkerPort {
  // Of a CommonJS program, Node may not see what it exports by name.
  const code = `import(${JSON.stringify(program)}).then(({ main, default: all }) => (main ?? all.main)([]))`;
  const thread = new Worker(code, { eval: true, workerData: DEVICE_THREAD });
  return {
    send: (message) => thread.postMessage(message),
    listen: (receive, fail) => {
      thread.on('message', receive);
      for (const event of ['error', 'messageerror', 'exit']) thread.on(event, fail);
    },
    close: () => void thread.terminate(),
  };
}

/** What a thread of {@link startDeviceThreads} does. */
export function serveDeviceThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread of its own');
  serveDevices(
    {
      send: (message) => port.postMessage(message),
      listen: (receive) => void port.on('message', receive),
      close: () => port.close(),
    },
    createContext,
  );
}
