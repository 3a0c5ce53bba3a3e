import {
  type Attribute,
  attrWhere,
  constantLike,
  defineOp,
  type ElementsAttr,
  type FoldResult,
  IntegerType,
  isElementsAttr,
  type NameSuggestion,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { staticTensor } from '../constraints.ts';
import { storageType } from '../inference/quantized-types.ts';

/** The elements of a constant. */
export const elementsAttr = attrWhere<ElementsAttr>(
  // The three classes share no base that other attributes lack; the guard below tells them apart.
  Object as never,
  'constant vector/tensor attribute',
  isElementsAttr,
);

/** A constant tensor (StableHLO spec, "constant"). */
export class ConstantOp extends defineOp('stablehlo.constant', {
  summary: 'constant tensor',
  attrs: { value: elementsAttr },
  results: { output: staticTensor },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  infer: (op) => [op.value.type],
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseConstant(parser, state);
  }

  static print(this: void, printer: Printer, op: ConstantOp): void {
    printConstant(printer, op);
  }

  static suggestNames(this: void, op: ConstantOp, suggest: NameSuggestion): void {
    suggest(op.output, op.output.type.elementType instanceof IntegerType ? 'c' : 'cst');
  }

  /** Quantized numbers are given as the integers that they are stored as. */
  override isCompatibleResultType(inferred: Type, actual: Type): boolean {
    if (!(actual instanceof RankedTensorType)) return false;
    return inferred === actual.withElementType(storageType(actual.elementType));
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

interface ConstantLikeOp {
  readonly value: ElementsAttr;
  readonly output: { readonly type: RankedTensorType };
  sortedAttrs(): [string, Attribute][];
}

/** ` {attrs} dense<...> : type`, or the generic-like form when the attribute's type is not the result's. */
export function printConstant(printer: Printer, op: ConstantLikeOp): void {
  if (op.value.type === op.output.type) {
    printer.printOptionalAttrDict(op.sortedAttrs(), ['value']);
    printer.write(' ');
    printer.printAttribute(op.value);
    return;
  }
  printer.write('() <{value = ');
  printer.printAttribute(op.value);
  printer.write('}>');
  printer.printOptionalAttrDict(op.sortedAttrs(), ['value']);
  printer.write(' : () -> ');
  printer.printType(op.output.type);
}

/** Reads what {@link printConstant} writes. */
export function parseConstant(parser: Parser, state: ParsedOp): void {
  if (parser.accept('(')) {
    parser.expect(')');
    if (parser.accept('<')) {
      for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
      parser.expect('>');
    }
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parser.expect(':');
    state.resultTypes.push(...parser.parseFunctionType().results);
    return;
  }
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  const { offset } = parser;
  const value = parser.parseAttribute();
  if (!isElementsAttr(value)) return parser.fail('invalid kind of attribute specified', offset);
  state.setAttr('value', value);
  state.resultTypes.push(value.type);
}
