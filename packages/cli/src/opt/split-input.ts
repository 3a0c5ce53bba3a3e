import { type Diagnostic, ParsedLoc, SourceText } from '@shardform/ir-core';

/** Default separator of the modules in one file. */
export const defaultMarker = '// -----';

/** Without these last characters of the marker a text is nearly one. */
const ENDING = 2;

/**
 * The naming of chunks: like the file, with positions in the whole file; or, as MLIR does, after their first line, with
 * positions in the chunk.
 */
export type PartNaming = 'file' | 'part';

/** A file taken apart. */
export interface SplitInput {
  readonly parts: readonly SourceText[];
  /** About texts that nearly are markers. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Splits a file at its markers, as MLIR does: at all occurrences, except at the very end. Text after a marker on its
 * line belongs to the next chunk.
 */
export function splitInput(source: SourceText, marker: string, naming: PartNaming): SplitInput {
  const { name, text } = source;
  const parts: SourceText[] = [];
  const warnings: Diagnostic[] = [];
  const beginning = marker.length > ENDING ? marker.slice(0, -ENDING) : marker;
  const ending = marker.slice(beginning.length);
  let start = 0;
  let line = 0;
  const addPart = (end: number): void => {
    const part = text.slice(start, end);
    const partName = `within split at ${name}:${line + 1} offset `;
    parts.push(naming === 'file' ? new SourceText(name, part, line) : new SourceText(partName, part));
    line += part.split('\n').length - 1;
  };
  for (let at = text.indexOf(beginning); at >= 0;) {
    const after = at + beginning.length;
    if (text.startsWith(ending, after) && after + ending.length < text.length) {
      addPart(at);
      start = after + ending.length;
    } else warnings.push(nearMiss(new ParsedLoc(source, after)));
    at = text.indexOf(beginning, after);
  }
  addPart(text.length);
  return { parts, warnings };
}

function nearMiss(location: ParsedLoc): Diagnostic {
  return { severity: 'warning', message: 'near miss with file split marker', location, notes: [] };
}
