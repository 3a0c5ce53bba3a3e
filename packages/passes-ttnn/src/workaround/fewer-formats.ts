import type { DataType } from '@shardform/dialect-ttcore';
import * as ttnn from '@shardform/dialect-ttnn';
import { bf16, byOp, f32, IntegerType, type RankedTensorType, type Tensor } from '@shardform/ir-core';
import {
  any,
  everywhere,
  formatOf,
  isInteger,
  type OperandsWorkarounds,
  type OperandWorkaround,
  type WorkaroundRule,
} from './operand-workaround.ts';
import { indicesOfSort, topKOfHalves } from './data-workarounds.ts';

const halves: OperandWorkaround = { dataType: 'bf16' };
const singles: OperandWorkaround = { dataType: 'f32' };

function isWideInteger({ elementType }: RankedTensorType): boolean {
  return elementType instanceof IntegerType && elementType.width === 32;
}

const permutation = ({ input }: ttnn.PermuteOp): OperandsWorkarounds =>
  isWideInteger(input.type) ? everywhere(singles) : {};

const reduction = ({ input: { type } }: { readonly input: Tensor }): OperandsWorkarounds =>
  type.elementType === f32 || type.elementType === bf16 ? {} : everywhere(singles);

/** Integers are chosen by and from as f32; other conditions have the format of what is chosen. */
function where({ first, third }: ttnn.WhereOp): OperandsWorkarounds {
  const [condition, chosen] = [formatOf(first.type), formatOf(third.type)];
  if (chosen === null || (condition === chosen && !isInteger(condition))) return {};
  const numbers = isInteger(chosen) ? singles : any;
  const mask = isInteger(chosen) ? singles : { dataType: chosen };
  return { operands: [mask, numbers, numbers], results: [numbers] };
}

/** Integers are sorted as 16 bits without sign, floats as bf16. */
function sort(op: ttnn.SortOp): OperandsWorkarounds {
  const format = formatOf(op.input.type);
  const dataType: DataType | null = isInteger(format) ? 'u16' : format === 'f32' ? 'bf16' : null;
  const data = dataType === null || dataType === format ? any : { dataType };
  return { operands: [data], results: [data, indicesOfSort(op)] };
}

/**
 * What kernels of tt-metal of August 2026 lacked: numbers lose digits there that later kernels keep. In place of the rules
 * of the same operations.
 */
export const fewerFormats: readonly WorkaroundRule[] = [
  byOp(ttnn.TanhOp, () => everywhere(halves)),
  byOp(ttnn.WhereOp, where),
  byOp(ttnn.PermuteOp, permutation),
  byOp(ttnn.SumOp, reduction),
  byOp(ttnn.MeanOp, reduction),
  byOp(ttnn.MaxOp, reduction),
  byOp(ttnn.MinOp, reduction),
  byOp(ttnn.SortOp, sort),
  byOp(ttnn.TopKOp, topKOfHalves),
];
