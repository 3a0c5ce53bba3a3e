import {
  anyType,
  defineOp,
  DenseArrayAttr,
  denseArrayAttr,
  i64,
  index,
  IntegerAttr,
  type InterfaceImplementation,
  onlyType,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  type Region,
  regionBranchOpInterface,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
  variadicRegion,
  zip,
} from '@shardform/ir-core';
import { withBlock } from './parse-block.ts';
import { YieldOp } from './yield-op.ts';

/** Executes the region of the case that an index equals, or the default one (MLIR, `scf.index_switch`). */
export class IndexSwitchOp extends defineOp('scf.index_switch', {
  summary: 'switch-case operation on an index argument',
  operands: { arg: onlyType(index, 'index') },
  attrs: { cases: denseArrayAttr(i64, 'i64 dense array attribute') },
  results: { results: variadic(anyType) },
  regions: { defaultRegion: sizedRegion(1), caseRegions: variadicRegion(sizedRegion(1)) },
  traits: [singleBlockImplicitTerminator('scf.yield')],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.operands.push(parser.resolve(parser.parseOperand(), index));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    if (parser.accept('->')) {
      state.resultTypes.push(
        ...(parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()]),
      );
    }
    const values: bigint[] = [];
    const regions = [];
    while (parser.acceptKeyword('case')) {
      const { offset } = parser;
      const value = parser.parseInteger();
      if (BigInt.asIntN(64, value) !== value) parser.fail('integer value too large', offset);
      values.push(value);
      regions.push(withBlock(parser.parseRegion(state)));
    }
    state.setAttr('cases', DenseArrayAttr.get(i64, values));
    parser.expectKeyword('default');
    state.regions.push(withBlock(parser.parseRegion(state)), ...regions);
  }

  static print(this: void, printer: Printer, op: IndexSwitchOp): void {
    printer.write(' ');
    printer.printOperand(op.arg);
    printer.printOptionalAttrDict(op.sortedAttrs(), ['cases']);
    if (op.results.length > 0) {
      printer.write(' -> ');
      printer.printTypes(op.resultTypes());
    }
    printer.write(' ');
    zip(op.cases.values, op.caseRegions).forEach(([value, caseRegion]) => {
      printer.newline();
      printer.write(`case ${value} `);
      printer.printRegion(caseRegion, { entryArguments: false, terminators: true });
    });
    printer.newline();
    printer.write('default ');
    printer.printRegion(op.defaultRegion, { entryArguments: false, terminators: op.results.length > 0 });
  }

  /** The region that a value chooses. */
  regionFor(value: bigint): Region {
    const index = this.cases.numbers().indexOf(Number(value));
    return index < 0 ? this.defaultRegion : this.caseRegions[index]!;
  }

  override verifyOp(report: OpReport): boolean {
    const { length } = this.cases;
    if (length !== this.caseRegions.length) {
      return report.opError(`has ${this.caseRegions.length} case regions but ${length} case values`);
    }
    return (
      this.#verifyRegion(this.defaultRegion, 'default region', report) &&
      this.caseRegions.every((region, i) => this.#verifyRegion(region, `case region #${i}`, report))
    );
  }

  #verifyRegion(region: Region, name: string, report: OpReport): boolean {
    const { lastOp } = region.entry;
    if (!(lastOp instanceof YieldOp)) {
      return report.opError(`expected region to end with scf.yield, but got ${lastOp?.name ?? ''}`);
    }
    const { length } = this.results;
    const types = lastOp.operandTypes();
    if (types.length !== length) {
      return report
        .opErrorWithNotes(
          `expected each region to return ${length} values, but ${name} returns ${types.length}`,
        )
        .note(lastOp.location, 'see yield operation here');
    }
    for (const [i, { type }] of this.results.entries()) {
      if (types[i] === type) continue;
      return report
        .opErrorWithNotes(`expected result #${i} of each region to be '${String(type)}'`)
        .note(lastOp.location, `${name} returns '${String(types[i])}' here`);
    }
    return true;
  }
}

/** Interface of a switch for passes over control flow. */
export const indexSwitchInterface: InterfaceImplementation = regionBranchOpInterface.implementFor(
  IndexSwitchOp,
  (op) => {
    const all = op.regions.map((target) => ({ target, inputs: [] }));
    return {
      entrySuccessorOperands: () => ({ start: 0, count: 0 }),
      successorRegions: (from) => (from === 'parent' ? all : [{ target: 'parent', inputs: op.results }]),
      entrySuccessorRegions: ([value]) =>
        value instanceof IntegerAttr ? [{ target: op.regionFor(value.value), inputs: [] }] : all,
      regionInvocationBounds([value]) {
        if (!(value instanceof IntegerAttr)) return op.regions.map(() => ({ lower: 0, upper: 1 }));
        const taken = op.regionFor(value.value);
        return op.regions.map((region) => {
          const count = region === taken ? 1 : 0;
          return { lower: count, upper: count };
        });
      },
    };
  },
);
