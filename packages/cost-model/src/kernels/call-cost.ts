import {
  attentionCall,
  type CompositeOp,
  CustomCallOp,
  isAttentionPreprocessing,
} from '@shardform/dialect-stablehlo';
import { RankedTensorType } from '@shardform/ir-core';
import { type Arithmetic, attentionArithmetic, productsOf } from './arithmetic.ts';
import { attentionFlops, attentionSizes } from './attention/attention-cost.ts';
import { customCallFlops } from './custom-call-cost.ts';
import { isProductOfLibrary, libraryCallFlops } from './library-call-cost.ts';
import { operandElements, resultElements } from './tensor-size.ts';

/** An operation whose name says what it computes: a composite has a decomposition otherwise. */
export type CallLike = CustomCallOp | CompositeOp;

/** Returns the floating-point operations of a call; `null` for targets that are not known. */
export function callFlops(op: CallLike): number | null {
  const attention = attentionCall(op);
  if (attention !== null) return attentionFlops(attention.pass, attentionSizes(op, attention), attention);
  if (!(op instanceof CustomCallOp)) return null;
  if (isAttentionPreprocessing(op)) return 2 * operandElements(op, 0);
  const shapes = op
    .operandValues()
    .flatMap(({ type }) => (type instanceof RankedTensorType ? [type.shape] : []));
  return libraryCallFlops(op) ?? customCallFlops(op.callTargetName.value, shapes, resultElements(op));
}

/** Returns the arithmetic of a call. */
export function callArithmetic(op: CallLike): Arithmetic {
  const attention = attentionCall(op);
  if (attention !== null) return attentionArithmetic(productsOf(op, attention.query.index));
  return op instanceof CustomCallOp && isProductOfLibrary(op) ? productsOf(op, 0) : 'vector';
}
