import type { WorkerPort } from '@shardform/runtime-sim';
import { startCommandThread } from '../command-thread.ts';
import { portPair } from '../json-rpc/port-pair.ts';
import type { ServedStreams, ToolInput } from '../tool-io.ts';
import type { McpTool } from './tool.ts';
import { toolThreadServer } from './tool-thread.ts';
import { ToolThreads } from './tool-threads.ts';

/**
 * Serves a client whose calls are worked on by threads; in one of these threads, works on the calls.
 *
 * @param seconds the time limit of a call, or infinity.
 * @param serve speaks with the client until it leaves.
 */
export async function serveByThreads(
  tools: readonly McpTool[],
  input: ToolInput,
  seconds: number,
  serve: (streams: ServedStreams, threads: ToolThreads) => Promise<void>,
): Promise<void> {
  const serveThread = toolThreadServer(tools);
  if (input.ownPort !== undefined) {
    serveThread(input.ownPort);
    // The thread is ended from outside.
    return new Promise<never>(() => undefined);
  }
  // In a process that can start none, calls are worked on here, one after the other.
  const start = (): WorkerPort => startCommandThread(input) ?? inProcess(serveThread);
  const threads = new ToolThreads(start, seconds);
  const { served = { input: process.stdin, output: process.stdout } } = input;
  await serve(served, threads);
  threads.close();
}

function inProcess(serveThread: (port: WorkerPort) => void): WorkerPort {
  const [near, far] = portPair();
  serveThread(far);
  return near;
}
