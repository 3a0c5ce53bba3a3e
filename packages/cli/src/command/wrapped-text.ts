/**
 * Returns a text in lines of at most so many characters, but for words that are longer. Its own line breaks are those of the
 * sources, and are made anew, but for those after a sentence or a colon. Lines that are indented stay as they are.
 */
export function wrappedText(text: string, columns: number): string {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isVerbatim = line === '' || line.startsWith(' ');
    if (isOpen && !isVerbatim) paragraphs.push(`${paragraphs.pop()!} ${line}`);
    else paragraphs.push(line);
    isOpen = !isVerbatim && !/[.:]$/.test(line);
  }
  return paragraphs
    .flatMap((own) => (own.startsWith(' ') ? [own] : wrappedLines(own.split(' '), columns)))
    .join('\n');
}

/** Returns words in lines of at most so many characters, but for words that are longer; the last line has no word alone. */
export function wrappedLines(words: readonly string[], columns: number): string[] {
  const lines: string[][] = [[]];
  let length = 0;
  for (const word of words) {
    if (length > 0 && length + 1 + word.length > columns) {
      lines.push([]);
      length = 0;
    }
    lines.at(-1)!.push(word);
    length += (length > 0 ? 1 : 0) + word.length;
  }
  const [before, last] = [lines.at(-2), lines.at(-1)!];
  const isFitting = before !== undefined && `${before.at(-1)!} ${last[0]!}`.length <= columns;
  if (last.length === 1 && isFitting && before.length > 2) last.unshift(before.pop()!);
  return lines.map((line) => line.join(' '));
}

/** Returns the words of a usage line, in which what is in brackets stays together, or its alternatives where that is longer than a line. */
export function usageWords(usage: string, columns: number): string[] {
  const words: string[] = [];
  let depth = 0;
  for (const word of usage.split(' ')) {
    if (depth > 0) words.push(`${words.pop()!} ${word}`);
    else words.push(word);
    depth += [...word.matchAll(/[[(]/g)].length - [...word.matchAll(/[\])]/g)].length;
  }
  return words.flatMap((word) => (word.length > columns ? word.split(/(?<=\|) /) : [word]));
}
