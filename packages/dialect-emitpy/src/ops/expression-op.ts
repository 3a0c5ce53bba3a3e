import {
  anyType,
  defineOp,
  graphRegion,
  hasParent,
  isMemoryEffectFree,
  isolatedFromAbove,
  type Operation,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  returnLike,
  singleBlockImplicitTerminator,
  sizedRegion,
  terminator,
  type Type,
  UnitAttr,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { pythonExpression } from './expression-trait.ts';

/** What an expression is. */
export class YieldOp extends defineOp('emitpy.yield', {
  summary: 'Yield operation for expression termination',
  operands: { result: anyType },
  traits: [terminator, returnLike, hasParent('emitpy.expression')],
  effects: 'none',
  speculates: 'always',
  format: '$result attr-dict `:` type($result)',
}) {}

/** Operations that are written as one expression, in place of the variable that holds its result. */
export class ExpressionOp extends defineOp('emitpy.expression', {
  summary: 'Expression operation to inline Python code',
  operands: { operands: variadic(anyType) },
  attrs: { do_not_inline: optionalAttr(unitAttr) },
  results: { result: anyType },
  regions: { body: sizedRegion(1) },
  traits: [graphRegion, isolatedFromAbove, singleBlockImplicitTerminator('emitpy.yield')],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const operands = parser.at('(') ? parser.parseOperandList('paren') : [];
    if (parser.accept('{')) {
      parser.expectKeyword('do_not_inline');
      parser.expect('}');
      state.setAttr('do_not_inline', UnitAttr.instance);
    }
    parser.expect(':');
    const types: Type[] = operands.length > 0 ? [...parser.parseList('paren', () => parser.parseType())] : [];
    parser.expect('->');
    state.resultTypes.push(parser.parseType());
    state.operands.push(...parser.resolveAll(operands, types, offset));
    state.regions.push(parser.parseRegion(state));
  }

  static print(this: void, printer: Printer, op: ExpressionOp): void {
    const values = op.operandValues();
    printer.write(' ');
    if (values.length > 0) {
      printer.write('(');
      printer.printOperands(values);
      printer.write(') ');
    }
    if (op.doNotInline !== null) printer.write('{do_not_inline} ');
    printer.write(': ');
    if (values.length > 0) {
      printer.write('(');
      printer.printTypes(op.operandTypes());
      printer.write(') ');
    }
    printer.write('-> ');
    printer.printType(op.result.type);
    printer.write(' ');
    printer.printRegion(op.body);
  }

  override verifyOp(report: OpReport): boolean {
    const { lastOp } = this.body.entry;
    const yielded = lastOp instanceof YieldOp ? lastOp.operandValues() : [];
    if (yielded.length !== 1) return report.opError('must yield a value at termination');
    const root = yielded[0]!.definingOp;
    if (root === null) return report.opError('yielded value has no defining op');
    if (root.parentOp !== this) return report.opError('yielded value not defined within expression');
    if (yielded[0]!.type !== this.result.type)
      return report.opError('requires yielded type to match return type');
    for (const op of this.body.entry) {
      if (op === lastOp) continue;
      if (!op.hasTrait(pythonExpression)) return report.opError('contains an unsupported operation');
      if (op.results.length !== 1) return report.opError('requires exactly one result for each operation');
      if (!op.getResult().hasUses) return report.opError('contains an unused operation');
    }
    return (
      !repeatsEffects(root) || report.opError('requires exactly one use for operations with side effects')
    );
  }
}

/** Returns true if an expression would have an operation with effects in two places. */
function repeatsEffects(root: Operation): boolean {
  const [visited, next] = [new Set<Operation>(), [root]];
  for (let op = next.pop(); op !== undefined; op = next.pop()) {
    if (visited.has(op)) {
      if (!isMemoryEffectFree(op, null)) return true;
      continue;
    }
    visited.add(op);
    for (const { definingOp } of op.operandValues()) if (definingOp !== null) next.push(definingOp);
  }
  return false;
}
