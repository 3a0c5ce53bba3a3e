import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  compareDiagnostics,
  Context,
  type Diagnostic,
  parseModule,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { quantDialect } from '@shardform/dialects-mlir';
import { ttnnDialect } from '../extension.ts';

// Functions of one operation with what tt-mlir (of jax-tt-plugin 0.1.3) says about it: a file for each family.
const folder = fileURLToPath(new URL('../../tests/rejected/', import.meta.url));

/** What differs between the diagnostics and the expected ones. */
function differences(text: string): string[] {
  const context = new Context([quantDialect, ttnnDialect]);
  const source = new SourceText('rejected.mlir', text);
  const diagnostics: Diagnostic[] = [];
  context.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic));
  const module = parseModule(source, context);
  if (module !== null) verifyOp(module, context);
  return compareDiagnostics(source, diagnostics).map(({ message }) => message);
}

describe.each(readdirSync(folder))('%s', (file) => {
  const texts = readFileSync(folder + file, 'utf8').split('// -----\n');
  const cases = texts.map((text) => [/expected-error@below \{\{(.*)\}\}/.exec(text)?.[1], text] as const);
  test.each(cases)('%s', (message, text) => {
    expect(message).toBeDefined();
    expect(differences(text)).toEqual([]);
  });
});
