import type { DefinedParameter } from '../definition/parameter.ts';
import { formatTokens } from './format-tokens.ts';

/** The syntax tree of the format string of an attribute or type. */
export type AttrFormatElement =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'space'; readonly text: '' | ' ' }
  | { readonly kind: 'parameter'; readonly parameter: DefinedParameter }
  /** `params`: values in the order of the declaration, separated by commas. */
  | { readonly kind: 'params'; readonly parameters: readonly DefinedParameter[] }
  /** `struct(...)`: `name = value` in any order, separated by commas. */
  | { readonly kind: 'struct'; readonly parameters: readonly DefinedParameter[] }
  | {
      readonly kind: 'optional';
      readonly elements: readonly AttrFormatElement[];
      readonly anchor: DefinedParameter;
    };

/** Parses a format string. @throws when it is malformed or names something that is no parameter. */
export function parseAttrFormat(
  mnemonic: string,
  parameters: readonly DefinedParameter[],
  format: string,
): AttrFormatElement[] {
  const fail = (problem: string): never => {
    throw new Error(`assembly format of '${mnemonic}': ${problem} in: ${format}`);
  };
  const tokens = formatTokens(format, fail);
  let next = 0;
  const accept = (text: string): boolean => {
    const isHere = tokens[next]?.kind === 'punctuation' && tokens[next]!.text === text;
    if (isHere) next++;
    return isHere;
  };
  const expect = (text: string): void => {
    if (!accept(text)) fail(`expected '${text}'`);
  };
  const named = (name: string): DefinedParameter =>
    parameters.find((parameter) => parameter.name === name) ?? fail(`'$${name}' is not declared`);

  function struct(): AttrFormatElement {
    expect('(');
    const listed: DefinedParameter[] = [];
    do {
      const token = tokens[next++];
      if (token?.kind === 'word' && token.text === 'params') listed.push(...parameters);
      else if (token?.kind === 'name') listed.push(named(token.text));
      else fail('expected a parameter');
    } while (accept(','));
    expect(')');
    return { kind: 'struct', parameters: listed };
  }

  function optional(): AttrFormatElement {
    const elements: AttrFormatElement[] = [];
    let anchor: DefinedParameter | null = null;
    while (next < tokens.length && !accept(')')) {
      const element = one();
      elements.push(element);
      if (!accept('^')) continue;
      anchor = element.kind === 'parameter' ? element.parameter : fail('an anchor is no parameter');
    }
    expect('?');
    return { kind: 'optional', elements, anchor: anchor ?? fail('an optional group has no anchor') };
  }

  function one(): AttrFormatElement {
    const { kind, text } = tokens[next++]!;
    if (kind === 'literal')
      return text === '' || text === ' ' ? { kind: 'space', text } : { kind: 'literal', text };
    if (kind === 'name') return { kind: 'parameter', parameter: named(text) };
    if (kind === 'word' && text === 'params') return { kind: 'params', parameters };
    if (kind === 'word' && text === 'struct') return struct();
    return kind === 'punctuation' && text === '(' ? optional() : fail(`unexpected '${text}'`);
  }

  const elements: AttrFormatElement[] = [];
  while (next < tokens.length) elements.push(one());
  return elements;
}
