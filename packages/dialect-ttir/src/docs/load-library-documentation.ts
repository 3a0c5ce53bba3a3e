import type { DialectDocumentation } from '@shardform/ir-core';

/** Loads the documentation of those operations of TTNN that compute what one of TTIR does: both are described together. */
export async function loadLibraryDocumentation(): Promise<DialectDocumentation> {
  return (await import('./library-documentation.ts')).libraryDocumentation;
}
