import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';

/**
 * `#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>`:
 * a part of a custom call's result lives in the memory of a part of an operand.
 */
export class OutputOperandAliasAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.output_operand_alias';
  static readonly #table = new InternTable<OutputOperandAliasAttr>();
  /** Path into the results, which count as a tuple when there are several. */
  readonly outputTupleIndices: readonly number[];
  readonly operandIndex: number;
  /** Path into the operand, when it is a tuple. */
  readonly operandTupleIndices: readonly number[];

  private constructor(output: readonly number[], operandIndex: number, operand: readonly number[]) {
    super();
    this.outputTupleIndices = output;
    this.operandIndex = operandIndex;
    this.operandTupleIndices = operand;
  }

  static get(
    outputTupleIndices: readonly number[],
    operandIndex: number,
    operandTupleIndices: readonly number[],
  ): OutputOperandAliasAttr {
    return this.#table.get(
      `${outputTupleIndices.join()}|${operandIndex}|${operandTupleIndices.join()}`,
      () => new OutputOperandAliasAttr([...outputTupleIndices], operandIndex, [...operandTupleIndices]),
    );
  }

  static parse(this: void, parser: Parser): OutputOperandAliasAttr {
    const list = (): number[] => parser.parseList('square', () => parser.parseNumber());
    const field = (name: string): void => {
      parser.expectKeyword(name);
      parser.expect('=');
    };
    parser.expect('<');
    field('output_tuple_indices');
    const output = list();
    parser.expect(',');
    field('operand_index');
    const operandIndex = parser.parseNumber();
    parser.expect(',');
    field('operand_tuple_indices');
    const operand = list();
    parser.expect('>');
    return OutputOperandAliasAttr.get(output, operandIndex, operand);
  }

  print(printer: Printer): void {
    const { outputTupleIndices, operandIndex, operandTupleIndices } = this;
    printer.printDialectSymbol('#', OutputOperandAliasAttr.mnemonic, () =>
      printer.write(
        `<output_tuple_indices = [${outputTupleIndices.join(', ')}], operand_index = ${operandIndex}, operand_tuple_indices = [${operandTupleIndices.join(', ')}]>`,
      ),
    );
  }
}
