import { FuncOp, programEntry } from '@shardform/dialect-func';
import { type DocumentModel, NamedValues, readDocument } from '@shardform/inspect';
import { Context, type Operation, type Value } from '@shardform/ir-core';
import { extensionsFor } from './extensions.ts';

/** A text as it was read. Nothing may change its module: it is kept. */
export interface Program {
  readonly model: DocumentModel;
  readonly names: NamedValues;
}

/** What the file of a program is called in messages. */
export const FILE_NAME = 'program.mlir';

const KEPT = 12;
const programs = new Map<string, Promise<Program>>();

/** Reads a text, or finds what was read before. */
export function programOf(text: string): Promise<Program> {
  let program = programs.get(text);
  if (program === undefined) {
    program = freshProgram(text);
    if (programs.size >= KEPT) programs.delete(programs.keys().next().value!);
  } else {
    programs.delete(text);
  }
  programs.set(text, program);
  return program;
}

/** Reads a text into a module that its caller may change. */
export async function freshProgram(text: string, steps: readonly string[] = []): Promise<Program> {
  const context = new Context(await extensionsFor(text, steps));
  const names = new NamedValues();
  const model = readDocument(FILE_NAME, text, context);
  for (const token of model.names.tokens) {
    const values = token.isDefinition ? model.values.get(token.start) : undefined;
    if (values !== undefined) names.add(token.text, values);
  }
  return { model, names };
}

/** The values of the name at an offset of the text, or `null` when no name of values is there. */
export function valuesAt({ model }: Program, offset: number): readonly Value[] | null {
  const token = model.names.at(offset);
  if (token?.kind !== 'percent') return null;
  const definition = model.names.definitionOf(token);
  const values = definition === null ? undefined : model.values.get(definition.start);
  if (values === undefined || values.length === 0) return null;
  const number = /#(\d+)$/.exec(token.text);
  return number === null ? values : [values[Number(number[1])] ?? values[0]!];
}

/** The function that a picture of the whole program is about: the entry, or else the first with a body. */
export function mainFunction({ model }: Program): FuncOp | null {
  const entry = programEntry(model.module);
  if (entry !== null) return entry.isDeclaration ? null : entry;
  const isDefined = (op: Operation): op is FuncOp => op instanceof FuncOp && !op.isDeclaration;
  return [...model.module.body].find(isDefined) ?? null;
}
