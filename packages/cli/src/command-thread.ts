import type { ToolInput } from './tool-io.ts';
import { startThread } from './thread-port.ts';
import type { WorkerPort } from '@shardform/runtime-sim';

/** What a thread is started with that runs a command again, to do its work. */
export interface CommandThreadRequest {
  readonly kind: 'shardform-command-thread';
  /** The arguments of the process: extensions, limits and configuration are the same. */
  readonly args: readonly string[];
  /** Not 0 while the thread is to stop what it does; `null` when it is never told so. */
  readonly interrupt: SharedArrayBuffer | null;
}

/** Whether a thread is to do a command's work. */
export function isCommandThreadRequest(data: unknown): data is CommandThreadRequest {
  return (
    typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'shardform-command-thread'
  );
}

/** Starts a thread that does the work of the command; `null` where there are no threads. */
export function startCommandThread(
  { program, commandLine }: ToolInput,
  interrupt: SharedArrayBuffer | null = null,
): WorkerPort | null {
  if (program === undefined || commandLine === undefined) return null;
  const request: CommandThreadRequest = { kind: 'shardform-command-thread', args: commandLine, interrupt };
  return startThread(program, request);
}
