import type { SearchValues } from './search-arguments.ts';

/** What a thread that evaluates candidates is started with. */
export interface SearchThreadRequest {
  readonly kind: 'shardform-search-thread';
  readonly file: string | undefined;
  readonly values: SearchValues;
  readonly cwd: string;
  /** What the command reads from standard input, if it does. */
  readonly stdin: Uint8Array;
}

/** Whether a thread is to evaluate candidates, so that the command knows itself to be one that does. */
export function isSearchThreadRequest(data: unknown): data is SearchThreadRequest {
  return (
    typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'shardform-search-thread'
  );
}
