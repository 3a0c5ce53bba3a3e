import { CallOp } from '@shardform/dialect-func';
import * as hlo from '@shardform/dialect-stablehlo';
import type { OpDefinition, Operation } from '@shardform/ir-core';

/** Operations whose results have storage of their own. */
const ofOwnStorage: ReadonlySet<OpDefinition> = new Set(
  [hlo.ConvolutionOp, hlo.DotGeneralOp, hlo.DotOp, hlo.GatherOp, hlo.IotaOp, ...hlo.elementwiseOps].map(
    ({ definition }) => definition,
  ),
);

/** Operations whose results may share the storage of operands. */
const sharing: ReadonlySet<OpDefinition> = new Set(
  [
    hlo.BitcastConvertOp,
    hlo.BroadcastInDimOp,
    hlo.BroadcastOp,
    hlo.ConcatenateOp,
    hlo.ConvertOp,
    hlo.DynamicSliceOp,
    hlo.DynamicUpdateSliceOp,
    hlo.PadOp,
    hlo.ReduceOp,
    hlo.ReduceWindowOp,
    hlo.ReshapeOp,
    hlo.ReverseOp,
    hlo.SliceOp,
    hlo.TransposeOp,
  ].map(({ definition }) => definition),
);

/** Operations that hand their operands to a region, whose frame refers to them from then on, and whose results leave that frame. */
const calling: ReadonlySet<OpDefinition> = new Set([CallOp.definition, hlo.CompositeOp.definition]);

/**
 * Returns whether nothing but its results refers to the operands of an operation when it has been evaluated. This says what the
 * interpretations of this package do.
 */
export function keepsNoOperand({ definition }: Operation): boolean {
  return ofOwnStorage.has(definition) || sharing.has(definition) || calling.has(definition);
}

/** Of such an operation: whether its evaluation makes the results, rather than that of a region. */
export function makesResults({ definition }: Operation): boolean {
  return !calling.has(definition);
}

/** Of such an operation: whether results are meant to share the storage of operands, which others rarely do. */
export function mayShareStorage({ definition }: Operation): boolean {
  return sharing.has(definition);
}
