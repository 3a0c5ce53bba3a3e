import { SourceText } from '@shardform/ir-core';

/** The line that separates the modules of one file. */
export const defaultMarker = '// -----';

/**
 * The parts of a file between marker lines. Each keeps the file's name and knows its first line, so that
 * places in messages are those of the whole file.
 */
export function splitInput(source: SourceText, marker: string = defaultMarker): SourceText[] {
  const parts: SourceText[] = [];
  const { text, name } = source;
  let start = 0;
  let line = 0;
  const find = (from: number): number => {
    for (let at = text.indexOf(marker, from); at >= 0; at = text.indexOf(marker, at + 1)) {
      if (at === 0 || text[at - 1] === '\n') return at;
    }
    return -1;
  };
  for (let at = find(0); at >= 0; at = find(start)) {
    const part = text.slice(start, at);
    parts.push(new SourceText(name, part, line));
    line += part.split('\n').length - 1;
    start = at + marker.length;
  }
  parts.push(new SourceText(name, text.slice(start), line));
  return parts;
}
