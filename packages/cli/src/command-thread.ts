import type { ToolInput } from './tool-io.ts';
import { startThread } from './thread-port.ts';
import type { WorkerPort } from '@shardform/runtime-sim';

/** The data of a thread that runs a command. */
export interface CommandThreadRequest {
  readonly kind: 'shardform-command-thread';
  /** The arguments of the process: extensions, limits and configuration are the same. */
  readonly args: readonly string[];
  /** Nonzero to cancel the thread's work; `null` if it can't be cancelled. */
  readonly interrupt: SharedArrayBuffer | null;
}

/** Returns whether a thread is to do a command's work. */
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
