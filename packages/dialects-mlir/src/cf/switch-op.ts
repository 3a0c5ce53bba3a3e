import {
  anyType,
  type AttrConstraint,
  attrSizedOperandSegments,
  type Block,
  type BranchOp as Branch,
  branchOpInterface,
  defineOp,
  DenseArrayAttr,
  denseArrayAttr,
  DenseElementsAttr,
  i32,
  IntegerAttr,
  IntegerType,
  type InterfaceImplementation,
  type OperandRange,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  segmentSizes,
  terminator,
  type Type,
  typeOf,
  type Value,
  variadic,
  VectorType,
} from '@shardform/ir-core';
import { verifyBranch } from './branch-check.ts';

const integerElements: AttrConstraint<DenseElementsAttr> = {
  summary: 'integer elements attribute',
  accepts: (attribute): attribute is DenseElementsAttr =>
    attribute instanceof DenseElementsAttr && attribute.type.elementType instanceof IntegerType,
};

/** A case of a switch: its value, the block it leads to and what that gets. */
export interface SwitchCase {
  readonly value: bigint;
  readonly dest: Block;
  readonly operands: readonly Value[];
}

/** Goes on with the block of the case that a number equals, or with the default one (MLIR, `cf.switch`). */
export class SwitchOp extends defineOp('cf.switch', {
  summary: 'switch operation',
  operands: {
    flag: typeOf(IntegerType, 'integer'),
    defaultOperands: variadic(anyType),
    caseOperands: variadic(anyType),
  },
  attrs: {
    case_values: optionalAttr(integerElements),
    case_operand_segments: denseArrayAttr(i32, 'i32 dense array attribute'),
  },
  successors: ['defaultDestination', '...caseDestinations'],
  traits: [attrSizedOperandSegments, terminator],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const flag = parser.parseOperand();
    parser.expect(':');
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof IntegerType)) parser.fail('invalid kind of type specified', offset);
    state.operands.push(parser.resolve(flag, type));
    parser.expect(',');
    parser.expect('[');
    parser.expectKeyword('default');
    parser.expect(':');
    const sizes = [1, parseDestination(parser, state)];
    const values: bigint[] = [];
    const counts: number[] = [];
    while (parser.accept(',')) {
      values.push(parser.parseInteger());
      parser.expect(':');
      counts.push(parseDestination(parser, state));
    }
    parser.expect(']');
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    if (values.length > 0) state.setAttr('case_values', caseValues(values, type));
    state.setAttr('case_operand_segments', DenseArrayAttr.get(i32, counts));
    sizes.push(counts.reduce((sum, count) => sum + count, 0));
    state.setAttr('operandSegmentSizes', segmentSizes(sizes));
  }

  static print(this: void, printer: Printer, op: SwitchOp): void {
    printer.write(' ');
    printer.printOperand(op.flag);
    printer.write(' : ');
    printer.printType(op.flag.type);
    printer.write(', [');
    printer.indented(() => {
      printer.newline();
      printer.write('default: ');
      printDestination(printer, op.defaultDest, op.defaultOperands);
      for (const { value, dest, operands } of op.cases) {
        printer.write(',');
        printer.newline();
        printer.write(`${BigInt.asUintN(op.flag.type.width, value)}: `);
        printDestination(printer, dest, operands);
      }
    });
    if (op.successors.length > 1) printer.newline();
    printer.write(']');
    printer.printOptionalAttrDict(op.sortedAttrs(), [
      'case_values',
      'case_operand_segments',
      'operandSegmentSizes',
    ]);
  }

  /** Makes a detached switch. */
  static of(
    flag: Value<IntegerType>,
    defaultDest: Block,
    defaultOperands: readonly Value[],
    cases: readonly SwitchCase[],
  ): SwitchOp {
    const counts = cases.map(({ operands }) => operands.length);
    const values = cases.map(({ value }) => value);
    return SwitchOp.create(
      {
        flag,
        defaultOperands,
        caseOperands: cases.flatMap(({ operands }) => operands),
        caseValues: values.length === 0 ? null : caseValues(values, flag.type),
        caseOperandSegments: DenseArrayAttr.get(i32, counts),
      },
      [],
      { successors: [defaultDest, ...cases.map(({ dest }) => dest)] },
    );
  }

  get defaultDest(): Block {
    return this.successors[0]!;
  }

  get cases(): SwitchCase[] {
    const values = this.caseValues?.integers() ?? [];
    return values.map((value, i) => {
      const { start, count } = this.successorOperands(i + 1);
      const operands = this.operandValues().slice(start, start + count);
      return { value, dest: this.successors[i + 1]!, operands };
    });
  }

  /** The operands that the successor at `index` gets. */
  successorOperands(index: number): OperandRange {
    const defaults = this.defaultOperands.length;
    if (index === 0) return { start: 1, count: defaults };
    const counts = this.caseOperandSegments.numbers();
    const start = counts.slice(0, index - 1).reduce((sum, count) => sum + count, 1 + defaults);
    return { start, count: counts[index - 1] ?? 0 };
  }

  override verifyOp(report: OpReport): boolean {
    const values = this.caseValues;
    const destinations = this.successors.length - 1;
    if (values === null && destinations <= 0) return this.#verifySuccessors(report);
    const { elementType } = values?.type ?? { elementType: this.flag.type };
    if (elementType !== this.flag.type) {
      return report.opError(
        `'flag' type ('${String(this.flag.type)}') should match case value type ('${String(elementType)}')`,
      );
    }
    const count = values?.elementCount ?? 0;
    if (count !== destinations) {
      return report.opError(
        `number of case values (${count}) should match number of case destinations (${destinations})`,
      );
    }
    return this.#verifySuccessors(report);
  }

  #verifySuccessors(report: OpReport): boolean {
    if (this.successors.length === 0) return report.opError('requires at least 1 successor but found 0');
    return verifyBranch(this, (i) => this.successorOperands(i), report);
  }
}

