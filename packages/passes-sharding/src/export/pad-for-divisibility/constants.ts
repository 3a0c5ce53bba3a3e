import { SdyConstantOp } from '@shardform/dialect-sdy';
import { ConstantOp } from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  type InterfaceImplementation,
  product,
  RankedTensorType,
} from '@shardform/ir-core';
import { opPadding } from './op-padding.ts';
import type { Padder } from './padder.ts';

/** Makes a constant larger: more of the same where all elements are equal, zeros otherwise. */
function padConstant(op: ConstantOp | SdyConstantOp, padder: Padder): boolean {
  const { value } = op;
  const type = padder.divisibleType(op.output.type, padder.shardingOf(op.output));
  if (!(value instanceof DenseElementsAttr) || !(type instanceof RankedTensorType)) return false;
  const { shape } = value.type;
  if (shape === null) return false;
  padder.setType(op.output, type);
  op.value = value.isSplat
    ? DenseElementsAttr.fromBytes(type, value.bytes)
    : DenseElementsAttr.fromBytes(type, spread(value.bytes, shape, type.shape));
  if (!value.isSplat) padder.markZeroPadded(op.output);
  return true;
}

/** The bytes of a larger array that begins with an array, zeros elsewhere. */
function spread(bytes: Uint8Array, from: readonly number[], to: readonly number[]): Uint8Array {
  const count = (shape: readonly number[]): number => product(shape);
  const elementSize = bytes.length / count(from);
  const spread = new Uint8Array(count(to) * elementSize);
  const row = (from.at(-1) ?? 1) * elementSize;
  for (let start = 0; start < bytes.length; start += row) {
    let [rest, target, stride] = [start / row, 0, (to.at(-1) ?? 1) * elementSize];
    for (let d = from.length - 2; d >= 0; d--) {
      target += (rest % from[d]!) * stride;
      rest = Math.floor(rest / from[d]!);
      stride *= to[d]!;
    }
    spread.set(bytes.subarray(start, start + row), target);
  }
  return spread;
}

/** Padding of constants, of both dialects. */
export const constantPaddings: readonly InterfaceImplementation[] = [
  opPadding.implementFor(ConstantOp, (op) => (padder) => padConstant(op, padder)),
  opPadding.implementFor(SdyConstantOp, (op) => (padder) => padConstant(op, padder)),
];
