import { foldEffect } from '@codemirror/language';
import type { StateEffect, Text } from '@codemirror/state';

/** Fewer lines of aliases are read at once. */
const LEAST = 4;

/** Folds the aliases that a printed program begins with, `#layout = …`, behind the first one. */
export function foldAliases(doc: Text): StateEffect<unknown>[] {
  let count = 0;
  while (count < doc.lines && /^[#!]/.test(doc.line(count + 1).text)) count++;
  if (count < LEAST) return [];
  return [foldEffect.of({ from: doc.line(1).to, to: doc.line(count).to })];
}
