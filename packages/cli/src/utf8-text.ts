import { SourceText } from '@shardform/ir-core';
import { readInput, type ToolInput, UsageError } from './tool-io.ts';

/**
 * Returns the text of a file that is no program, such as JSON. @throws UsageError with the position of a byte that is
 * not UTF-8.
 */
export function utf8Text(name: string, bytes: Uint8Array): string {
  const source = SourceText.ofBytes(name, bytes);
  const { text } = source;
  // With the flag `u` halves of pairs do not match.
  const at = text.search(/[\udc80-\udcff]/u);
  if (at < 0) return text;
  const { line, column } = source.position(at);
  const byte = (text.charCodeAt(at) & 0xff).toString(16).toUpperCase();
  throw new UsageError(
    `'${name}' is not UTF-8: byte 0x${byte} at line ${line}, column ${column}; convert it: iconv -f LATIN1 -t UTF-8 FILE`,
  );
}

/** Reads a text that is no program, or standard input for `-`. @throws UsageError */
export function readInputText(path: string, input: ToolInput): string {
  return utf8Text(path, readInput(path, input));
}
