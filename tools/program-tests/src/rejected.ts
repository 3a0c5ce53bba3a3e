import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  compareDiagnostics,
  Context,
  type Diagnostic,
  type Extension,
  parseModule,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';

/** What differs between the diagnostics about a program and those that it expects. */
function differences(text: string, extensions: readonly Extension[]): string[] {
  const context = new Context(extensions);
  const source = new SourceText('rejected.mlir', text);
  const diagnostics: Diagnostic[] = [];
  context.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic));
  const module = parseModule(source, context);
  if (module !== null) verifyOp(module, context);
  return compareDiagnostics(source, diagnostics).map(({ message }) => message);
}

/** Declares a test for each program in the files of a folder, which say what is wrong about them. */
export function testRejected(folder: URL, extensions: readonly Extension[]): void {
  const path = fileURLToPath(folder);
  describe.each(readdirSync(path))('%s', (file) => {
    const texts = readFileSync(path + file, 'utf8').split('// -----\n');
    const cases = texts.map((text) => [/expected-error@below \{\{(.*)\}\}/.exec(text)?.[1], text] as const);
    test.each(cases)('%s', (message, text) => {
      expect(message).toBeDefined();
      expect(differences(text, extensions)).toEqual([]);
    });
  });
}
