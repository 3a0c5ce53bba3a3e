import type { Language } from '../languages/language.ts';
import { FUNCTION_TABLE } from './function-table.ts';

/** A parameter of a call. */
export interface CallParameter {
  readonly keyword: string | null;
  /** A name of the operation's, one that follows from its types, or a text. */
  readonly source: string;
  readonly kind: 'name' | 'type' | 'text';
  /** The type in C++ of a list, or the way a value is passed there; `null` for values as they are. */
  readonly form: string | null;
  /** True if it is left out where the operation has none, or an empty list. */
  readonly isOptional: boolean;
}

const UNPACKINGS = ['vector', 'array', 'tuple', 'variant', 'optionals'] as const;

/** What results are taken from in C++. */
export type Unpacking = (typeof UNPACKINGS)[number];

/** What an operation is in a language. */
export interface LibraryCall {
  readonly callee: string;
  readonly parameters: readonly CallParameter[];
  /** `null` if the call returns its result. */
  readonly unpacking: Unpacking | null;
}

const tables = new Map<Language, ReadonlyMap<string, LibraryCall>>();

/** Returns what an operation of TTNN, without its dialect, is in a language; `null` for those that have no form there. */
export function libraryCall(mnemonic: string, language: Language): LibraryCall | null {
  let table = tables.get(language);
  if (table === undefined) {
    table = readCalls(FUNCTION_TABLE, 'ttnn', language);
    tables.set(language, table);
  }
  return table.get(mnemonic) ?? null;
}

/** Reads a table of calls. @param library the module of functions that are named after their operations. */
export function readCalls(text: string, library: string, language: Language): Map<string, LibraryCall> {
  const table = new Map<string, LibraryCall>();
  const isCpp = language.name === 'C++';
  for (const line of text.trim().split('\n')) {
    const colon = line.indexOf(': ');
    const [rest, kind] = line.slice(colon + 2).split(' -> ');
    const [python, other = python] = rest!.split(' => ');
    const call = isCpp ? other! : python!;
    if (call === '-') continue;
    const open = call.indexOf('(');
    const parameters = splitArguments(call.slice(open + 1, -1)).map((own) => readParameter(own, language));
    const callee = call.slice(0, open);
    for (const name of line.slice(0, colon).split(' ')) {
      const own = callee === '' ? `${library}.${name}` : callee;
      table.set(name, {
        callee: isCpp ? own.replaceAll('.', '::') : own,
        parameters,
        unpacking: UNPACKINGS.find((unpacking) => unpacking === kind) ?? null,
      });
    }
  }
  return table;
}

/** Commas within brackets belong to an argument. */
function splitArguments(text: string): string[] {
  return text.match(/(?:\[[^\]]*\]|[^,[\]])+/g)?.map((part) => part.trim()) ?? [];
}

function readParameter(text: string, language: Language): CallParameter {
  const [, keyword = null, rest] = /^(?:(\w+)=)?(.*)$/.exec(text)!;
  const isOptional = rest === '?';
  // The colons of C++'s names are none.
  const [, name, form = null] = /^(.*?)(?:(?<!:):(?!:)(.+))?$/.exec(isOptional ? '' : rest!)!;
  const source = name === '' ? keyword! : name!;
  const kind = source.startsWith('@') ? 'type' : /^(?:[0-9A-Z["]|::|ttnn\.)/.test(source) ? 'text' : 'name';
  return {
    keyword,
    source: kind === 'text' ? written(source, form, language) : source.replace('@', ''),
    kind,
    form,
    isOptional,
  };
}

/** A text, of which the table has Python's words. */
function written(text: string, form: string | null, language: Language): string {
  if (text === 'None') return language.none;
  if (text === 'True' || text === 'False') return language.bool(text === 'True');
  return text.startsWith('[') ? language.list(text.slice(1, -1).split(', '), form) : text;
}
