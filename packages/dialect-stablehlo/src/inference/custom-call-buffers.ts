import { MemRefType, RankedTensorType, TupleType, type Type } from '@shardform/ir-core';
import type { OutputOperandAliasAttr } from '../attrs/output-operand-alias-attr.ts';

/**
 * Returns an error message for the violated constraint on the buffers of a custom call, or `null`. The targets
 * `CreateBuffer`, `Pin` and `Unpin` make and end buffers; in all others every buffer among the results is one of the
 * operands.
 */
export function bufferProblem(
  target: string,
  operands: readonly Type[],
  results: readonly Type[],
  aliases: readonly OutputOperandAliasAttr[],
): string | null {
  const [operand, result] = [operands[0], results[0]];
  switch (target) {
    case 'CreateBuffer':
      if (operands.length > 0) return "CreateBuffer custom_call shouldn't have any inputs";
      if (results.length !== 1) return 'CreateBuffer custom_call should have one result';
      return result instanceof MemRefType ? null : 'CreateBuffer custom_call should have a memref result';
    case 'Pin':
      return conversionProblem('Pin', operands, results, [
        [operand instanceof RankedTensorType, 'a tensor input'],
        [result instanceof MemRefType, 'a memref output'],
      ]);
    case 'Unpin':
      return conversionProblem('Unpin', operands, results, [
        [operand instanceof MemRefType, 'a memref input'],
        [result instanceof RankedTensorType, 'a tensor output'],
      ]);
    default:
      return aliasesProblem(operands, results, aliases);
  }
}

function conversionProblem(
  target: string,
  operands: readonly Type[],
  results: readonly Type[],
  [input, output]: readonly [readonly [boolean, string], readonly [boolean, string]],
): string | null {
  const fail = (what: string): string => `${target} custom_call should have ${what}`;
  if (operands.length !== 1) return fail('one input');
  if (!input[0]) return fail(input[1]);
  if (results.length !== 1) return fail('one output');
  if (!output[0]) return fail(output[1]);
  // `input` and `output` have checked the types.
  const [from, to] = [operands[0], results[0]] as [MemRefType, RankedTensorType];
  const agree = from.elementType === to.elementType && from.shape?.join() === to.shape.join();
  return agree ? null : fail('compatible input and output types');
}

function aliasesProblem(
  operands: readonly Type[],
  results: readonly Type[],
  aliases: readonly OutputOperandAliasAttr[],
): string | null {
  const output = results.length === 1 ? results[0]! : TupleType.get(results);
  const outputs = new Set(bufferPaths(output, []).map(pathText));
  const inputs = new Set(
    operands.flatMap((type, i) => bufferPaths(type, []).map((path) => `${i}${pathText(path)}`)),
  );
  const seen = new Set<string>();
  for (const { outputTupleIndices, operandIndex, operandTupleIndices } of aliases) {
    const to = pathText(outputTupleIndices);
    const from = `${operandIndex}${pathText(operandTupleIndices)}`;
    for (const [isBuffer, text] of [
      [outputs.has(to), `output ${to}`],
      [inputs.has(from), `operand ${from}`],
    ] as const) {
      if (!isBuffer) continue;
      if (seen.has(text)) return `buffer ${text} is used in output_operand_alias more than once`;
      seen.add(text);
    }
  }
  for (const path of outputs) {
    if (!seen.has(`output ${path}`)) return `buffer output ${path} is not used in output_operand_alias`;
  }
  return null;
}

/** Returns the positions of the buffers in a type: paths into tuples. */
function bufferPaths(type: Type, path: readonly number[]): (readonly number[])[] {
  if (type instanceof MemRefType) return [path];
  if (!(type instanceof TupleType)) return [];
  return type.types.flatMap((part, i) => bufferPaths(part, [...path, i]));
}

function pathText(path: readonly number[]): string {
  return `[${path.join(', ')}]`;
}
