import { FuncOp } from '@shardform/dialect-func';
import { LoadCachedOp } from '@shardform/dialect-ttcore';
import { FullOp } from '@shardform/dialect-ttnn';
import {
  FloatAttr,
  IntegerAttr,
  lookupNearestSymbol,
  type Operation,
  OpResult,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import type { TableValue } from '../flatbuffers/schema.ts';
import { UnwritableValue } from '../binary/attribute-value.ts';
import { type Encoding, type EncodingContext, type Fields, member } from './encoding.ts';

/** A scale or zero point: one number, or a tensor with one for each index of an axis. */
function scale(value: Value, op: Operation, { refs }: EncodingContext): TableValue {
  if (!isOne(value)) return member('PerAxisScale', { scale: refs.of(value, op) });
  return member('PerTensorScale', { scale: constantOf(value) });
}

function zeroPoint(value: Value, op: Operation, { refs }: EncodingContext): TableValue {
  if (!isOne(value)) return member('PerAxisZeroPoint', { zero_point: refs.of(value, op) });
  return member('PerTensorZeroPoint', { zero_point: constantOf(value) });
}

function isOne({ type }: Value): boolean {
  return type instanceof RankedTensorType && product(type.shape) === 1;
}

/** The number that a tensor is filled with, also where another function makes it. */
function constantOf(value: Value): number {
  const origin = value instanceof OpResult ? value.owner : null;
  if (origin instanceof FullOp) {
    const number = origin.fillValue;
    if (number instanceof FloatAttr) return number.value;
    if (number instanceof IntegerAttr) return number.number;
  }
  if (origin instanceof LoadCachedOp && value instanceof OpResult) {
    const callee = lookupNearestSymbol(origin, origin.callee);
    const returned = callee instanceof FuncOp ? callee.entry.lastOp : null;
    const inner = returned?.operandValues()[value.index];
    if (inner !== undefined) return constantOf(inner);
  }
  throw new UnwritableValue('scales and zero points of one element are numbers that are known');
}

function quantize(type: string): Encoding {
  return {
    table: 'EltwiseQuantizationOp',
    fields: (op, context): Fields => {
      const [input, scales, zeros] = op.operandValues();
      const params = { scale: scale(scales!, op, context), zero_point: zeroPoint(zeros!, op, context) };
      return { type, in: context.refs.of(input!, op), params: member('QuantizeDequantizeOpParams', params) };
    },
  };
}

/** Numbers to integers of a scale, and back. */
export const quantization: Readonly<Record<string, Encoding>> = {
  'ttnn.quantize': quantize('Quantize'),
  'ttnn.dequantize': quantize('Dequantize'),
  'ttnn.requantize': {
    table: 'EltwiseQuantizationOp',
    fields: (op, context) => {
      const [input, inScale, inZero, outScale, outZero] = op.operandValues();
      const params = {
        in_scale: scale(inScale!, op, context),
        in_zero_point: zeroPoint(inZero!, op, context),
        out_scale: scale(outScale!, op, context),
        out_zero_point: zeroPoint(outZero!, op, context),
      };
      return {
        type: 'Requantize',
        in: context.refs.of(input!, op),
        params: member('RequantizeOpParams', params),
      };
    },
  },
};
