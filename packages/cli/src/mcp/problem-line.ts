import type { JsonDiagnostic } from '@shardform/ir-core';

import { STANDARD_INPUT } from '../module-source.ts';

/** `3:8: error: ...`, as text for a model. */
export function problemLine({ severity, message, file, range }: Omit<JsonDiagnostic, 'notes'>): string {
  const where = range === null ? '' : `${range.start.line}:${range.start.column}: `;
  const own = file === null || file === STANDARD_INPUT ? '' : `${file}:`;
  return `${own}${where}${severity}: ${message}\n`;
}
