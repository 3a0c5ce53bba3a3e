import {
  type ArrayAttr,
  DenseElementsAttr,
  RankedTensorType,
  TupleType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';

/**
 * Returns an error message for the violated constraint on the layouts of a custom call, or `null`. A layout lists
 * dimensions from minor to major.
 */
export function layoutProblem(
  operands: readonly Type[],
  results: readonly Type[],
  operandLayouts: ArrayAttr | null,
  resultLayouts: ArrayAttr | null,
): string | null {
  if (operandLayouts === null && resultLayouts === null) return null;
  if (operandLayouts === null || resultLayouts === null) {
    return 'Layout attributes should be specified for either both operands and results or none.';
  }
  const [first] = results;
  // A tuple as the only result has a layout for each of its elements.
  const parts = results.length === 1 && first instanceof TupleType ? first.types : results;
  return valuesProblem('operand', operands, operandLayouts) ?? valuesProblem('result', parts, resultLayouts);
}

function valuesProblem(what: string, types: readonly Type[], layouts: ArrayAttr): string | null {
  const { elements } = layouts;
  if (types.length !== elements.length) {
    return `Number of ${what}s must match the number of ${what} layouts, ${types.length} != ${elements.length}`;
  }
  for (const [i, type] of types.entries()) {
    const layout = elements[i];
    if (!(layout instanceof DenseElementsAttr)) continue;
    if (type instanceof TupleType) return 'Tuple types are not fully supported with layout constraints yet';
    const order = layout.integers().map(Number);
    if (!(type instanceof RankedTensorType) && !(type instanceof UnrankedTensorType)) {
      if (order.length === 0) continue;
      return `Only tensor types can have non-empty layout: ${what} #${i} of type '${String(type)}' has layout ${String(layout)}`;
    }
    if (!(type instanceof RankedTensorType)) continue;
    const isPermutation =
      order.length === type.rank && type.shape.every((_, dimension) => order.includes(dimension));
    if (isPermutation) continue;
    return `incorrect layout ${String(layout)} for type '${String(type)}', layout must be a permutation of [0, ${type.rank})`;
  }
  return null;
}
