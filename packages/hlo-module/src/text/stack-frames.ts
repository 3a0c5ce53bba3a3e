import type { StackFrame } from '../model/metadata.ts';
import type { Scanner } from './scanner.ts';

/** Reads lines of a table: a number, and what it stands for. */
function table<T>(scanner: Scanner, title: string, read: () => T): Map<number, T> {
  const rows = new Map<number, T>();
  if (!scanner.take(title)) return rows;
  for (let code = scanner.peek(); code >= 48 && code <= 57; code = scanner.peek()) {
    const start = scanner.position;
    const number = scanner.integer(`a number of ${title}`);
    if (rows.has(number)) scanner.fail(`number ${number} stands twice in ${title}`, start);
    rows.set(number, read());
  }
  return rows;
}

/** Reads `{file_name_id=1 line=24}`. */
function numbers(scanner: Scanner): Map<string, number> {
  const members = new Map<string, number>();
  scanner.expect('{', 'before the members of a row');
  while (!scanner.take('}')) {
    const name = scanner.word('a member of a row');
    scanner.expect('=', `after '${name}'`);
    members.set(name, scanner.integer(`'${name}'`));
    scanner.take(',');
  }
  return members;
}

/** Reads the tables FileNames, FunctionNames, FileLocations and StackFrames, where a text has them. */
export function readStackFrames(scanner: Scanner): StackFrame[] {
  const fileNames = table(scanner, 'FileNames', () => scanner.quoted('the name of a file'));
  const functionNames = table(scanner, 'FunctionNames', () => scanner.quoted('the name of a function'));
  const locations = table(scanner, 'FileLocations', () => {
    const row = numbers(scanner);
    const line = row.get('line') ?? 0;
    const column = row.get('column') ?? 0;
    return {
      fileName: fileNames.get(row.get('file_name_id') ?? 0) ?? '',
      functionName: functionNames.get(row.get('function_name_id') ?? 0) ?? '',
      line,
      column,
      endLine: row.get('end_line') ?? 0,
      endColumn: row.get('end_column') ?? 0,
    };
  });
  const frames = table(scanner, 'StackFrames', () => {
    const start = scanner.position;
    const row = numbers(scanner);
    const location = locations.get(row.get('file_location_id') ?? 0);
    if (location === undefined) return scanner.fail('a stack frame without its location', start);
    // The text counts parents from 1 for none: the row of a frame that nothing calls has 1 or no member.
    return { location, parent: Math.max((row.get('parent_frame_id') ?? 1) - 1, 0) };
  });
  return Array.from({ length: frames.size }, (_, index) => {
    const frame = frames.get(index + 1);
    return frame ?? scanner.fail(`StackFrames lacks number ${index + 1}`);
  });
}
