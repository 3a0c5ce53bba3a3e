import { IntegerAttr } from '@shardform/ir-core';
import type { FlattenedCompatInfoAttr } from '../attrs/window-attrs.ts';
import type { WindowAttr } from '../constraints.ts';

/** A problem with the number of values, or the values. */
type Numbers = readonly number[] | string;

/** One number for both dimensions, or one for each. */
export function pairOf(attribute: WindowAttr): Numbers {
  if (attribute instanceof IntegerAttr) return [attribute.number, attribute.number];
  const numbers = attribute.numbers();
  if (numbers.length === 2) return numbers;
  return `Expected integer or pair of integers, got tuple of size ${numbers.length}`;
}

/** One number for all three dimensions, or one for each. */
export function tripleOf(attribute: WindowAttr): Numbers {
  if (attribute instanceof IntegerAttr) return new Array<number>(3).fill(attribute.number);
  const numbers = attribute.numbers();
  if (numbers.length === 3) return numbers;
  return `Expected integer or array of size 3, but got array of size ${numbers.length}`;
}

/** Top, left, bottom and right from one number, from height and width, or from all four. */
export function quadrupleOf(attribute: WindowAttr): Numbers {
  if (attribute instanceof IntegerAttr) return new Array<number>(4).fill(attribute.number);
  const numbers = attribute.numbers();
  if (numbers.length === 4) return numbers;
  if (numbers.length === 2) return [...numbers, ...numbers];
  return `Expected integer, pair, or tuple of size 4, but got tuple of size ${numbers.length}`;
}

/** Returns the numbers that one of the functions above found; its problem is handed on with `suffix`. */
export function* numbersOr(numbers: Numbers, suffix: string): Generator<string, readonly number[], void> {
  if (typeof numbers !== 'string') return numbers;
  yield `${numbers}${suffix}`;
  return [];
}

/** Elements between the first and the last that a window covers, both included. */
export function extent(kernel: number, dilation: number): number {
  return dilation * (kernel - 1) + 1;
}

/** The dimension into which batch, height and width are flattened. */
export const FLATTENED_DIM = 2;

/** Returns an error message for the flattened dimension, or `null`. */
export function flattenedProblem(info: FlattenedCompatInfoAttr | null, size: number): string | null {
  if (info === null) return null;
  const { batchSize: batch, inputHeight: height, inputWidth: width } = info;
  const expected = batch * height * width;
  if (expected === size) return null;
  return `he input tensor's flattened dimension (${size}) does not match the product of batch_size * input_height * input_width from FlattenedCompatInfo (${batch} * ${height} * ${width} = ${expected})`;
}