function caseValues(values: readonly bigint[], type: Type): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(VectorType.get([values.length], type), values);
}

/** `^block(%operand : type)`; returns the number of operands. */
function parseDestination(parser: Parser, state: ParsedOp): number {
  state.successors.push(parser.parseSuccessor());
  if (!parser.accept('(')) return 0;
  const operands = parser.parseOperandList();
  parser.expect(':');
  const { offset } = parser;
  const types = parser.parseTypeList();
  parser.expect(')');
  state.operands.push(...parser.resolveAll(operands, types, offset));
  return operands.length;
}

function printDestination(printer: Printer, block: Block, operands: readonly Value[]): void {
  printer.printSuccessor(block);
  if (operands.length === 0) return;
  printer.write('(');
  printer.printOperands(operands);
  printer.write(' : ');
  printer.printTypes(operands.map((value) => value.type));
  printer.write(')');
}

function replaceOperands(op: SwitchOp, index: number, operands: readonly Value[]): void {
  const { start, count } = op.successorOperands(index);
  const values = op.operandValues();
  const counts = [...op.caseOperandSegments.numbers()];
  const sizes = [1, op.defaultOperands.length];
  if (index === 0) sizes[1] = operands.length;
  else counts[index - 1] = operands.length;
  op.setOperands([...values.slice(0, start), ...operands, ...values.slice(start + count)]);
  op.caseOperandSegments = DenseArrayAttr.get(i32, counts);
  sizes.push(counts.reduce((sum, size) => sum + size, 0));
  op.setAttr('operandSegmentSizes', segmentSizes(sizes));
}

/** Interfaces of a switch for passes over control flow. */
export const switchInterfaces: readonly InterfaceImplementation[] = [
  branchOpInterface.implementFor(SwitchOp, (op): Branch => {
    const operandsOf = (index: number): Value[] => {
      const { start, count } = op.successorOperands(index);
      return op.operandValues().slice(start, start + count);
    };
    return {
      successorForOperands([flag]) {
        if (!(flag instanceof IntegerAttr)) return null;
        return op.cases.find(({ value }) => value === flag.value)?.dest ?? op.defaultDest;
      },
      successorOperands: (index) => op.successorOperands(index),
      appendSuccessorOperands: (index, values) =>
        replaceOperands(op, index, [...operandsOf(index), ...values]),
      eraseSuccessorOperand: (index, offset) =>
        replaceOperands(
          op,
          index,
          operandsOf(index).filter((_, i) => i !== offset),
        ),
    };
  }),
];
