import { serveSearch } from '@shardform/passes-dist';
import type { WorkerPort } from '@shardform/runtime-sim';
import { ownPort, startThread } from '../thread-port.ts';
import type { ToolInput } from '../tool-io.ts';
import { searchArguments, type SearchValues } from './search-arguments.ts';
import type { SearchThreadRequest } from './search-thread-request.ts';

/**
 * Returns a function that starts threads that evaluate the candidates of a search; `undefined` where there are none:
 * for one thread, or when threads would lack extensions.
 */
export function searchThreads(
  count: number,
  file: string | undefined,
  values: SearchValues,
  { program, extensions = [], cwd, stdin }: ToolInput,
): (() => WorkerPort[]) | undefined {
  if (count < 2 || program === undefined || extensions.length > 0) return undefined;
  return () => {
    const request: SearchThreadRequest = {
      kind: 'shardform-search-thread',
      file,
      values,
      cwd,
      stdin: file === '-' ? stdin() : new Uint8Array(),
    };
    return Array.from({ length: count }, () => startThread(program, request));
  };
}

/** Runs a thread of {@link searchThreads}. */
export function serveSearchThread({ file, values, cwd, stdin }: SearchThreadRequest): void {
  const { workload } = searchArguments(file, values, { stdin: () => stdin, cwd, colour: false });
  serveSearch(ownPort(), workload);
}
