import { createContext } from '@shardform/cli';
import { type Context, formatDiagnostic } from '@shardform/ir-core';

/** A context in which everything is allowed that a user can allow. */
export function fuzzContext(): Context {
  const context = createContext();
  context.allowUnregisteredDialects = true;
  return context;
}

/** The result of work, with the messages that it reports. */
export function quietly<T>(
  context: Context,
  work: () => T,
): { readonly result: T; readonly messages: string } {
  const { result, diagnostics } = context.diagnostics.capture(work);
  // Messages for people are made too: excerpts of a text with errors must not fail either.
  return { result, messages: diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('') };
}
