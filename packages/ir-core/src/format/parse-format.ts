import type { OpDefinition } from '../definition/op-definition.ts';
import { type FormatToken, formatTokens } from './format-tokens.ts';
import type { DirectiveArgument, FormatElement, FormatReference } from './format-element.ts';

/** Parses a format string. @throws when it is malformed or names something that the op doesn't declare. */
export function parseFormat(definition: OpDefinition, format: string): FormatElement[] {
  return new FormatParser(definition, format).parse();
}

class FormatParser {
  readonly #definition: OpDefinition;
  readonly #format: string;
  readonly #tokens: readonly FormatToken[];
  #next = 0;

  constructor(definition: OpDefinition, format: string) {
    this.#definition = definition;
    this.#format = format;
    this.#tokens = formatTokens(format, (problem) => this.#fail(problem));
  }

  parse(): FormatElement[] {
    const elements = this.#sequence(null);
    if (this.#next < this.#tokens.length) this.#fail(`unexpected '${this.#tokens[this.#next]!.text}'`);
    return elements;
  }

  #fail(problem: string): never {
    throw new Error(`assembly format of '${this.#definition.name}': ${problem} in: ${this.#format}`);
  }

  #accept(text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'punctuation' || token.text !== text) return false;
    this.#next++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) this.#fail(`expected '${text}'`);
  }

  /** Elements up to a closing parenthesis; `anchor.found` gets the element marked with `^`. */
  #sequence(anchor: { found: FormatElement | null } | null): FormatElement[] {
    const elements: FormatElement[] = [];
    while (this.#next < this.#tokens.length) {
      const token = this.#tokens[this.#next]!;
      if (token.kind === 'punctuation' && token.text === ')') break;
      const element = this.#element();
      elements.push(element);
      if (this.#accept('^')) {
        if (anchor === null) this.#fail('an anchor stands outside of an optional group');
        anchor.found = element;
      }
    }
    return elements;
  }

  #element(): FormatElement {
    const token = this.#tokens[this.#next++]!;
    switch (token.kind) {
      case 'literal': {
        const { text } = token;
        if (text === '' || text === ' ') return { kind: 'space', text };
        if (text === '\\n') return { kind: 'space', text: '\n' };
        return { kind: 'literal', text };
      }
      case 'name':
        return { kind: 'value', reference: this.#reference(token.text) };
      case 'punctuation':
        if (token.text === '(') return this.#optional();
        return this.#fail(`unexpected '${token.text}'`);
      case 'word':
        return this.#directive(token.text);
    }
  }

  #optional(): FormatElement {
    const anchor: { found: FormatElement | null } = { found: null };
    const then = this.#sequence(anchor);
    this.#expect(')');
    let otherwise: FormatElement[] = [];
    if (this.#accept(':')) {
      this.#expect('(');
      otherwise = this.#sequence(null);
      this.#expect(')');
    }
    this.#expect('?');
    if (anchor.found === null) this.#fail('an optional group has no anchor');
    return { kind: 'optional', then, otherwise, anchor: anchor.found };
  }

  #directive(word: string): FormatElement {
    switch (word) {
      case 'attr-dict':
        return { kind: 'attr-dict', keyword: false, properties: false };
      case 'attr-dict-with-keyword':
        return { kind: 'attr-dict', keyword: true, properties: false };
      case 'prop-dict':
        return { kind: 'attr-dict', keyword: false, properties: true };
      case 'operands':
      case 'regions':
      case 'successors':
        return { kind: 'value', reference: this.#all(word) };
      case 'type': {
        this.#expect('(');
        const reference = this.#valueReference();
        this.#expect(')');
        return { kind: 'type', reference };
      }
      case 'qualified': {
        this.#expect('(');
        const element = this.#element();
        this.#expect(')');
        return element;
      }
      case 'functional-type': {
        this.#expect('(');
        const inputs = this.#valueReference();
        this.#expect(',');
        const results = this.#valueReference();
        this.#expect(')');
        return { kind: 'functional-type', inputs, results };
      }
      case 'custom': {
        this.#expect('<');
        const name = this.#tokens[this.#next++]?.text ?? '';
        this.#expect('>');
        this.#expect('(');
        const args: DirectiveArgument[] = [];
        if (!this.#accept(')')) {
          do args.push(this.#argument());
          while (this.#accept(','));
          this.#expect(')');
        }
        if (this.#definition.spec.directives?.[name] === undefined)
          this.#fail(`no directive '${name}' is given`);
        return { kind: 'custom', name, arguments: args };
      }
      default:
        return this.#fail(`unknown directive '${word}'`);
    }
  }

  #argument(): DirectiveArgument {
    const token = this.#tokens[this.#next]!;
    if (token.kind === 'word' && (token.text === 'type' || token.text === 'ref')) {
      this.#next++;
      this.#expect('(');
      const argument: DirectiveArgument =
        token.text === 'type' ? { of: 'type', reference: this.#valueReference() } : this.#argument();
      this.#expect(')');
      return argument;
    }
    return { of: 'value', reference: this.#valueReference() };
  }

  #valueReference(): FormatReference {
    const token = this.#tokens[this.#next++];
    if (token?.kind === 'name') return this.#reference(token.text);
    if (token?.kind === 'word') return this.#all(token.text);
    return this.#fail('expected a name');
  }

  #all(word: string): FormatReference {
    const kinds = {
      operands: 'operand',
      results: 'result',
      regions: 'region',
      successors: 'successor',
    } as const;
    if (!(word in kinds)) this.#fail(`unexpected '${word}'`);
    // The line above has looked the word up.
    return { kind: kinds[word as keyof typeof kinds], index: 'all', name: word };
  }

  #reference(name: string): FormatReference {
    const { operands, results, attrs, regions, spec } = this.#definition;
    const lists = [
      ['operand', operands.map((operand) => operand.name)],
      ['attr', attrs.map((attr) => attr.name)],
      ['result', results.map((result) => result.name)],
      ['region', regions.map((region) => region.name)],
      ['successor', spec.successors ?? []],
    ] as const;
    for (const [kind, names] of lists) {
      const index = names.indexOf(name);
      if (index >= 0) return { kind, index, name };
    }
    return this.#fail(`'$${name}' is not declared`);
  }
}
