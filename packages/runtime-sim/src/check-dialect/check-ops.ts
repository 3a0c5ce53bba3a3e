import {
  allTypesMatch,
  attrOf,
  defineOp,
  DenseElementsAttr,
  f64,
  floatAttr,
  integerAttr,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  stringAttr,
  typeOf,
  ui32,
  ui64,
} from '@shardform/ir-core';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');
const elements = /* @__PURE__ */ attrOf(DenseElementsAttr, 'constant vector/tensor attribute');
const tolerance = /* @__PURE__ */ optionalAttr(floatAttr(f64, '64-bit float attribute'));
const ulps = /* @__PURE__ */ integerAttr(ui64, '64-bit unsigned integer attribute');

/** Fails an execution unless two tensors are equal; NaN equals nothing. */
export class ExpectEqOp extends defineOp('check.expect_eq', {
  summary: 'checks that tensors are equal',
  operands: { lhs: tensor, rhs: tensor },
  traits: [allTypesMatch('lhs', 'rhs')],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$lhs `,` $rhs attr-dict `:` type($lhs)',
}) {}

/** Fails an execution unless a tensor is equal to a constant; NaN equals nothing. */
export class ExpectEqConstOp extends defineOp('check.expect_eq_const', {
  summary: 'checks that a tensor is equal to a constant',
  operands: { lhs: tensor },
  attrs: { value: elements },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseConst(parser, state);
  }

  static print(this: void, printer: Printer, op: ExpectEqConstOp): void {
    printConst(printer, op);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyConst(this, report);
  }
}

/** Fails an execution unless two tensors differ at most by `tolerance` in every element; a NaN equals a NaN. */
export class ExpectAlmostEqOp extends defineOp('check.expect_almost_eq', {
  summary: 'checks that tensors are almost equal',
  operands: { lhs: tensor, rhs: tensor },
  attrs: { tolerance },
  traits: [allTypesMatch('lhs', 'rhs')],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)',
}) {}

/** Fails an execution unless a tensor differs at most by `tolerance` from a constant in every element. */
export class ExpectAlmostEqConstOp extends defineOp('check.expect_almost_eq_const', {
  summary: 'checks that a tensor is almost equal to a constant',
  operands: { lhs: tensor },
  attrs: { value: elements, tolerance },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseConst(parser, state);
  }

  static print(this: void, printer: Printer, op: ExpectAlmostEqConstOp): void {
    printConst(printer, op);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyConst(this, report);
  }
}

/** Fails an execution unless the distance of two tensors in units in the last place is between two bounds. */
export class ExpectCloseOp extends defineOp('check.expect_close', {
  summary: 'checks the distance of tensors in units in the last place',
  operands: { actual: tensor, expected: tensor },
  attrs: { max_ulp_difference: ulps, min_ulp_difference: optionalAttr(ulps) },
  traits: [allTypesMatch('actual', 'expected')],
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '$actual `,` $expected `,` `max_ulp_difference` `=` $max_ulp_difference (`,` `min_ulp_difference` `=` $min_ulp_difference^)? attr-dict `:` type($actual) `,` type($expected)',
}) {}

/** Fails an execution unless a tensor is equal to what `interpreter.probe` has seen under a name. */
export class ExpectSerializedEqOp extends defineOp('check.expect_serialized_eq', {
  summary: 'checks that a tensor is equal to a probed one',
  operands: { expected: tensor },
  attrs: {
    probe_id: stringAttr,
    /** 0-based count of the probe's executions. */
    iteration: optionalAttr(integerAttr(ui32, '32-bit unsigned integer attribute')),
  },
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:` type($expected)',
}) {}

/** `%x, dense<...> : T, tolerance = 0.1 {...}`: the type is the constant's. */
function parseConst(parser: Parser, state: ParsedOp): void {
  const { offset } = parser;
  const operand = parser.parseOperand();
  parser.expect(',');
  const at = parser.offset;
  const value = parser.parseAttribute();
  if (!(value instanceof DenseElementsAttr)) parser.fail('invalid kind of attribute specified', at);
  state.setAttr('value', value);
  if (parser.accept(',')) {
    parser.expectKeyword('tolerance');
    parser.expect('=');
    state.setAttr('tolerance', parser.parseAttribute(f64));
  }
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  state.operands.push(...parser.resolveAll([operand], [value.type], offset));
}

function printConst(printer: Printer, op: ExpectEqConstOp | ExpectAlmostEqConstOp): void {
  printer.write(' ');
  printer.printOperand(op.lhs);
  printer.write(', ');
  printer.printAttribute(op.value);
  if (op instanceof ExpectAlmostEqConstOp && op.tolerance !== null) {
    printer.write(', tolerance = ');
    op.tolerance.printWithoutType(printer);
  }
  printer.printOptionalAttrDict(op.sortedAttrs(), ['value', 'tolerance']);
}

function verifyConst(op: ExpectEqConstOp | ExpectAlmostEqConstOp, report: OpReport): boolean {
  return (
    op.lhs.type === op.value.type ||
    report.opError('failed to verify that all of {lhs, value} have same type')
  );
}
