import { entryProblem, type FuncOp, programEntry } from '@shardform/dialect-func';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { functionOf } from '@shardform/passes-dist';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { ModuleError } from '../load-module.ts';

/** Returns the entry function of a program, which may be in a nested device module. @throws ModuleError */
export function functionToSimulate(module: ModuleOp, context: Context, log: DiagnosticLog): FuncOp {
  const func = programEntry(module) ?? functionOf(module, '');
  if (func !== null) return func;
  const { op, message } = entryProblem(module);
  context.diagnostics.emitOn(op, 'error', message);
  throw new ModuleError(log.text(), log.diagnostics);
}
