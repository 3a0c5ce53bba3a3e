import {
  defineOp,
  i1,
  type NameSuggestion,
  type OpReport,
  type ParsedArgument,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  typeList,
  type UnresolvedOperand,
  variadic,
} from '@shardform/ir-core';
import { areCompatibleTypeLists } from '../inference/compatible-types.ts';
import { loopValue } from '../value-constraints.ts';
import { returnedTypes } from './reducer.ts';

/** Runs `body` as long as `cond` returns true; both take the values that the loop carries (StableHLO spec, "while"). */
export class WhileOp extends defineOp('stablehlo.while', {
  summary: 'while loop',
  operands: { operand: variadic(loopValue) },
  results: { results: variadic(loopValue) },
  regions: { cond: sizedRegion(1), body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: 'recursively',
  infer: (op) => op.operandTypes(),
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseWhile(parser, state);
  }

  static print(this: void, printer: Printer, op: WhileOp): void {
    printWhile(printer, op);
  }

  static suggestNames(this: void, op: WhileOp, suggest: NameSuggestion): void {
    for (const region of op.regions) {
      for (const argument of region.blocks[0]?.arguments ?? []) suggest(argument, 'iterArg');
    }
  }

  override verifyOp(report: OpReport): boolean {
    const operands = this.operandTypes();
    const [cond, body] = [this.cond.entry, this.body.entry];
    const argumentTypes = (block: typeof cond): Type[] => block.arguments.map(({ type }) => type);
    for (const [what, types] of [
      ['condition block arguments', argumentTypes(cond)],
      ['body block arguments', argumentTypes(body)],
      ['body block return types', returnedTypes(body)],
    ] as const) {
      if (areCompatibleTypeLists(operands, types)) continue;
      return report.error(
        `expect operands to be compatible with ${what} but got ${typeList(operands)} vs ${typeList(types)}`,
      );
    }
    const conditions = returnedTypes(cond);
    if (conditions.length !== 1) {
      return report.error(`expect condition body returns a single value but got ${conditions.length}`);
    }
    const [type] = conditions;
    return (
      (type instanceof RankedTensorType && type.rank === 0 && type.elementType === i1) ||
      report.error(`expect condition block return a zero-ranked tensor of i1 but got '${String(type)}'`)
    );
  }
}

function printWhile(printer: Printer, op: WhileOp): void {
  const names = op.cond.blocks[0]?.arguments ?? [];
  printer.write('(');
  printer.writeList([...op.operands.entries()], ([i, { value }]) => {
    printer.printOperand(names[i]!);
    printer.write(' = ');
    printer.printOperand(value);
  });
  printer.write(')');
  if (op.operands.length > 0) {
    printer.write(' : ');
    printer.printTypes(op.operandTypes());
  }
  printer.printOptionalAttrDict(op.sortedAttrs(), [], 'attributes');
  printer.newline();
  const show = { entryArguments: false, terminators: true };
  printer.write('cond ');
  printer.printRegion(op.cond, show);
  printer.write(' do ');
  printer.printRegion(op.body, show);
}

/** `(%iterArg = %init, ...) : types attributes {...} cond { ... } do { ... }`; the names hold in both regions. */
function parseWhile(parser: Parser, state: ParsedOp): void {
  const names: UnresolvedOperand[] = [];
  const inits: UnresolvedOperand[] = [];
  const { offset } = parser;
  parser.parseList('paren', () => {
    names.push(parser.parseOperand());
    parser.expect('=');
    inits.push(parser.parseOperand());
  });
  const types: Type[] = [];
  if (names.length > 0) {
    parser.expect(':');
    types.push(...parser.parseTypeList());
  }
  state.operands.push(...parser.resolveAll(inits, types, offset));
  state.resultTypes.push(...types);
  if (parser.acceptKeyword('attributes')) {
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }
  const args = names.map((name, i): ParsedArgument => ({
    name,
    type: types[i]!,
    location: null,
    attributes: [],
  }));
  parser.expectKeyword('cond');
  state.regions.push(parser.parseRegion(state, args));
  parser.expectKeyword('do');
  state.regions.push(parser.parseRegion(state, args));
}
