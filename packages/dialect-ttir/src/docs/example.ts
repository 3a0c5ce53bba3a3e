/** The dialects that share most of their operations: TTNN's are TTIR's as calls of a library. */
export type TensorDialect = 'ttir' | 'ttnn';

/** An operation of an example, whose operands are the arguments of a function. */
export interface ExampleCall {
  /** The whole name, such as `ttir.add`. */
  readonly op: string;
  /** The types of the operands by name; what stands between the brackets of `tensor<...>`. */
  readonly operands: Readonly<Record<string, string>>;
  /** The text between the brackets of `<{...}>`. */
  readonly properties?: string | undefined;
  readonly results: readonly string[];
  /** True if the device of TTNN is an operand after these. */
  readonly isOnDevice?: boolean;
}

const DEVICE =
  '%device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device';

function valueType(text: string): string {
  return /^(?:!|tensor<|memref<)/.test(text) ? text : `tensor<${text}>`;
}

function listed(types: readonly string[]): string {
  return types.length === 1 ? types[0]! : `(${types.join(', ')})`;
}

/** Returns a function around one operation in MLIR's generic form. */
export function exampleOf({ op, operands, properties, results, isOnDevice = false }: ExampleCall): string {
  const entries = Object.entries(operands).map(([name, type]) => [`%${name}`, valueType(type)] as const);
  const types = results.map(valueType);
  const names = entries.map(([name]) => name);
  const operandTypes = entries.map(([, type]) => type);
  if (isOnDevice) {
    names.push('%device');
    operandTypes.push('!ttnn.device');
  }
  const call = `"${op}"(${names.join(', ')})${properties === undefined ? '' : ` <{${properties}}>`} : (${operandTypes.join(', ')}) -> `;
  const values = types.map((_, i) => (types.length === 1 ? '%0' : `%0#${i}`)).join(', ');
  const parameters = entries.map(([name, type]) => `${name}: ${type}`).join(', ');
  const lines = [
    `func.func @main(${parameters})${types.length === 0 ? '' : ` -> ${listed(types)}`} {`,
    ...(isOnDevice ? [`  ${DEVICE}`] : []),
    types.length === 0
      ? `  ${call}()`
      : `  %0${types.length === 1 ? '' : `:${types.length}`} = ${call}${listed(types)}`,
    types.length === 0 ? '  return' : `  return ${values} : ${types.join(', ')}`,
    '}',
  ];
  return lines.join('\n');
}
