import { haveSameElements, type IntegerAttr, type Tensor, type Type } from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';
import { commas, isFloat, type Problems, quoted } from './problems.ts';

/** An operation between real numbers and integers that stand for them. */
export interface Quantization {
  readonly input: Tensor;
  readonly result: Tensor;
}

function isQuantized(type: Type): type is quant.UniformQuantizedType {
  return type instanceof quant.UniformQuantizedType;
}

function isPerAxis(type: Type): boolean {
  return isQuantized(type) && type.dimension !== null;
}

const KINDS = 'UniformQuantizedType or UniformQuantizedPerAxisType';

/** Real numbers on one side, integers on the other. */
export function* elementProblems(
  { input, result }: Quantization,
  from: 'real' | 'quantized',
  to: 'real' | 'quantized',
): Problems {
  for (const [name, { type }, kind] of [
    ['Input', input, from],
    ['Output', result, to],
  ] as const) {
    const { elementType } = type;
    const holds = kind === 'real' ? isFloat(elementType) : isQuantized(elementType);
    if (!holds)
      yield `${name} element type must be ${kind === 'real' ? 'float' : KINDS}, but got ${quoted(elementType)}`;
  }
}

/** Both sides have scales for the whole tensor, or both have them along an axis. */
export function* sameScopeProblems({ input, result }: Quantization): Problems {
  const [from, to] = [input.type.elementType, result.type.elementType];
  if (isQuantized(from) && isQuantized(to) && isPerAxis(from) === isPerAxis(to)) return;
  yield `Input and output element types must both be per-axis or both be per-tensor quantized types, but got ${quoted(from)} and ${quoted(to)}`;
}

/** Both sides have one shape; `expected` names that of the operand in the message. */
export function* quantizedShapeProblems({ input, result }: Quantization, expected: string): Problems {
  const [from, to] = [input.type.shape, result.type.shape];
  if (from.length !== to.length)
    yield `Input tensor rank of ${from.length} does not match the output tensor rank of ${to.length}`;
  if (!haveSameElements(from, to))
    yield `Output tensor shape (${commas(to)}) must match the ${expected}: (${commas(from)})`;
}

/** Axis, scales and zero points fit to the tensors. */
export function* scaleProblems({ input, result }: Quantization, axis: IntegerAttr | null): Problems {
  const { rank } = input.type;
  if (axis !== null && (axis.number < 0 || axis.number >= rank))
    yield `Axis value ${axis.number} is out of the range [0, ${rank}) for the input tensor of rank ${rank}`;
  for (const { type } of [input, result]) {
    const { elementType } = type;
    if (!isQuantized(elementType)) continue;
    const { dimension, scalings, storage } = elementType;
    const size = dimension === null ? 1 : type.shape[Number(dimension)]!;
    if (scalings.length !== size)
      yield `Number of scales (${scalings.length}) does not match the size of the quantized axis (${size})`;
    const wrong = scalings.find(({ zeroPoint }) => zeroPoint < storage.min || zeroPoint > storage.max);
    if (wrong !== undefined)
      yield `Zero point ${wrong.zeroPoint} is out of the range for storage type ${quoted(storage.type)}`;
  }
}

const SHAPE_NAME = 'inferred shape';

/** Real numbers become integers. */
export function* quantizeProblems(op: Quantization): Problems {
  yield* elementProblems(op, 'real', 'quantized');
  yield* quantizedShapeProblems(op, SHAPE_NAME);
}

/** Integers become real numbers. */
export function* dequantizeProblems(op: Quantization): Problems {
  yield* elementProblems(op, 'quantized', 'real');
  yield* quantizedShapeProblems(op, SHAPE_NAME);
}

/** Integers become integers of another scale. */
export function* requantizeProblems(op: Quantization): Problems {
  yield* elementProblems(op, 'quantized', 'quantized');
  yield* quantizedShapeProblems(op, SHAPE_NAME);
}

type Unrolled = Quantization & { readonly axis: IntegerAttr | null };

/** Real numbers become integers by scales that are operands. */
export function* quantizeUnrolledProblems(op: Unrolled): Problems {
  yield* quantizeProblems(op);
  yield* scaleProblems(op, op.axis);
}

/** Integers become real numbers by scales that are operands. */
export function* dequantizeUnrolledProblems(op: Unrolled): Problems {
  yield* dequantizeProblems(op);
  yield* scaleProblems(op, op.axis);
}

/** Integers become integers of another scale by scales that are operands. */
export function* requantizeUnrolledProblems(op: Unrolled): Problems {
  yield* sameScopeProblems(op);
  yield* quantizedShapeProblems(op, SHAPE_NAME);
  yield* scaleProblems(op, op.axis);
}
