import { FunctionType } from '../builtin/types/composite-types.ts';
import type { Arity, AttrConstraint } from '../definition/constraint.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import { singleBlock } from '../definition/traits.ts';
import type { Attribute } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import type { Punctuation } from '../text/lexer.ts';
import { isDeprecatedSyntax } from '../text/deprecated-syntax.ts';
import type { ParsedOp, ParsedRegion } from '../text/parsed-op.ts';
import type { Parser } from '../text/parser.ts';
import { type FormatElement, type FormatReference, isVariadicRegion } from './format-element.ts';
import type { FormatState } from './format-state.ts';
import { isWord, literalReader } from './literal-reader.ts';

/** Reads a part of an operation's text. */
export type Read = (parser: Parser, state: FormatState) => void;

/** Compiles elements to what reads them. */
export class FormatReader {
  readonly #definition: OpDefinition;

  constructor(definition: OpDefinition) {
    this.#definition = definition;
  }

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
        const arity = this.#arityOf(reference);
        return (parser, state) => {
          // Of a list, one type has to be there, as in MLIR: groups that may be empty are optional in formats.
          if (arity === 'variadic') state.setTypes(reference, parser.parseTypeList());
          else if (arity === 'one') state.setTypes(reference, [parser.parseType()]);
          else {
            const type = parser.parseOptionalType();
            state.setTypes(reference, type === null ? [] : [type]);
          }
        };
      }
      case 'functional-type':
        return (parser, state) => {
          const { offset } = parser;
          const type = parser.parseType();
          if (!(type instanceof FunctionType)) {
            return parser.fail(
              `invalid kind of type specified: expected builtin.function, but found '${String(type)}'`,
              offset,
            );
          }
          const { inputs, results } = type;
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

  #arityOf({ kind, index }: FormatReference): Arity {
    if (index === 'all') return 'variadic';
    const declared = kind === 'operand' ? this.#definition.operands : this.#definition.results;
    return declared[index]!.arity;
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
        const { constraint } = this.#definition.attrs[index]!;
        const { format } = constraint;
        if (format !== undefined) return (parser, { parsed }) => parsed.setAttr(name, format.parse(parser));
        return (parser, { parsed }) => parsed.setAttr(name, parseOfKind(parser, constraint));
      }
      case 'region': {
        const variadic = index === 'all' || isVariadicRegion(this.#definition, index);
        const { traits } = this.#definition;
        const region = (parser: Parser, parsed: ParsedOp): ParsedRegion => {
          const read = parser.parseRegion(parsed);
          // Empty braces of an op that always has a block mean an empty block.
          return read.blocks.length === 0 && traits.has(singleBlock) ? { blocks: [new Block()] } : read;
        };
        return (parser, { parsed }) => {
          if (!variadic) parsed.regions.push(region(parser, parsed));
          else if (parser.at('{'))
            parsed.regions.push(...parser.parseList('none', () => region(parser, parsed)));
        };
      }
      case 'successor':
        return (parser, { parsed }) => {
          if (index !== 'all') parsed.successors.push(parser.parseSuccessor());
          else if (parser.at('caret'))
            parsed.successors.push(...parser.parseList('none', () => parser.parseSuccessor()));
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
      // Literals that are no words are punctuation: the format's parser accepts no others.
      return (parser) => (isWord(text) ? parser.acceptKeyword(text) : parser.accept(text as Punctuation));
    }
    if (element.kind === 'optional') return this.#optionalBegin(element.then[0]!);
    if (element.kind !== 'value')
      throw new Error(`'${this.#definition.name}': an optional group can't begin with '${element.kind}'`);
    const { reference } = element;
    if (reference.kind === 'attr') {
      const { format } = this.#definition.attrs[reference.index]!.constraint;
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
      if (!parser.at(start[reference.kind])) return false;
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
  if (constraint.accepts(attribute) || isDeprecatedSyntax(constraint, attribute)) return;
  parser.fail(`'${op}' op attribute '${name}' failed to satisfy constraint: ${constraint.summary}`, offset);
}

function parseOfKind(parser: Parser, constraint: AttrConstraint): Attribute {
  const { offset } = parser;
  const attribute = parser.parseAttribute(constraint.literalType ?? null);
  if (constraint.isKind?.(attribute) === false) parser.fail('invalid kind of attribute specified', offset);
  return attribute;
}
