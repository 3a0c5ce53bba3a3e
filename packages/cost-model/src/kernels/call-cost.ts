import { attentionCall, type CompositeOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import { type Arithmetic, attentionArithmetic, productsOf } from './arithmetic.ts';
import { attentionFlops, attentionSizes } from './attention/attention-cost.ts';
import { customCallFlops } from './flops/custom-call-flops.ts';
import { isProductOfLibrary } from './flops/library-call-flops.ts';
import { resultElements } from './tensor-size.ts';

/** An operation whose name says what it computes: a composite has a decomposition otherwise. */
export type CallLike = CustomCallOp | CompositeOp;

/** Returns the floating-point operations of a call; `null` for targets that are not known. */
export function callFlops(op: CallLike): number | null {
  const attention = attentionCall(op);
  if (attention !== null) return attentionFlops(attention.pass, attentionSizes(op, attention), attention);
  return op instanceof CustomCallOp ? customCallFlops(op, resultElements(op)) : null;
}

/** Returns the arithmetic of a call. */
export function callArithmetic(op: CallLike): Arithmetic {
  const attention = attentionCall(op);
  if (attention !== null) return attentionArithmetic(productsOf(op, attention.query.index));
  return op instanceof CustomCallOp && isProductOfLibrary(op) ? productsOf(op, 0) : 'vector';
}
