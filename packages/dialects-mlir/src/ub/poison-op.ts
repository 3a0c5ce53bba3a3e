import {
  anyType,
  constantLike,
  defineAttr,
  defineOp,
  attrOf,
  type FoldResult,
  type ParsedOp,
  type Parser,
  type Printer,
} from '@shardform/ir-core';

/** `#ub.poison`: the value of an erroneous computation. */
export class PoisonAttr extends defineAttr('ub.poison', { summary: 'poisoned value' }) {}

/** A value that stands for an erroneous computation: whatever is computed from it is poison (MLIR, `ub.poison`). */
export class PoisonOp extends defineOp('ub.poison', {
  summary: 'poisoned constant operation',
  attrs: { value: attrOf(PoisonAttr, 'PoisonAttrInterface instance') },
  results: { result: anyType },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const value = parser.accept('<') ? parser.parseAttribute() : PoisonAttr.instance;
    state.setAttr('value', value);
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    state.resultTypes.push(parser.parseColonType());
  }

  static print(this: void, printer: Printer, op: PoisonOp): void {
    printer.printOptionalAttrDict(op.sortedDiscardable());
    printer.write(' : ');
    printer.printType(op.result.type);
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}
