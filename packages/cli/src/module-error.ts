import type { Diagnostic } from '@shardform/ir-core';

/** A problem that was reported as diagnostics; `messages` is their text. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
  readonly messages: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(messages: string, diagnostics: readonly Diagnostic[] = []) {
    super(messages);
    this.messages = messages;
    this.diagnostics = diagnostics;
  }
}
