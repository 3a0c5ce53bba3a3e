import {
  type ArrayAttr,
  type ElementsAttr,
  type FloatAttr,
  haveSameElements,
  type IntegerAttr,
  isInstance,
  RankedTensorType,
  SparseElementsAttr,
  type Tensor,
} from '@shardform/ir-core';
import { type MemorySpaceAttr, MetalLayoutAttr } from '@shardform/dialect-ttcore';
import { shapeText } from '../broadcast.ts';
import { i32Numbers } from '../constraints.ts';
import { isIntegerOrFloat, type Problems, spaced } from './problems.ts';

/** The value has the shape of the result and numbers as elements, all of them written down. */
export function* constantProblems(op: { readonly value: ElementsAttr; readonly result: Tensor }): Problems {
  const { type } = op.value;
  if (!(type instanceof RankedTensorType) || !haveSameElements(type.shape, op.result.type.shape))
    return yield 'failed to verify that all of {value, result} have same shape';
  yield* valueProblems(op.value);
  if (!isIntegerOrFloat(type.elementType)) yield 'value attribute must be of int or float type.';
}

/** All elements are written down. */
export function* valueProblems(value: ElementsAttr): Problems {
  if (value instanceof SparseElementsAttr)
    yield 'value attribute must be one of DenseResourceElementsAttr or DenseElementsAttr.';
}

/** The shape that is given is that of the result. */
export function* fullProblems(declared: readonly number[], type: RankedTensorType): Problems {
  if (!haveSameElements(declared, type.shape))
    yield `expected shape ${shapeText(type.shape)}, got ${shapeText(declared)}`;
}

/** Checks that counting makes as many numbers as the dimension has elements. */
export function* arangeProblems(op: {
  readonly start: IntegerAttr;
  readonly end: IntegerAttr;
  readonly step: IntegerAttr;
  readonly arangeDimension: IntegerAttr;
  readonly result: Tensor;
}): Problems {
  const [start, end, step] = [op.start.number, op.end.number, op.step.number];
  if (step === 0) yield 'Step value cannot be zero';
  const count = Math.trunc((end - start) / step);
  const range = `start=${start}, end=${end}, step=${step}`;
  if (count <= 0) yield `Invalid range: ${range}`;
  const dim = op.arangeDimension.number;
  const size = op.result.type.shape[dim];
  if (count !== size)
    yield `Output tensor shape must be ${count} at dim ${dim} (since ${range}), but got ${size ?? 0}`;
}

/** Random numbers lie between two different bounds. */
export function* randProblems(op: {
  readonly low: FloatAttr | null;
  readonly high: FloatAttr | null;
  readonly size: ArrayAttr;
  readonly result: Tensor;
}): Problems {
  if ((op.low?.value ?? 0) >= (op.high?.value ?? 1)) yield "'low' value must be < 'high' value.";
  const { shape } = op.result.type;
  if (!haveSameElements(i32Numbers(op.size), shape))
    yield `Size argument does not match with output tensor shape. [Size = ${String(op.size)}, output tensor shape = (${spaced(shape)})].`;
}

/** Memory at an address has a layout that says the same. */
export function* allocProblems(op: {
  readonly address: IntegerAttr;
  readonly size: IntegerAttr;
  readonly memorySpace: MemorySpaceAttr;
  readonly result: Tensor;
}): Problems {
  const { encoding } = op.result.type;
  if (encoding === null || !isInstance(MetalLayoutAttr, encoding))
    return yield 'Result type missing layout attribute';
  if (op.size.number === 0) yield 'Alloc size must be non-zero';
  const space = encoding.memorySpace;
  if (space !== op.memorySpace.value) yield 'Input tensor layout memory space must match alloc memory space';
  const isOnHost = space === 'system' || space === 'mmio';
  if (isOnHost && op.address.number !== 0)
    yield 'Allocating from system memory space must have address set to 0, implicitly allocated by the runtime';
  if (!isOnHost && op.address.number === 0)
    yield 'Allocating from a device memory space must have address set to a non-zero value, device addresses are statically allocated';
}
