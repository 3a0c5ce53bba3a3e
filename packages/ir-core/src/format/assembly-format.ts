import type { AttrConstraint } from '../definition/constraint.ts';
import { groupOf } from '../definition/segments.ts';
import { singleBlock } from '../definition/traits.ts';
import { Block } from '../ir/block.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { Punctuation } from '../text/lexer.ts';
import type { ParsedOp, ParsedRegion } from '../text/parsed-op.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import { completionPlan, FormatState } from './format-state.ts';
import type { FormatElement, FormatReference } from './format-element.ts';
import { parseFormat } from './parse-format.ts';

/** Prints and parses everything of an operation after its name. */
export interface AssemblyFormat {
  print(printer: Printer, op: Operation): void;
  parse(parser: Parser, parsed: ParsedOp): void;
}

type Write = (printer: Printer, op: Operation) => void;
type Read = (parser: Parser, state: FormatState) => void;

/**
 * Compiles MLIR's `assemblyFormat` to closures. Spaces follow the rules of MLIR's generator: they are
 * decided when the format is compiled, so that an empty variadic operand leaves its space behind.
 *
 * @throws when the format is malformed.
 */
export function compileAssemblyFormat(definition: OpDefinition, format: string): AssemblyFormat {
  const elements = parseFormat(definition, format);
  const compiler = new FormatCompiler(definition, elements);
  const write = sequence(elements.flatMap((element) => compiler.writer(element)));
  const readers = elements.map((element) => compiler.reader(element));
  const plan = completionPlan(definition);
  return {
    print: write,
    parse(parser, parsed) {
      const state = new FormatState(parsed, plan);
      for (let i = 0; i < readers.length; i++) readers[i]!(parser, state);
      state.finish(parser);
    },
  };
}

function sequence(writers: readonly Write[]): Write {
  if (writers.length === 1) return writers[0]!;
  return (printer, op) => {
    for (let i = 0; i < writers.length; i++) writers[i]!(printer, op);
  };
}

class FormatCompiler {
  readonly #definition: OpDefinition;
  /** Attributes that the format binds; `attr-dict` leaves them out. */
  readonly #bound: ReadonlySet<string>;
  #emitsSpace = true;
  #afterPunctuation = false;

  constructor(definition: OpDefinition, elements: readonly FormatElement[]) {
    this.#definition = definition;
    const bound = new Set(['operandSegmentSizes', 'resultSegmentSizes']);
    const visit = (element: FormatElement): void => {
      if (element.kind === 'value' && element.reference.kind === 'attr') bound.add(element.reference.name);
      if (element.kind === 'custom') {
        for (const { reference } of element.arguments) if (reference.kind === 'attr') bound.add(reference.name);
      }
      if (element.kind === 'optional') [...element.then, ...element.otherwise].forEach(visit);
    };
    elements.forEach(visit);
    this.#bound = bound;
  }

  // ---- printing

