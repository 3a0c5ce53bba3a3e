import {
  ArrayAttr,
  type Context,
  DenseElementsAttr,
  ParseFailure,
  Parser,
  SourceText,
  UnknownLoc,
} from '@shardform/ir-core';
import { arrayTypeOf, fromDenseBytes, type NdArray } from '@shardform/runtime-sim';

const USAGE = 'i.e. --args=[dense<1> : tensor<2xi32>, ...]';

/**
 * Parses the inputs of `--args`: `[dense<1> : tensor<2xi32>, ...]`, empty for none.
 *
 * @returns `null` for invalid input, which is reported to the context.
 */
export function parseInputs(text: string, context: Context): readonly NdArray[] | null {
  if (text === '') return [];
  const fail = (message: string): null => {
    context.diagnostics.error(UnknownLoc.instance, `${message}, ${USAGE}`);
    return null;
  };
  const attribute = parseArray(text, context);
  if (attribute === null) return fail('expectected array attribute string for args');
  const inputs: NdArray[] = [];
  for (const element of attribute.elements) {
    if (!(element instanceof DenseElementsAttr))
      return fail('expected dense elements attribute for args elements');
    const type = arrayTypeOf(element.type);
    if (type === null) return fail(`inputs of type '${String(element.type)}' can't be executed`);
    inputs.push(fromDenseBytes(type.kind, type.shape, element.bytes));
  }
  return inputs;
}

function parseArray(text: string, context: Context): ArrayAttr | null {
  try {
    const parser = new Parser(new SourceText('--args', text), context);
    const attribute = parser.parseAttribute();
    if (!parser.at('eof')) parser.failToken('expected the end');
    return attribute instanceof ArrayAttr ? attribute : null;
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    context.diagnostics.emit(error.diagnostic);
    return null;
  }
}
