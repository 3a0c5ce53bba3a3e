import { serveSearch } from '@shardform/passes-dist';
import type { WorkerPort } from '@shardform/runtime-sim';
import { ownPort, startThread } from '../thread-port.ts';
import type { ToolInput } from '../tool-io.ts';
import { readSearchArguments } from './search-arguments.ts';
import type { SearchThreadRequest } from './search-thread-request.ts';

/**
 * A function that starts threads that evaluate candidates for a command line; `undefined` where there are none: for one,
 * or when threads would lack extensions.
 */
export function searchThreads(
  count: number,
  args: readonly string[],
  { program, extensions = [], cwd, stdin }: ToolInput,
): (() => WorkerPort[]) | undefined {
  if (count < 2 || program === undefined || extensions.length > 0) return undefined;
  return () => {
    const request: SearchThreadRequest = {
      kind: 'shardform-search-thread',
      args,
      cwd,
      stdin: args.includes('-') ? stdin() : new Uint8Array(),
    };
    return Array.from({ length: count }, () => startThread(program, request));
  };
}

/** What a thread of {@link searchThreads} does. */
export function serveSearchThread({ args, cwd, stdin }: SearchThreadRequest): void {
  const { workload } = readSearchArguments(args, { stdin: () => stdin, cwd, colour: false });
  serveSearch(ownPort(), workload);
}
