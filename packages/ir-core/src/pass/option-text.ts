import type { Context } from '../ir/context.ts';
import {
  type AnyOptionValues,
  closingBrace,
  type OptionFailure,
  type OptionSpecs,
  unwrapValue,
  withDefaults,
} from './option.ts';

/** One option as the user wrote it. */
interface GivenOption {
  readonly name: string;
  /** `null` when the name stands alone. */
  readonly value: string | null;
}

/**
 * Reads `name=value other-name={a,b}`. Values may be quoted or braced; blanks separate options.
 *
 * @param fail receives MLIR's message.
 */
export function parseOptions(
  specs: OptionSpecs,
  text: string,
  context: Context,
  fail: OptionFailure,
): AnyOptionValues {
  const values: Record<string, unknown> = {};
  for (const { name, value } of splitOptions(text)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) return fail(`<Pass-Options-Parser>: no such option ${name}`);
    const given = value ?? spec.impliedText;
    const failOption: OptionFailure = (message) => fail(`for the --${name} option: ${message}`);
    if (given === null) return failOption('requires a value!');
    const parsed = spec.parse(given, failOption, context);
    const before = values[name];
    values[name] = spec.isList && before !== undefined ? [...asList(before), ...asList(parsed)] : parsed;
  }
  return withDefaults(specs, values);
}

// Values of list options are arrays.
function asList(value: unknown): readonly unknown[] {
  // Values of list options are arrays, as declared.
  return value as readonly unknown[];
}

function splitOptions(text: string): GivenOption[] {
  const options: GivenOption[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const end = endOfOption(rest);
    const option = rest.slice(0, end);
    const equals = option.indexOf('=');
    if (equals < 0) options.push({ name: unwrapValue(option), value: null });
    else options.push({ name: option.slice(0, equals).trim(), value: unwrapValue(option.slice(equals + 1)) });
    rest = rest.slice(end).trim();
  }
  return options;
}

/** The offset of the blank after the first option; quotes and braces hide blanks. */
function endOfOption(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (/\s/.test(character)) return at;
    const close =
      character === '{'
        ? closingBrace(text, at)
        : character === '"' || character === "'"
          ? text.indexOf(character, at + 1)
          : -1;
    if (close > 0) at = close;
  }
  return text.length;
}

/** Returns the options as MLIR prints them: all of them, by name; an empty list leaves only its blank. */
export function printOptions(specs: OptionSpecs, values: AnyOptionValues): string {
  const names = Object.keys(specs).sort();
  return names
    .map((name) => {
      const spec = specs[name]!;
      const value = values[name];
      if (spec.isList && asList(value).length === 0) return '';
      return `${name}=${spec.print(value)}`;
    })
    .join(' ');
}
