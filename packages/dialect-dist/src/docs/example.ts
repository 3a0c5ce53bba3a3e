/** Tensors on devices 0 and 1, as arguments of examples. */
const A = '!dist.tensor<8x4xf32, 0>';
const B = '!dist.tensor<8x4xf32, 1>';

/** Returns a function around one operation, whose first result it returns. */
export function exampleOf(parameters: string, line: string, result: string, value = '%0'): string {
  return `
func.func @main(${parameters}) -> ${result} {
  ${line}
  return ${value} : ${result}
}`;
}

/** Returns a function around an element-wise operation. */
export function elementwiseExample(op: string, operands: readonly string[]): string {
  const values = operands.map((name) => `%${name}`).join(', ');
  const parameters = operands.map((name) => `%${name}: ${A}`).join(', ');
  return exampleOf(parameters, `%0 = ${op} ${values} : (${operands.map(() => A).join(', ')}) -> ${A}`, A);
}

/** Returns a function around a collective on the two shards `%a` and `%b`; `text` has the operands. */
export function collectiveExample(text: string, results: readonly string[]): string {
  const isOne = results.length === 1;
  const types = isOne ? results[0]! : `(${results.join(', ')})`;
  const names = isOne ? '%0' : `%0:${results.length}`;
  return exampleOf(
    `%a: ${A}, %b: ${B}`,
    `${names} = ${text} : (${A}, ${B}) -> ${types}`,
    results[0]!,
    isOne ? '%0' : '%0#0',
  );
}
