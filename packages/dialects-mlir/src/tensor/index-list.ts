import {
  argumentAttr,
  argumentValues,
  type CustomDirective,
  DenseArrayAttr,
  i64,
  type TypeConstraint,
  type Type,
  index,
  denseArrayAttr,
} from '@shardform/ir-core';

/** Stands in a list of numbers for one that an operand gives. */
export const DYNAMIC_INDEX = -(2n ** 63n);

/** Returns true if a number of a static list is given by an operand. */
export function isDynamicIndex(value: bigint | number): boolean {
  return BigInt(value) === DYNAMIC_INDEX;
}

export const indexOperand: TypeConstraint = {
  summary: 'index',
  only: index,
  accepts: (type): type is Type => type === index,
};

export const i64Array = /* @__PURE__ */ denseArrayAttr(i64, 'i64 dense array attribute');

/** Returns the numbers of an array; those that operands give are {@link DYNAMIC_INDEX}. */
export function numbersOf(attribute: DenseArrayAttr): bigint[] {
  return attribute.values.map((value) => BigInt.asIntN(64, BigInt(value)));
}

/** `[0, %i]`: numbers in an attribute, the others as operands (MLIR's DynamicIndexList). */
export const indexList: CustomDirective = {
  print(printer, op, [operands, attribute]) {
    const values = argumentValues(op, operands!);
    const numbers = argumentAttr(op, attribute!);
    let next = 0;
    printer.write('[');
    printer.writeList(numbers instanceof DenseArrayAttr ? numbersOf(numbers) : [], (number) => {
      if (isDynamicIndex(number)) printer.printOperand(values[next++]!);
      else printer.write(String(number));
    });
    printer.write(']');
  },
  parse(parser, state, [operands, attribute]) {
    const values: ReturnType<typeof parser.parseOperand>[] = [];
    const numbers = parser.parseList('square', () => {
      if (!parser.at('percent')) return parser.parseInteger();
      values.push(parser.parseOperand());
      return DYNAMIC_INDEX;
    });
    state.setOperands(operands!.reference, values);
    state.setAttr(attribute!, DenseArrayAttr.get(i64, numbers));
  },
};
