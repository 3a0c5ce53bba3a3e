/**
 * A function around one operation, whose operands are its arguments.
 *
 * @param parameters such as `%lhs: i32, %rhs: i32`.
 * @param line the operation, whose first result is `%0`.
 * @param result the type of `%0`, or nothing if there is none.
 */
export function exampleOf(parameters: string, line: string, result = ''): string {
  return `func.func @main(${parameters})${result === '' ? '' : ` -> ${result}`} {
  ${line}
  return${result === '' ? '' : ` %0 : ${result}`}
}`;
}

/** Returns a function around an operation on one value, or on two, of one type. */
export function elementwiseExample(
  op: string,
  operands: readonly string[],
  type: string,
  suffix = '',
): string {
  const parameters = operands.map((name) => `%${name}: ${type}`).join(', ');
  const values = operands.map((name) => `%${name}`).join(', ');
  return exampleOf(parameters, `%0 = ${op} ${values}${suffix} : ${type}`, type);
}