  writer(element: FormatElement): Write[] {
    switch (element.kind) {
      case 'literal':
        return [this.#literalWriter(element.text)];
      case 'space': {
        this.#emitsSpace = false;
        this.#afterPunctuation = element.text === '';
        if (element.text === '\n') return [(printer) => printer.newline()];
        return element.text === '' ? [] : [(printer) => printer.write(' ')];
      }
      case 'attr-dict':
        this.#afterPunctuation = false;
        return [this.#attrDictWriter(element.keyword)];
      case 'optional':
        return [this.#optionalWriter(element)];
      default: {
        if (isEmptyAttr(this.#definition, element)) return [];
        const space = this.#emitsSpace || !this.#afterPunctuation;
        this.#afterPunctuation = false;
        this.#emitsSpace = true;
        const write = this.#elementWriter(element);
        return space ? [(printer) => printer.write(' '), write] : [write];
      }
    }
  }

  #literalWriter(text: string): Write {
    const first = text[0]!;
    const spaceBefore =
      text.length !== 1 && text !== '->'
        ? true
        : this.#afterPunctuation
          ? !'>)}],'.includes(first)
          : !'<>(){}[],'.includes(first);
    const spelled = this.#emitsSpace && spaceBefore ? ` ${text}` : text;
    this.#emitsSpace = text.length !== 1 || !'<({['.includes(first);
    this.#afterPunctuation = !/[A-Za-z_]/.test(first);
    return (printer) => printer.write(spelled);
  }

  #attrDictWriter(keyword: boolean): Write {
    const { attrs } = this.#definition;
    const bound = [...this.#bound];
    const defaults = attrs.filter(({ defaultValue, name }) => defaultValue !== null && !this.#bound.has(name));
    const unbound = attrs.some(({ name }) => !this.#bound.has(name));
    return (printer, op) => {
      if (!unbound && op.discardable === null) return;
      let elided = bound;
      for (const { name, defaultValue } of defaults) {
        if (op.getAttr(name) === defaultValue?.()) elided = [...elided, name];
      }
      printer.printOptionalAttrDict(op.sortedAttrs(), elided, keyword ? 'attributes' : '');
    };
  }

  #optionalWriter(element: FormatElement & { kind: 'optional' }): Write {
    const isPresent = presence(this.#definition, element.anchor);
    const then = sequence(element.then.flatMap((child) => this.writer(child)));
    const otherwise = sequence(element.otherwise.flatMap((child) => this.writer(child)));
    return (printer, op) => (isPresent(op) ? then : otherwise)(printer, op);
  }

  #elementWriter(element: FormatElement): Write {
    switch (element.kind) {
      case 'value':
        return this.#valueWriter(element.reference);
      case 'type': {
        const types = typesGetter(this.#definition, element.reference);
        return (printer, op) => printer.printTypes(types(op));
      }
      case 'functional-type': {
        const inputs = typesGetter(this.#definition, element.inputs);
        const results = typesGetter(this.#definition, element.results);
        return (printer, op) => printer.printFunctionType(inputs(op), results(op));
      }
      case 'custom': {
        const directive = this.#definition.spec.directives![element.name]!;
        return (printer, op) => directive.print(printer, op, element.arguments);
      }
      default:
        throw new Error(`unexpected '${element.kind}'`);
    }
  }

  #valueWriter(reference: FormatReference): Write {
    const { kind, index } = reference;
    switch (kind) {
      case 'operand': {
        const single = index !== 'all' && this.#definition.operands.every(({ arity }) => arity === 'one');
        if (single) return (printer, op) => printer.printOperand(op.operands[index]!.value);
        const values = valuesGetter(this.#definition, reference);
        return (printer, op) => printer.printOperands(values(op));
      }
      case 'attr': {
        const position = index as number;
        const { format } = this.#definition.attrs[position]!.constraint;
        return (printer, op) => {
          const attribute = op.properties[position] ?? null;
          if (attribute === null) return;
          if (format !== undefined) format.print(printer, attribute);
          else printer.printAttribute(attribute);
        };
      }
      case 'region':
        return (printer, op) => {
          const regions = index === 'all' || this.#isVariadicRegion(index) ? op.regions.slice(index === 'all' ? 0 : index) : [op.regions[index]!];
          printer.writeList(regions, (region) =>
            printer.printRegion(region, { entryArguments: true, terminators: false }),
          );
        };
      case 'successor':
        return (printer, op) => {
          const successors = index === 'all' ? op.successors : op.successors.slice(index, index + 1);
          printer.writeList(successors, (block) => printer.printSuccessor(block));
        };
      case 'result':
        throw new Error(`'${this.#definition.name}': a format can't print the result '${reference.name}'`);
    }
  }

  #isVariadicRegion(index: number): boolean {
    return this.#definition.regions[index]?.constraint.variadic ?? false;
  }

  // ---- parsing

  reader(element: FormatElement): Read {
    switch (element.kind) {
      case 'space':
        return () => undefined;
      case 'literal':
        return literalReader(element.text);
      case 'value':
        return this.#valueReader(element.reference);
      case 'attr-dict':
        return (parser, { parsed }) => {
          const { offset } = parser;
          if (element.keyword ? !parser.acceptKeyword('attributes') : !parser.at('{')) return;
          for (const [name, attribute] of parser.parseOptionalAttrDict()) {
            checkInherent(parser, this.#definition, name, attribute, offset);
            parsed.setAttr(name, attribute);
          }
        };
      case 'type': {
        const { reference } = element;
        const isList = this.#isList(reference);
        return (parser, state) => {
          if (!isList) state.setTypes(reference, [parser.parseType()]);
          else state.setTypes(reference, parseOptionalTypeList(parser));
        };
      }
      case 'functional-type':
        return (parser, state) => {
          const { inputs, results } = parser.parseFunctionType();
          state.setTypes(element.inputs, inputs);
          state.setTypes(element.results, results);
        };
      case 'custom': {
        const directive = this.#definition.spec.directives![element.name]!;
        return (parser, state) => directive.parse(parser, state, element.arguments);
      }
      case 'optional':
        return this.#optionalReader(element);
    }
  }

  #isList({ kind, index }: FormatReference): boolean {
    if (index === 'all') return true;
    const declared = kind === 'operand' ? this.#definition.operands : this.#definition.results;
    return declared[index]!.arity !== 'one';
  }

  #valueReader(reference: FormatReference): Read {
    const { kind, index, name } = reference;
    switch (kind) {
      case 'operand': {
        const arity = index === 'all' ? 'variadic' : this.#definition.operands[index]!.arity;
        if (arity === 'one') return (parser, state) => state.setOperands(reference, [parser.parseOperand()]);
        if (arity === 'variadic') {
          return (parser, state) => {
            const { offset } = parser;
            state.setOperands(reference, parser.parseOperandList(), offset);
          };
        }
        return (parser, state) => {
          const operand = parser.parseOptionalOperand();
          state.setOperands(reference, operand === null ? [] : [operand]);
        };
      }
      case 'attr': {
        const { constraint } = this.#definition.attrs[index as number]!;
        const { format } = constraint;
        if (format !== undefined) return (parser, { parsed }) => parsed.setAttr(name, format.parse(parser));
        return (parser, { parsed }) => parsed.setAttr(name, parseOfKind(parser, constraint));
      }
      case 'region': {
        const variadic = index === 'all' || this.#isVariadicRegion(index);
        const { traits } = this.#definition;
        const region = (parser: Parser, parsed: ParsedOp): ParsedRegion => {
          const read = parser.parseRegion(parsed);
          // Empty braces of an op that always has a block mean an empty block.
          return read.blocks.length === 0 && traits.has(singleBlock) ? { blocks: [new Block()] } : read;
        };
        return (parser, { parsed }) => {
          if (!variadic) parsed.regions.push(region(parser, parsed));
          else if (parser.at('{')) parsed.regions.push(...parser.parseList('none', () => region(parser, parsed)));
        };
      }
      case 'successor':
        return (parser, { parsed }) => {
          if (index !== 'all') parsed.successors.push(parser.parseSuccessor());
          else if (parser.at('caret')) parsed.successors.push(...parser.parseList('none', () => parser.parseSuccessor()));
        };
      case 'result':
        throw new Error(`'${this.#definition.name}': a format can't parse the result '${name}'`);
    }
  }

  #optionalReader(element: FormatElement & { kind: 'optional' }): Read {
    const then = element.then.filter((child) => child.kind !== 'space');
    const first = then[0];
    if (first === undefined) throw new Error(`'${this.#definition.name}': an optional group is empty`);
    const begin = this.#optionalBegin(first);
    const rest = then.slice(1).map((child) => this.reader(child));
    const otherwise = element.otherwise.map((child) => this.reader(child));
    return (parser, state) => {
      for (const read of begin(parser, state) ? rest : otherwise) read(parser, state);
    };
  }

  /** Reads the first element of an optional group if it is there. */
  #optionalBegin(element: FormatElement): (parser: Parser, state: FormatState) => boolean {
    if (element.kind === 'literal') {
      const { text } = element;
      return (parser) => (isWord(text) ? parser.acceptKeyword(text) : parser.accept(text as Punctuation));
    }
    if (element.kind === 'optional') return this.#optionalBegin(element.then[0]!);
    if (element.kind !== 'value') throw new Error(`'${this.#definition.name}': an optional group can't begin with '${element.kind}'`);
    const { reference } = element;
    if (reference.kind === 'attr') {
      const { format } = this.#definition.attrs[reference.index as number]!.constraint;
      return (parser, { parsed }) => {
        const attribute: Attribute | null =
          format === undefined ? parser.parseOptionalAttribute() : (format.parseOptional?.(parser) ?? null);
        if (attribute !== null) parsed.setAttr(reference.name, attribute);
        return attribute !== null;
      };
    }
    const read = this.#valueReader(reference);
    const start = { operand: 'percent', region: '{', successor: 'caret', result: 'percent' } as const;
    return (parser, state) => {
      if (!parser.at(start[reference.kind as keyof typeof start])) return false;
      read(parser, state);
      return true;
    };
  }
}

// Declared attributes are checked before the operation exists, as in MLIR.
function checkInherent(
  parser: Parser,
  { name: op, attrs, attrIndex }: OpDefinition,
  name: string,
  attribute: Attribute,
  offset: number,
): void {
  const index = attrIndex.get(name);
  if (index === undefined) return;
  const { constraint } = attrs[index]!;
  if (constraint.accepts(attribute)) return;
  parser.fail(`'${op}' op attribute '${name}' failed to satisfy constraint: ${constraint.summary}`, offset);
}

function parseOfKind(parser: Parser, constraint: AttrConstraint): Attribute {
  const { offset } = parser;
  const attribute = parser.parseAttribute();
  if (constraint.isKind?.(attribute) === false) parser.fail('invalid kind of attribute specified', offset);
  return attribute;
}

function isWord(text: string): boolean {
  return /^[A-Za-z_]/.test(text);
}

function literalReader(text: string): Read {
  if (isWord(text)) return (parser) => parser.expectKeyword(text);
  return (parser) => parser.expect(text as Punctuation);
}

function parseOptionalTypeList(parser: Parser): Type[] {
  const first = parser.parseOptionalType();
  if (first === null) return [];
  const types = [first];
  while (parser.accept(',')) types.push(parser.parseType());
  return types;
}

function isEmptyAttr(definition: OpDefinition, element: FormatElement): boolean {
  if (element.kind !== 'value' || element.reference.kind !== 'attr') return false;
  return definition.attrs[element.reference.index as number]!.constraint.format?.isEmpty === true;
}

function valuesGetter(definition: OpDefinition, { kind, index }: FormatReference): (op: Operation) => Value[] {
  if (kind !== 'operand' && kind !== 'result') throw new Error(`'${definition.name}': expected operands or results`);
  if (kind === 'operand') {
    if (index === 'all') return (op) => op.operandValues();
    return (op) => {
      const [start, count] = groupOf(op, 'operand', index);
      return op.operands.slice(start, start + count).map((operand) => operand.value);
    };
  }
  if (index === 'all') return (op) => [...op.results];
  return (op) => {
    const [start, count] = groupOf(op, 'result', index);
    return op.results.slice(start, start + count);
  };
}

function typesGetter(definition: OpDefinition, reference: FormatReference): (op: Operation) => Type[] {
  const { kind, index } = reference;
  const declared = kind === 'operand' ? definition.operands : definition.results;
  // The common case, without looking for groups.
  if (index !== 'all' && declared.every(({ arity }) => arity === 'one')) {
    if (kind === 'operand') return (op) => [op.operands[index]!.value.type];
    return (op) => [op.results[index]!.type];
  }
  const values = valuesGetter(definition, reference);
  return (op) => values(op).map((value) => value.type);
}

/** Whether the anchor of an optional group has something to print. */
function presence(definition: OpDefinition, anchor: FormatElement): (op: Operation) => boolean {
  if (anchor.kind === 'custom') {
    const all = anchor.arguments.map(({ reference }) => referencePresence(definition, reference));
    return (op) => all.some((isPresent) => isPresent(op));
  }
  if (anchor.kind === 'value' || anchor.kind === 'type') return referencePresence(definition, anchor.reference);
  if (anchor.kind === 'functional-type') return referencePresence(definition, anchor.inputs);
  throw new Error(`'${definition.name}': '${anchor.kind}' can't be an anchor`);
}

function referencePresence(definition: OpDefinition, reference: FormatReference): (op: Operation) => boolean {
  const { kind, index } = reference;
  if (kind === 'attr') {
    const { name, defaultValue } = definition.attrs[index as number]!;
    return (op) => {
      const attribute = op.getAttr(name);
      return attribute !== null && attribute !== defaultValue?.();
    };
  }
  if (kind === 'region') {
    return (op) => {
      const region = op.regions[index === 'all' ? 0 : index];
      return region !== undefined && !region.isEmpty;
    };
  }
  if (kind === 'successor') return (op) => op.successors.length > (index === 'all' ? 0 : index);
  const values = valuesGetter(definition, reference);
  return (op) => values(op).length > 0;
}
