import type { ResultComparison } from '@shardform/inspect';
import type { NdArray } from '@shardform/runtime-sim';
import type { GlobalCheckReport, ReferenceJson } from './execution-schema.ts';
import type { KnownResults } from './known-results.ts';
import type { Reference } from './reference.ts';

/** An execution on devices with its report. */
export interface ExecutedOnDevices {
  readonly deviceCount: number;
  readonly heading: string;
  readonly inputs: readonly NdArray[];
  readonly results: readonly NdArray[];
  readonly comparisons: readonly ResultComparison[];
  /** Beside the results of a file, where one was given. */
  readonly known: KnownResults | null;
  /** The program that was compared with, and by how much it may differ; `null` where it is the executed one itself. */
  readonly reference: ReferenceJson | null;
  readonly messages: readonly string[];
}

/** An execution with the comparison of every value. */
export interface Executed extends ExecutedOnDevices {
  readonly check: GlobalCheckReport | null;
}

/** Returns a heading with the program that results are compared with. */
export function besideReference(heading: string, reference: Reference | null): string {
  return reference === null ? heading : `${heading}; compared with ${reference.file}, executed as a whole`;
}
