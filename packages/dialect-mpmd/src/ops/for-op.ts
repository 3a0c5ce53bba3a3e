import {
  type Block,
  anyType,
  defineOp,
  integerAttr,
  type NameSuggestion,
  type OpReport,
  optionalAttr,
  parseRegionWithArguments,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  IntegerType,
  singleBlockImplicitTerminator,
  sizedRegion,
  ui32,
  variadic,
} from '@shardform/ir-core';
import { pairwiseSameType } from '@shardform/dialect-stablehlo';

const count = /* @__PURE__ */ integerAttr(ui32, '32-bit unsigned integer attribute');

/**
 * Executes its body `iterations` times. The body gets the values that the last iteration returned and, as the last
 * argument, the number of the iteration.
 */
export class ForOp extends defineOp('mpmd.for', {
  summary: 'For operator',
  operands: { tensors: variadic(anyType) },
  attrs: { iterations: count, unroll_factor: optionalAttr(count) },
  results: { results: variadic(anyType) },
  regions: { region: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('mpmd.return'), pairwiseSameType],
  effects: 'recursive',
  speculates: 'unknown',
  infer: (op) => op.operandTypes(),
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const operands = parser.parseOperandList('paren');
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parseRegionWithArguments(parser, state);
    parser.expect(':');
    const types = parser.parseTypeList();
    state.operands.push(...parser.resolveAll(operands, types, offset));
    state.resultTypes.push(...types);
  }

  static print(this: void, printer: Printer, op: ForOp): void {
    printer.write(' (');
    printer.printOperands(op.operandValues());
    printer.write(')');
    printer.printOptionalAttrDict(op.sortedAttrs());
    printer.write(' (');
    printer.writeList(op.entry.arguments, (argument) => printer.printArgument(argument));
    printer.write(') ');
    printer.printRegion(op.region, { entryArguments: false, terminators: true });
    printer.write(' : ');
    printer.printTypes(op.operandTypes());
  }

  static suggestNames(this: void, op: ForOp, suggest: NameSuggestion): void {
    const index = op.region.blocks[0]?.arguments.at(-1);
    if (index !== undefined) suggest(index, 'index');
  }

  get entry(): Block {
    return this.region.entry;
  }

  override verifyOp(report: OpReport): boolean {
    const { arguments: args, lastOp } = this.entry;
    const types = this.operandTypes();
    if (args.length !== types.length + 1) return report.error('wrong number of arguments for region');
    const wrong = types.findIndex((type, i) => type !== args[i]!.type);
    if (wrong >= 0) return report.error(`wrong argument type at argument no. ${wrong}`);
    const index = args.at(-1)!.type;
    if (index instanceof RankedTensorType) {
      const { elementType, rank } = index;
      if (rank !== 0 || !(elementType instanceof IntegerType) || elementType.width !== 32) {
        return report.error('index must have a 32-bit integer rank-0 tensor type');
      }
    }
    const returned = lastOp?.operandTypes() ?? [];
    if (returned.length !== types.length || types.some((type, i) => type !== returned[i])) {
      return report.error('type mismatch for result of region');
    }
    if (types.some((type) => type.constructor !== types[0]!.constructor)) {
      return report.error('type ids in operands/results are not identical');
    }
    const iterations = this.iterations.value;
    if (iterations === 0n) return report.error('number of iterations must be greater than zero');
    const factor = this.unrollFactor?.value ?? null;
    return (
      factor === null ||
      (factor !== 0n && iterations % factor === 0n) ||
      report.error(`number of iterations ${iterations} isn't divisible by unroll factor ${factor}`)
    );
  }
}
