import {
  booleanOption,
  constantOf,
  definePass,
  DenseElementsAttr,
  DictionaryAttr,
  i1,
  i32,
  i64,
  RankedTensorType,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { CustomCallOp } from '@shardform/dialect-stablehlo';

const TARGET = 'shape_assertion';
const MAX_MESSAGE_INPUTS = 32;
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'api_version',
  'backend_config',
  'call_target_name',
  'error_message',
  'has_side_effect',
]);

/** Checks assertions about shapes, which are constant by now, and erases them; upstream's pass of this name. */
export const checkShapeAssertions = /* @__PURE__ */ definePass({
  name: 'stablehlo-check-shape-assertions',
  className: 'StablehloCheckShapeAssertionsPass',
  summary: 'Check stablehlo.custom_call @shape_assertion ops.',
  description:
    'An assertion is `stablehlo.custom_call @shape_assertion(%holds, %number, ...)` with an `error_message` in which ' +
    '`{0}` stands for the first number. Where it does not hold, that message is the error.',
  anchor: 'func.func',
  options: {
    'enable-shape-assertions': booleanOption(
      'Whether shape assertions may generate errors; otherwise they are erased unseen.',
      true,
    ),
  },
  run(func, pass) {
    const isChecked = pass.options['enable-shape-assertions'];
    func.walkOf(CustomCallOp, (op) => {
      if (op.callTargetName.value !== TARGET) return;
      const problem = isChecked ? (malformation(op) ?? failure(op)) : null;
      if (problem === null) op.erase();
      else pass.context.diagnostics.emitOn(op, 'error', problem);
    });
  },
});

/** Returns an error message for a malformed assertion, or `null`. */
function malformation(op: CustomCallOp): string | null {
  const [assertWhat, ...inputs] = op.operandValues();
  if (assertWhat === undefined || inputs.length > MAX_MESSAGE_INPUTS) {
    return `expects 1 <= size(operands) <= ${MAX_MESSAGE_INPUTS + 1}`;
  }
  if (op.results.length > 0) return 'expects size(results) = 0';
  const foreign = op.sortedAttrs().find(([name]) => !ATTRIBUTES.has(name));
  if (foreign !== undefined) return `"${foreign[0]}" is not a supported attribute`;
  if (!isEmptyConfig(op)) return 'expects an empty backend_config';
  if (!isScalar(assertWhat, [i1])) {
    return 'expects assert_what (operand #0) to be a constant of type tensor<i1>';
  }
  const at = inputs.findIndex((input) => !isScalar(input, [i32, i64]));
  if (at >= 0) {
    return `expects error_message_input (operand #${at + 1}) to be a constant of type tensor<i32> or tensor<i64>`;
  }
  const message = op.getAttr('error_message');
  if (!(message instanceof StringAttr)) return 'expects an error_message attribute';
  for (const [specifier, index] of message.value.matchAll(/\{(-?\d+)\}/g)) {
    if (Number(index) >= 0 && Number(index) < inputs.length) continue;
    return (
      'expects error_message to contain format specifiers with error_message_input index less than ' +
      `${inputs.length}. Found specifier ${specifier}`
    );
  }
  return null;
}

function isEmptyConfig({ backendConfig }: CustomCallOp): boolean {
  if (backendConfig instanceof DictionaryAttr) return backendConfig.entries.length === 0;
  return backendConfig === null || backendConfig.value === '';
}

function isScalar({ type }: Value, elementTypes: readonly Type[]): boolean {
  return type instanceof RankedTensorType && type.rank === 0 && elementTypes.includes(type.elementType);
}

/** The message of an assertion that does not hold, or that can't be decided. */
function failure(op: CustomCallOp): string | null {
  const [holds, ...numbers] = op.operandValues().map(scalarConstant);
  if (holds === null) return 'expects static assert_what (operand #0)';
  if (holds !== 0n) return null;
  const at = numbers.indexOf(null);
  if (at >= 0) return `expects static error_message_input (operand #${at + 1})`;
  // Checked above to be a string.
  return format((op.getAttr('error_message') as StringAttr).value, numbers.map(String));
}

function scalarConstant(value: Value): bigint | null {
  const constant = constantOf(value);
  return constant instanceof DenseElementsAttr ? constant.storedIntegers()[0]! : null;
}

/** Puts numbers for `{0}`, and for `{}` one after the other (LLVM, `formatv`); doubled braces stand for one. */
function format(message: string, numbers: readonly string[]): string {
  let next = 0;
  return message.replace(/\{\{|\{(\d*)\}/g, (found, index?: string) => {
    if (index === undefined) return '{';
    return numbers[index === '' ? next++ : Number(index)] ?? found;
  });
}
