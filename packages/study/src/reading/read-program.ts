import {
  type DocumentModel,
  documentModel,
  type NamedValues,
  type PlacedOperation,
} from '@shardform/inspect';
import { type Context, type ModuleOp, type Operation, type Value, zip } from '@shardform/ir-core';
import { programMesh } from '@shardform/dialect-sdy';
import { dropLoneCollectives, readCustomCalls } from '@shardform/passes-stablehlo';

/** A program with the names and places of its values, which stay those of its text when the program is rewritten. */
export interface ReadProgram {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly names: NamedValues;
  /** Offsets of values' names in the text. */
  readonly offsets: Map<Value, number>;
  readonly operations: readonly PlacedOperation[];
}

/**
 * Replaces custom calls that stand for operations by these operations, and drops collectives of devices that are alone.
 *
 * @param isKept whether calls of a target stay.
 */
export function withOperations<T extends ReadProgram>(program: T, isKept?: (target: string) => boolean): T {
  const { module } = program;
  const devices = programMesh(module)?.[1].totalSize ?? 1;
  if (devices > 1) dropLoneCollectives(module, devices);
  const replaced = readCustomCalls(module, isKept);
  for (const [call, operation] of replaced)
    for (const [from, to] of zip(call.results, operation.results)) replaceValue(program, from, to);
  return withReplaced(program, replaced);
}

/** Gives the name and the place of a value to the one that replaces it. */
export function replaceValue({ names, offsets }: ReadProgram, from: Value, to: Value): void {
  names.replace(from, to);
  const offset = offsets.get(from);
  if (offset === undefined) return;
  offsets.delete(from);
  offsets.set(to, offset);
}

/** Returns a program in which the places of operations are those of their replacements. */
export function withReplaced<T extends ReadProgram>(
  program: T,
  replaced: ReadonlyMap<Operation, Operation>,
): T {
  if (replaced.size === 0) return program;
  const operations = program.operations.map((placed) => ({
    ...placed,
    op: replaced.get(placed.op) ?? placed.op,
  }));
  return { ...program, operations };
}

/** Returns the document model of a program that was read. */
export function modelOfProgram(
  program: ReadProgram & Pick<DocumentModel, 'source'>,
  { isValid, diagnostics }: Pick<DocumentModel, 'isValid' | 'diagnostics'>,
): DocumentModel {
  const { module, context, source, operations } = program;
  const values = new Map<number, Value[]>();
  for (const [value, offset] of program.offsets) {
    const known = values.get(offset);
    if (known === undefined) values.set(offset, [value]);
    else known.push(value);
  }
  return documentModel({ source, context, module, isValid, diagnostics, operations, values });
}
