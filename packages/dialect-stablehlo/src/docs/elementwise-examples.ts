/** A function that applies an operation to one tensor of the same type. */
export function unaryExample(name: string, type: string): string {
  return `
func.func @main(%operand: ${type}) -> ${type} {
  %0 = ${name} %operand : ${type}
  return %0 : ${type}
}`;
}

/** Returns a function that applies an operation to two tensors of the same type. */
export function binaryExample(name: string, type: string): string {
  return `
func.func @main(%lhs: ${type}, %rhs: ${type}) -> ${type} {
  %0 = ${name} %lhs, %rhs : ${type}
  return %0 : ${type}
}`;
}
