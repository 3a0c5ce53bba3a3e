import {
  type ElementsAttr,
  type FloatAttr,
  haveSameElements,
  type IntegerAttr,
  isInstance,
  type RankedTensorType,
  type StringAttr,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { checks, shapeText } from '@shardform/dialect-ttir';
import { type BufferTypeAttr, layoutOf, NdLayoutAttr, type ShapeAttr } from '../attrs/index.ts';

type Problems = checks.Problems;

interface Creation {
  readonly result: Tensor;
}

/** The result says where and how it lies. */
export function* layoutProblems({ result }: Creation): Problems {
  const { encoding } = result.type;
  if (layoutOf(result.type) !== null || (encoding !== null && isInstance(NdLayoutAttr, encoding))) return;
  yield 'Output tensor type missing layout attribute';
}

/** A tensor of one number, of a shape that is given. */
export function* namedFullProblems(op: Creation & { readonly shape: ShapeAttr }): Problems {
  yield* layoutProblems(op);
  const { shape } = op.shape;
  const actual = op.result.type.shape;
  if (!haveSameElements(shape, actual))
    yield `Output tensor shape must be ${checks.spaced(shape)}, but got ${checks.spaced(actual)}`;
}

/** Memory of a shape that is given. */
export function* emptyProblems(op: Creation & { readonly shape: ShapeAttr }): Problems {
  yield* namedFullProblems(op);
}

/** Checks that counting makes as many numbers as the result has elements. */
export function* arangeProblems(
  op: Creation & { readonly start: IntegerAttr; readonly end: IntegerAttr; readonly step: IntegerAttr },
): Problems {
  yield* layoutProblems(op);
  const [start, end, step] = [op.start.number, op.end.number, op.step.number];
  if (step === 0) yield 'Step cannot be zero.';
  const count = Math.trunc((end - start) / step);
  if (count <= 0) yield `Invalid range: start=${start}, end=${end}, step=${step}`;
  const { shape } = op.result.type;
  if (!haveSameElements(shape, [count]))
    yield `Output tensor shape must be ${count}, but got ${checks.spaced(shape)}`;
}

/** Random numbers lie between two different bounds. */
export function* randProblems(
  op: Creation & {
    readonly low: FloatAttr | null;
    readonly high: FloatAttr | null;
    readonly size: ShapeAttr;
  },
): Problems {
  yield* layoutProblems(op);
  if ((op.low?.value ?? 0) >= (op.high?.value ?? 1)) yield "'low' value must be < 'high' value";
  const { shape } = op.result.type;
  if (!haveSameElements(op.size.shape, shape))
    yield `size argument does not match with output tensor shape. [Size = ${shapeText(op.size.shape)}, output tensor shape = ${shapeText(shape)}]`;
}

function isOnHost(type: RankedTensorType): boolean {
  return layoutOf(type)?.isOnHost ?? false;
}

/** A device is named exactly when the constant lies on it. */
export function* constantProblems(
  op: Creation & { readonly value: ElementsAttr; readonly device: Value | null },
): Problems {
  yield* layoutProblems(op);
  yield* checks.valueProblems(op.value);
  const onHost = isOnHost(op.result.type);
  if (!onHost && op.device === null)
    yield 'device operand must be specified for non-system memory buffer type';
  if (onHost && op.device !== null)
    yield 'device operand must not be specified for system memory buffer type';
}

/** Memory at an address has a layout that says the same. */
export function* allocProblems(
  op: Creation & {
    readonly address: IntegerAttr;
    readonly size: IntegerAttr;
    readonly bufferType: BufferTypeAttr;
  },
): Problems {
  const layout = layoutOf(op.result.type);
  if (layout === null) return yield 'Result type missing layout attribute';
  if (op.size.number === 0) yield 'Alloc size must be non-zero';
  if (layout.bufferType !== op.bufferType.value)
    yield 'Input tensor layout memory space must match alloc memory space';
  if (layout.isOnHost && op.address.number !== 0)
    yield 'Allocating from system memory space must have address set to 0, implicitly allocated by the runtime';
  if (!layout.isOnHost && op.address.number === 0)
    yield 'Allocating from a device memory space must have address set to a non-zero value, device addresses are statically allocated';
}

/** The name under which tensors are stored. */
export function* filePathProblems({ filePath }: { readonly filePath: StringAttr }): Problems {
  if (!filePath.value.endsWith('.tensorbin'))
    yield `file ${filePath.value} must end with .tensorbin extension`;
}

/** A device is named exactly when the tensor is loaded to it. */
export function* loadProblems(
  op: Creation & { readonly filePath: StringAttr; readonly device: Value | null },
): Problems {
  yield* filePathProblems(op);
  const onHost = isOnHost(op.result.type);
  if (onHost && op.device !== null) yield 'device operand must be null for system memory buffer type';
  if (!onHost && op.device === null) yield 'device operand must be specified for device memory buffer type';
}
