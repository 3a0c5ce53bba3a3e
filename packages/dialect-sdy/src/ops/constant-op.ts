import {
  type AttrConstraint,
  defineOp,
  type ElementsAttr,
  isElementsAttr,
  type ParsedOp,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { staticShapeTensor } from './type-constraints.ts';

const elementsAttr: AttrConstraint<ElementsAttr> = {
  summary: 'constant vector/tensor attribute',
  accepts: isElementsAttr,
};

/**
 * A constant that is neither folded nor merged with its equals, so that each use of a constant can be sharded in its
 * own way.
 */
export class ConstantOp extends defineOp('sdy.constant', {
  summary: 'constant tensor that stays apart from its equals',
  attrs: { value: elementsAttr },
  results: { output: staticShapeTensor },
  effects: 'none',
  speculates: 'always',
  infer: (op) => [op.value.type],
}) {
  /** ` {attrs} dense<...> : type`, or `() <{value = ...}> {attrs} : () -> type` where the types differ. */
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    if (parser.accept('(')) {
      parseWithFunctionType(parser, state);
      return;
    }
    setAttrs(parser, state);
    const { offset } = parser;
    const value = parser.parseAttribute();
    if (!isElementsAttr(value)) return parser.fail('invalid kind of attribute specified', offset);
    state.setAttr('value', value);
    state.resultTypes.push(value.type);
  }

  static print(this: void, printer: Printer, op: ConstantOp): void {
    const { value, output } = op;
    if (value.type === output.type) {
      printer.printOptionalAttrDict(op.sortedAttrs(), ['value']);
      printer.write(' ');
      printer.printAttribute(value);
      return;
    }
    printer.write('() <{value = ');
    printer.printAttribute(value);
    printer.write('}>');
    printer.printOptionalAttrDict(op.sortedAttrs(), ['value']);
    printer.write(' : () -> ');
    printer.printType(output.type);
  }
}

function parseWithFunctionType(parser: Parser, state: ParsedOp): void {
  parser.expect(')');
  if (parser.accept('<')) {
    setAttrs(parser, state);
    parser.expect('>');
  }
  setAttrs(parser, state);
  parser.expect(':');
  state.resultTypes.push(...parser.parseFunctionType().results);
}

function setAttrs(parser: Parser, state: ParsedOp): void {
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
}
