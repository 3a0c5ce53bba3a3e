import type { Context } from '../ir/context.ts';

/** Stops the reading of an option with MLIR's message. */
export type OptionFailure = (message: string) => never;

/** A typed option of a pass or pipeline. */
export interface PassOption<T = unknown> {
  readonly description: string;
  readonly defaultValue: T;
  /** The placeholder of the value in help texts, such as `long` or `disabled|normal`. */
  readonly valueName: string;
  /** Lists collect the values of all their occurrences; of others the last one counts. */
  readonly isList: boolean;
  /** The value that the option's name alone implies; `null` when it needs a value. */
  readonly impliedText: string | null;
  /** Reads the text after `=`; `context` has the passes that it may name. */
  parse(text: string, fail: OptionFailure, context: Context): T;
  /** The text after `=` that {@link PassOption.parse} reads as `value`. */
  print(value: T): string;
}

/** Options by the names that pipelines use. */
export type OptionSpecs = Readonly<Record<string, PassOption>>;

/** The options of a pass that has none. */
export type NoOptions = Readonly<Record<string, never>>;

/** The values that a pass with these options gets. */
export type OptionValues<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends PassOption<infer T> ? T : never;
};

/** Option values of a pass whose options are not known statically. */
export type AnyOptionValues = Readonly<Record<string, unknown>>;

/** `true` or `false`; the name alone means `true`. */
/* @__NO_SIDE_EFFECTS__ */
export function booleanOption(description: string, defaultValue = false): PassOption<boolean> {
  return {
    description,
    defaultValue,
    valueName: 'bool',
    isList: false,
    impliedText: 'true',
    parse: (text, fail) => {
      if (['true', 'TRUE', 'True', '1', ''].includes(text)) return true;
      if (['false', 'FALSE', 'False', '0'].includes(text)) return false;
      return fail(`'${text}' is invalid value for boolean argument! Try 0 or 1`);
    },
    print: String,
  };
}

/** The C++ type of an integer option, as MLIR's messages and help texts name it. */
export type IntegerOptionType = 'int' | 'uint' | 'long' | 'ulong';

const INTEGER_RANGE: Readonly<Record<IntegerOptionType, readonly [number, number]>> = {
  int: [-(2 ** 31), 2 ** 31 - 1],
  uint: [0, 2 ** 32 - 1],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ulong: [0, Number.MAX_SAFE_INTEGER],
};

/** An integer in decimal, or with a prefix in hexadecimal (`0x`), octal (`0o`, `0`) or binary (`0b`). */
/* @__NO_SIDE_EFFECTS__ */
export function integerOption(
  description: string,
  defaultValue: number,
  type: IntegerOptionType = 'long',
): PassOption<number> {
  const [lowest, highest] = INTEGER_RANGE[type];
  return {
    description,
    defaultValue,
    valueName: type,
    isList: false,
    impliedText: null,
    parse: (text, fail) => {
      const value = parseInteger(text);
      if (value !== null && value >= lowest && value <= highest) return value;
      return fail(`'${text}' value invalid for ${type === 'int' ? 'integer' : type} argument!`);
    },
    print: String,
  };
}

function parseInteger(text: string): number | null {
  const match = /^(-?)(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[0-9]+)$/.exec(text);
  if (match === null) return null;
  const [, sign, digits] = match;
  // A leading zero alone means octal.
  const magnitude = Number(/^0[0-7]/.test(digits!) ? `0o${digits!.slice(1)}` : digits!);
  return sign === '-' ? -magnitude : magnitude;
}

/** A number such as `0.5` or `1e-3`. */
/* @__NO_SIDE_EFFECTS__ */
export function floatOption(description: string, defaultValue: number): PassOption<number> {
  return {
    description,
    defaultValue,
    valueName: 'number',
    isList: false,
    impliedText: null,
    parse: (text, fail) => {
      const isNumber = /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/.test(text);
      return isNumber ? Number(text) : fail(`'${text}' value invalid for floating point argument!`);
    },
    // As C prints `%e`: at least two digits of exponent.
    print: (value) => value.toExponential(6).replace(/e([-+])(\d)$/, 'e$10$2'),
  };
}

/** Declares an option with a text as its value. */
/* @__NO_SIDE_EFFECTS__ */
export function stringOption(description: string, defaultValue = ''): PassOption<string> {
  return {
    description,
    defaultValue,
    valueName: 'string',
    isList: false,
    impliedText: null,
    parse: (text) => text,
    print: (value) => (/^[^\s{}'"]*$/.test(value) ? value : wrap(value)),
  };
}

// MLIR writes braces; quotes are for text whose braces don't match. They have no escapes.
function wrap(text: string): string {
  if (text === text.trim() && closingBrace(`{${text}}`, 0) === text.length + 1) return `{${text}}`;
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** One of a few words. */
/* @__NO_SIDE_EFFECTS__ */
export function enumOption<const E extends string>(
  description: string,
  values: readonly E[],
  defaultValue: NoInfer<E>,
): PassOption<E> {
  return {
    description,
    defaultValue,
    valueName: values.join('|'),
    isList: false,
    impliedText: null,
    parse: (text, fail) =>
      values.find((value) => value === text) ?? fail(`Cannot find option named '${text}'!`),
    print: (value) => value,
  };
}

/** Any number of values: `name=a,b` or `name={a,b}`. The element's own description is not used. */
/* @__NO_SIDE_EFFECTS__ */
export function listOption<T>(
  description: string,
  element: PassOption<T>,
  defaultValue: readonly T[] = [],
): PassOption<readonly T[]> {
  return {
    description,
    defaultValue,
    valueName: element.valueName,
    isList: true,
    impliedText: null,
    parse: (text, fail, context) => splitList(text).map((item) => element.parse(item, fail, context)),
    print: (value) => `{${value.map((item) => printItem(element.print(item))).join(',')}}`,
  };
}

/** Keeps an item together that would be read as several, or as none. */
function printItem(text: string): string {
  return text === '' || splitList(text).length > 1 ? `{${text}}` : text;
}

/** Splits at commas outside of braces, parentheses and quotes. */
function splitList(text: string): string[] {
  if (text === '') return [];
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      if (close > 0) at = close;
    } else if (character === '{' || character === '(') depth++;
    else if (character === '}' || character === ')') depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  items.push(text.slice(start));
  return items.map((item) => unwrapValue(item));
}

/** Takes surrounding quotes, or braces that match each other, off a value. */
export function unwrapValue(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length < 2) return trimmed;
  const [first, last] = [trimmed[0]!, trimmed.at(-1)!];
  if ((first === '"' || first === "'") && last === first) return trimmed.slice(1, -1).trim();
  if (first === '{' && closingBrace(trimmed, 0) === trimmed.length - 1) return trimmed.slice(1, -1).trim();
  return trimmed;
}

/** Returns the offset of the brace that closes the one at `open`, outside of quotes; -1 when it is missing. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      if (close > 0) at = close;
    } else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
  }
  return -1;
}

/** Returns the options with the defaults of those that `given` leaves out. */
export function withDefaults(specs: OptionSpecs, given: AnyOptionValues): AnyOptionValues {
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) values[name] = given[name] ?? spec.defaultValue;
  return values;
}
