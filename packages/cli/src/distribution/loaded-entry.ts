import { entryProblem, type FuncOp } from '@shardform/dialect-func';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { functionToSimulate } from '@shardform/study';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { ModuleError } from '../load-module.ts';

/** Returns the function that a simulation of a loaded program starts with. @throws ModuleError without one. */
export function loadedEntry(module: ModuleOp, context: Context, log: DiagnosticLog): FuncOp {
  const func = functionToSimulate(module);
  if (func !== null) return func;
  const { op, message } = entryProblem(module);
  context.diagnostics.emitOn(op, 'error', message);
  throw new ModuleError(log.text(), log.diagnostics);
}
