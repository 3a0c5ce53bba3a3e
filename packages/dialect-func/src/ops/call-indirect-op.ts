import {
  anyType,
  defineOp,
  FunctionType,
  haveSameElements,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  typeOf,
  variadic,
} from '@shardform/ir-core';

/** Calls a function that is a value (MLIR, `func.call_indirect`). */
export class CallIndirectOp extends defineOp('func.call_indirect', {
  summary: 'indirect call operation',
  operands: { callee: typeOf(FunctionType, 'function type'), callee_operands: variadic(anyType) },
  results: { results: variadic(anyType) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const callee = parser.parseOperand();
    const { offset: operandOffset } = parser;
    const operands = parser.parseOperandList('paren');
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parser.expect(':');
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof FunctionType)) parser.fail('invalid kind of type specified', offset);
    state.operands.push(parser.resolve(callee, type));
    state.operands.push(...parser.resolveAll(operands, type.inputs, operandOffset));
    state.resultTypes.push(...type.results);
  }

  static print(this: void, printer: Printer, op: CallIndirectOp): void {
    printer.write(' ');
    printer.printOperand(op.callee);
    printer.write('(');
    printer.printOperands(op.calleeOperands);
    printer.write(')');
    printer.printOptionalAttrDict(op.sortedAttrs());
    printer.write(' : ');
    printer.printType(op.callee.type);
  }

  override verifyOp(report: OpReport): boolean {
    const { inputs, results } = this.callee.type;
    if (!haveSameElements(inputs, this.operandTypes().slice(1))) {
      return report.opError('failed to verify that callee input types match argument types');
    }
    return (
      haveSameElements(results, this.resultTypes()) ||
      report.opError('failed to verify that callee result types match result types')
    );
  }
}
