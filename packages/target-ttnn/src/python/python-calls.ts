import { FUNCTION_TABLE } from './function-table.ts';

/** An argument of a call in Python. */
export interface PythonArgument {
  readonly keyword: string | null;
  /** A name of the operation's, one that follows from its types, or Python. */
  readonly source: string;
  readonly kind: 'name' | 'type' | 'python';
  /** True if it is left out where the operation has none, or an empty list. */
  readonly isOptional: boolean;
}

/** What an operation is in Python. */
export interface PythonCall {
  readonly callee: string;
  readonly args: readonly PythonArgument[];
}

let calls: ReadonlyMap<string, PythonCall> | null = null;

/** Returns what an operation of TTNN, without its dialect, is in Python; `null` for those that have no form there. */
export function pythonCall(mnemonic: string): PythonCall | null {
  calls ??= readTable(FUNCTION_TABLE);
  return calls.get(mnemonic) ?? null;
}

function readTable(text: string): Map<string, PythonCall> {
  const table = new Map<string, PythonCall>();
  for (const line of text.trim().split('\n')) {
    const [, names, callee, args] = /^([^:]+): ([\w.]*)\((.*)\)$/.exec(line)!;
    const list = splitArguments(args!).map(readArgument);
    for (const name of names!.split(' '))
      table.set(name, { callee: callee === '' ? `ttnn.${name}` : callee!, args: list });
  }
  return table;
}

/** Commas within brackets belong to an argument. */
function splitArguments(text: string): string[] {
  return text.match(/(?:\[[^\]]*\]|[^,[\]])+/g)?.map((part) => part.trim()) ?? [];
}

function readArgument(text: string): PythonArgument {
  const [, keyword = null, rest] = /^(?:(\w+)=)?(.*)$/.exec(text)!;
  const isOptional = rest === '?';
  const source = rest === '' || isOptional ? keyword! : rest!;
  const kind = source.startsWith('@') ? 'type' : /^(?:[0-9A-Z["]|ttnn\.)/.test(source) ? 'python' : 'name';
  return { keyword, source: source.replace('@', ''), kind, isOptional };
}
