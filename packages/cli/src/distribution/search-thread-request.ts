import type { SearchValues } from './search-arguments.ts';

/** The data of a thread that evaluates candidates. */
export interface SearchThreadRequest {
  readonly kind: 'shardform-search-thread';
  readonly file: string | undefined;
  readonly values: SearchValues;
  readonly cwd: string;
  /** The command's standard input, if it reads it. */
  readonly stdin: Uint8Array;
}

/** Returns whether the data of a thread make it one that evaluates candidates. */
export function isSearchThreadRequest(data: unknown): data is SearchThreadRequest {
  return (
    typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'shardform-search-thread'
  );
}
