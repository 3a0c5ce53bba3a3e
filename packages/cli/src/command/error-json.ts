import { MachineError } from '@shardform/cost-model';
import {
  abridged,
  diagnosticToJson,
  type JsonDiagnostic,
  LimitError,
  PipelineError,
} from '@shardform/ir-core';

import { ExecutionError } from '@shardform/runtime-sim';
import type { ErrorJson } from '../json-schema/diagnostic-schema.ts';
import { ModuleError } from '../load-module.ts';
import { UsageError } from '../tool-io.ts';

/** Returns the JSON form of a user error; `null` for others. */
export function errorJson(error: unknown): ErrorJson | null {
  const json = (kind: ErrorJson['error']['kind'], message: string, diagnostics: readonly JsonDiagnostic[]) =>
    ({ version: 1, error: { kind, message: abridged(message), diagnostics } }) as const;
  if (error instanceof ModuleError) {
    const diagnostics = error.diagnostics.map(diagnosticToJson);
    const first = diagnostics.find(({ severity }) => severity === 'error');
    return json('module', first?.message ?? error.messages.trimEnd(), diagnostics);
  }
  if (error instanceof LimitError) return json('module', error.message, []);
  if (error instanceof ExecutionError) return json('module', error.message, []);
  if (error instanceof PipelineError) return json('pipeline', error.describe().trimEnd(), []);
  const isUsage = error instanceof UsageError || error instanceof MachineError;
  return isUsage ? json('usage', error.message, []) : null;
}
