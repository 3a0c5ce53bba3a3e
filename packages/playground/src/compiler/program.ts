import { FuncOp, programEntry } from '@shardform/dialect-func';
import { documentNames, type DocumentModel, type NamedValues, readDocument } from '@shardform/inspect';
import { Context, type Operation } from '@shardform/ir-core';
import { extensionsFor } from './extensions.ts';

/** A text as it was read. Nothing may change its module: it is kept. */
export interface Program {
  readonly model: DocumentModel;
  readonly names: NamedValues;
}

/** The file name of a program in messages. */
export const FILE_NAME = 'program.mlir';

const KEPT = 12;
const programs = new Map<string, Promise<Program>>();

/** Reads a text, or finds what was read before. */
export function programOf(text: string): Promise<Program> {
  let program = programs.get(text);
  if (program === undefined) {
    program = freshProgram(text);
    // A failed parse is not cached.
    program.catch(() => programs.delete(text));
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
  const model = readDocument(FILE_NAME, text, context);
  return { model, names: documentNames(model) };
}

/** Returns the function that a picture of the whole program is about: the entry, or else the first with a body. */
export function mainFunction({ model }: Program): FuncOp | null {
  const entry = programEntry(model.module);
  if (entry !== null) return entry.isDeclaration ? null : entry;
  const isDefined = (op: Operation): op is FuncOp => op instanceof FuncOp && !op.isDeclaration;
  return [...model.module.body].find(isDefined) ?? null;
}
