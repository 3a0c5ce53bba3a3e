import { type DocumentModel, documentNames, type NamedValues, readDocument } from '@shardform/inspect';
import type { Context, Value } from '@shardform/ir-core';
import { hasLocalParts, importGspmdShardings } from './gspmd-shardings.ts';
import { modelOfProgram, withOperations } from './read-program.ts';

/** The pipelines of a target, which read custom calls and GSPMD's parts of one device themselves. */
export interface TargetReading {
  /** Whether the target converts calls of a name. */
  readonly isConvertedCall: (target: string) => boolean;
}

/** A text that was read as a program. */
export interface ReadText {
  readonly model: DocumentModel;
  readonly names: NamedValues;
}

/**
 * Reads a text as commands read their programs: custom calls that stand for operations are these, and GSPMD's shardings
 * are Shardy's. A text with errors is as it was written.
 */
export function readText(
  name: string,
  text: string,
  context: Context,
  target: TargetReading | null = null,
): ReadText {
  const model = readDocument(name, text, context);
  const names = documentNames(model);
  if (!model.isValid) return { model, names };
  const offsets = new Map<Value, number>();
  for (const [offset, values] of model.values) for (const value of values) offsets.set(value, offset);
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const program = withOperations({ ...model, names, offsets }, target?.isConvertedCall);
    const isForTarget = target !== null && hasLocalParts(program.module);
    return { program, isValid: isForTarget || importGspmdShardings(program) };
  });
  const { program, isValid } = result;
  const all = [...model.diagnostics, ...diagnostics];
  return { model: modelOfProgram(program, { isValid, diagnostics: all }), names };
}
