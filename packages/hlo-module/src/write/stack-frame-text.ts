import type { FileLocation, StackFrame } from '../model/metadata.ts';
import { quotedText } from './escapes.ts';

/** A table of distinct keys, numbered from 1 in the order of their first use. */
class Table<V> {
  readonly #numbers = new Map<string, number>();
  readonly values: V[] = [];

  numberOf(key: string, value: V): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#numbers.set(key, this.values.length);
    return this.values.length;
  }
}

/** Returns the tables of file names, function names, locations and stack frames. */
export function stackFrameTables(frames: readonly StackFrame[]): string {
  const files = new Table<string>();
  const functions = new Table<string>();
  const locations = new Table<string>();
  const frameLines = frames.map(
    ({ location, parent }, i) =>
      `${i + 1} {file_location_id=${locationNumber(location, files, functions, locations)} parent_frame_id=${parent + 1}}`,
  );
  const numbered = (lines: readonly string[]): string[] => lines.map((line, i) => `${i + 1} ${line}`);
  const section = (title: string, lines: readonly string[]): string => `${[title, ...lines].join('\n')}\n`;
  return [
    section('FileNames', numbered(files.values.map((name) => quotedText(name)))),
    section('FunctionNames', numbered(functions.values.map((name) => quotedText(name)))),
    section('FileLocations', numbered(locations.values)),
    section('StackFrames', frameLines),
  ].join('\n');
}

function locationNumber(
  location: FileLocation,
  files: Table<string>,
  functions: Table<string>,
  locations: Table<string>,
): number {
  const { fileName, functionName, line, endLine, column, endColumn } = location;
  const file = files.numberOf(fileName, fileName);
  const called = functions.numberOf(functionName, functionName);
  const text = `{file_name_id=${file} function_name_id=${called} line=${line} end_line=${endLine} column=${column} end_column=${endColumn}}`;
  return locations.numberOf(text, text);
}
