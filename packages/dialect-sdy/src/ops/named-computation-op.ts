import {
  anyType,
  type Block,
  defineOp,
  isolatedFromAbove,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  sizedRegion,
  stringAttr,
  StringAttr,
  variadic,
  parseRegionWithArguments,
  printAttrsAndTypes,
  printRegionWithArguments,
} from '@shardform/ir-core';
import { tensorShardingPerValueAttr } from '../attrs/stripped-attr.ts';
import { verifyShardingPerValue } from '../verify/verify-tensor-sharding.ts';
import { parseLabel, printLabel } from './label.ts';
import { endsWithReturn } from './sharding-traits.ts';

/** A named group of operations: what a call becomes while shardings are propagated. */
export class NamedComputationOp extends defineOp('sdy.named_computation', {
  summary: 'named group of operations',
  operands: { operands: variadic(anyType) },
  attrs: {
    name: stringAttr,
    in_shardings: optionalAttr(tensorShardingPerValueAttr),
    out_shardings: optionalAttr(tensorShardingPerValueAttr),
  },
  results: { results: variadic(anyType) },
  regions: { body: sizedRegion(1) },
  traits: [endsWithReturn, isolatedFromAbove],
  effects: 'recursive',
  speculates: 'unknown',
  infer: (op) => op.regions[0]?.blocks[0]?.lastOp?.operandTypes(),
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parser.expect('<');
    const name = parser.parseAttribute();
    if (!(name instanceof StringAttr)) parser.fail('invalid kind of attribute specified');
    state.setAttr('name', name);
    parser.expect('>');
    const { offset } = parser;
    const operands = parser.parseOperandList('paren');
    for (const label of ['in_shardings', 'out_shardings'] as const) {
      if (!parser.atKeyword(label)) continue;
      parseLabel(parser, label);
      state.setAttr(label, tensorShardingPerValueAttr.format!.parse(parser));
    }
    parseRegionWithArguments(parser, state);
    for (const [key, attribute] of parser.parseOptionalAttrDict()) state.setAttr(key, attribute);
    parser.expect(':');
    const { inputs, results } = parser.parseFunctionType();
    state.operands.push(...parser.resolveAll(operands, inputs, offset));
    state.resultTypes.push(...results);
  }

  static print(this: void, printer: Printer, op: NamedComputationOp): void {
    printer.write('<');
    printer.writeString(op.computationName);
    printer.write('>(');
    printer.printOperands(op.operandValues());
    printer.write(')');
    for (const [label, shardings] of [
      ['in_shardings', op.inShardings],
      ['out_shardings', op.outShardings],
    ] as const) {
      if (shardings === null) continue;
      printLabel(printer, label);
      shardings.printBody(printer);
    }
    printRegionWithArguments(printer, op);
    printAttrsAndTypes(printer, op, ['name', 'in_shardings', 'out_shardings']);
  }

  /** The name of the computation; `name` is the operation's. */
  get computationName(): string {
    // The declaration requires a string.
    return (this.getAttr('name') as StringAttr).value;
  }

  get entry(): Block {
    return this.body.entry;
  }

  override verifyOp(report: OpReport): boolean {
    const { arguments: args } = this.entry;
    if (args.length !== this.operands.length) {
      return report.error(
        `number of block arguments must match the number of operands: ${args.length} != ${this.operands.length}`,
      );
    }
    for (const [i, { value }] of this.operands.entries()) {
      if (args[i]!.type === value.type) continue;
      return report.error(
        `expected the type of the ${i}'th block argument to match the type of the corresponding operand: '${String(args[i]!.type)}' vs '${String(value.type)}'`,
      );
    }
    return true;
  }

  verifySymbolUses(report: OpReport): boolean {
    const { inShardings, outShardings } = this;
    return (
      (inShardings === null ||
        verifyShardingPerValue(inShardings, this.operandTypes(), 'in_shardings', this, report)) &&
      (outShardings === null ||
        verifyShardingPerValue(outShardings, this.resultTypes(), 'out_shardings', this, report))
    );
  }
}
