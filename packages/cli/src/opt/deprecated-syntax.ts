import { modernizeSdyText } from '@shardform/dialect-sdy';
import { type Context, ParsedLoc, SourceText } from '@shardform/ir-core';
import type { ModuleSource } from '../module-source.ts';

/** Updates a file with deprecated syntax of sdy to the current one; reports a remark for each change. */
export function withCurrentSdy(file: ModuleSource, context: Context): ModuleSource {
  const { name, text, firstLine } = file.text;
  const { text: modern, deprecations } = modernizeSdyText(text);
  for (const { start, end, modern: replacement } of deprecations) {
    const reading = replacement === '' ? 'left out' : `read as '${replacement}'`;
    context.diagnostics.remark(new ParsedLoc(file.text, start, end), `deprecated syntax of sdy; ${reading}`);
  }
  return deprecations.length === 0 ? file : { ...file, text: new SourceText(name, modern, firstLine) };
}

/** Suggests the flag that accepts deprecated syntax. */
export function hintAtDeprecatedSdy({ text }: ModuleSource, context: Context): void {
  const [first] = modernizeSdyText(text.text).deprecations;
  if (first === undefined) return;
  context.diagnostics.remark(
    new ParsedLoc(text, first.start, first.end),
    'deprecated syntax of sdy; --sdy-legacy-syntax accepts it',
  );
}
