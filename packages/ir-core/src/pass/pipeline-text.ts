import type { Context } from '../ir/context.ts';
import { closestName } from './closest-name.ts';
import { closingBrace } from './option.ts';
import { parseOptions, printOptions } from './option-text.ts';
import { createPass, type PassDefinition } from './pass.ts';
import {
  isOpPipeline,
  nest,
  type OpPipeline,
  type PipelineDefinition,
  type PipelineElement,
} from './pipeline.ts';
import { PipelineError } from './pipeline-error.ts';

/**
 * Reads MLIR's textual pipelines: `builtin.module(func.func(cse),canonicalize{max-iterations=3})`.
 *
 * @throws PipelineError with MLIR's message and the location.
 */
export function parsePipeline(text: string, context: Context): OpPipeline {
  return new PipelineParser(text, context).parse();
}

/**
 * Returns the pass or pipeline of a command line flag such as `-canonicalize='max-iterations=3'`.
 *
 * @param name the flag without hyphens.
 * @param options the text after `=`, possibly in braces.
 * @returns the passes, not nested; see `nestImplicitly`.
 * @throws PipelineError when nothing has the name or an option is wrong.
 */
export function parsePassFlag(name: string, options: string, context: Context): readonly PipelineElement[] {
  const known = lookUp(name, context) ?? failUnknown(name, name, 0, context);
  const stripped = options.trim();
  const braced = stripped.startsWith('{') && closingBrace(stripped, 0) === stripped.length - 1;
  const inner = braced ? stripped.slice(1, -1) : stripped;
  return instantiate(known, inner, context, (message, hint) => {
    throw new PipelineError(message, stripped, 0, stripped.length, hint);
  });
}

/** Returns the pipeline as MLIR prints it, with all options. */
export function printPipeline(element: PipelineElement): string {
  if (isOpPipeline(element)) return `${element.anchor}(${element.elements.map(printPipeline).join(',')})`;
  const { pass, options } = element;
  if (Object.keys(pass.options).length === 0) return pass.name;
  return `${pass.name}{${printOptions(pass.options, options)}}`;
}

type Known =
  | { readonly kind: 'pass'; readonly pass: PassDefinition }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineDefinition };

function lookUp(name: string, { passes, pipelines }: Context): Known | null {
  const pass = passes.get(name);
  if (pass !== undefined) return { kind: 'pass', pass };
  const pipeline = pipelines.get(name);
  return pipeline === undefined ? null : { kind: 'pipeline', pipeline };
}

function failUnknown(name: string, text: string, offset: number, context: Context): never {
  const hint = closestName(name, [...context.passes.keys(), ...context.pipelines.keys()]);
  const message = `'${name}' does not refer to a registered pass or pass pipeline`;
  throw new PipelineError(message, text, offset, Math.max(1, name.length), hint);
}

function instantiate(
  known: Known,
  optionText: string,
  context: Context,
  fail: (message: string, hint: string | null) => never,
): readonly PipelineElement[] {
  const { options: specs } = known.kind === 'pass' ? known.pass : known.pipeline;
  const options = parseOptions(specs, optionText, context, (message) => {
    const unknown = /no such option (.*)$/.exec(message)?.[1];
    return fail(message, unknown === undefined ? null : closestName(unknown, Object.keys(specs)));
  });
  return known.kind === 'pass' ? [createPass(known.pass, options)] : known.pipeline.build(options);
}

/** Keeps the call stack in bounds. */
const MAX_DEPTH = 100;

/** Names end at punctuation; blanks around them don't count. */
const NAME_END = /[,(){]/;

class PipelineParser {
  readonly #text: string;
  readonly #context: Context;
  #at = 0;
  #depth = 0;

  constructor(text: string, context: Context) {
    this.#text = text;
    this.#context = context;
  }

  parse(): OpPipeline {
    const { name } = this.#takeName();
    if (name === '' || !this.#accept('(') || !this.#text.trimEnd().endsWith(')')) {
      this.#fail(
        "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        0,
        this.#text.length,
      );
    }
    const elements = this.#parseElements(name);
    this.#skipBlanks();
    if (this.#at < this.#text.length) {
      const extra = this.#text[this.#at] === ')';
      this.#fail(
        extra
          ? "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"
          : "expected ',' after parsing pipeline",
      );
    }
    return nest(name, ...elements);
  }

  /** Elements up to and with the closing parenthesis. */
  #parseElements(anchor: string): PipelineElement[] {
    const elements: PipelineElement[] = [];
    this.#skipBlanks();
    if (this.#accept(')')) return elements;
    for (;;) {
      elements.push(...this.#parseElement(anchor));
      this.#skipBlanks();
      if (this.#accept(')')) return elements;
      if (this.#at >= this.#text.length) {
        this.#fail('encountered unbalanced parentheses while parsing pipeline');
      }
      if (!this.#accept(',')) this.#fail("expected ',' after parsing pipeline");
    }
  }

  #parseElement(anchor: string): readonly PipelineElement[] {
    const { name, offset } = this.#takeName();
    if (this.#accept('(')) return [this.#parseNested(name, offset)];
    const known = lookUp(name, this.#context) ?? failUnknown(name, this.#text, offset, this.#context);
    const options = this.#takeOptions();
    const length = this.#at - offset;
    const elements = instantiate(known, options, this.#context, (message, hint) => {
      const consequence = `failed to add \`${name}\` with options \`${options}\``;
      throw new PipelineError(message, this.#text, offset, length, hint, consequence);
    });
    for (const element of elements) this.#checkAnchor(element, anchor, offset, length);
    return elements;
  }

  #parseNested(anchor: string, offset: number): OpPipeline {
    if (++this.#depth > MAX_DEPTH)
      this.#fail(`pipelines are nested too deep (more than ${MAX_DEPTH})`, offset);
    const nested = nest(anchor, ...this.#parseElements(anchor));
    this.#depth--;
    return nested;
  }

  #checkAnchor(element: PipelineElement, anchor: string, offset: number, length: number): void {
    if (isOpPipeline(element) || anchor === 'any') return;
    const { pass } = element;
    if (pass.anchor === null || pass.anchor === anchor) return;
    this.#fail(
      `Can't add pass '${pass.className ?? pass.name}' restricted to '${pass.anchor}' on a PassManager intended to run on '${anchor}', did you intend to nest?`,
      offset,
      length,
    );
  }

  #takeOptions(): string {
    if (this.#text[this.#at] !== '{') return '';
    const close = closingBrace(this.#text, this.#at);
    if (close < 0) this.#fail("missing closing '}' while processing pass options", this.#at, 1);
    const options = this.#text.slice(this.#at + 1, close);
    this.#at = close + 1;
    return options;
  }

  #takeName(): { readonly name: string; readonly offset: number } {
    this.#skipBlanks();
    const offset = this.#at;
    while (this.#at < this.#text.length && !NAME_END.test(this.#text[this.#at]!)) this.#at++;
    return { name: this.#text.slice(offset, this.#at).trim(), offset };
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at]!)) this.#at++;
  }

  #accept(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #fail(message: string, offset: number = this.#at, length = 1): never {
    throw new PipelineError(message, this.#text, offset, length);
  }
}
