import { loadLibraryDocumentation } from '@shardform/dialect-ttir';
import type { DialectDocumentation } from '@shardform/ir-core';

/** Loads the documentation of TTNN's operations. */
export async function loadTtnnDocumentation(): Promise<DialectDocumentation> {
  const [library, own] = await Promise.all([loadLibraryDocumentation(), import('./ttnn-documentation.ts')]);
  return { ...library, ...own.ttnnDocumentation };
}
