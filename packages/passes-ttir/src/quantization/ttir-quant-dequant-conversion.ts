import {
  anyOpPattern,
  applyPatternsGreedily,
  cloneOp,
  definePass,
  type Operation,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';
import { DequantizeOp, QuantizeOp, RequantizeOp, tensorOf } from '@shardform/dialect-ttir';
import type { quant } from '@shardform/dialects-mlir';
import { isQuantizable, quantizedComputation, quantizedTypeOf } from './quantized-computation.ts';

/** The conversion to numbers that an operand comes from, when nothing else needs it. */
function ownDequantize(op: Operation): DequantizeOp | null {
  for (const { definingOp } of op.operandValues()) {
    if (definingOp instanceof DequantizeOp && definingOp.result.hasOneUse) return definingOp;
  }
  return null;
}

function sourcesOf(op: Operation): Tensor[] {
  return op.operandValues().map((operand) => {
    const { definingOp } = operand;
    return definingOp instanceof DequantizeOp ? definingOp.input : tensorOf(operand);
  });
}

/**
 * Returns true if integers of a type can stand for a tensor: it has the expressed type and as many channels as the
 * type has scales.
 */
function canStandFor(type: quant.UniformQuantizedType, { type: { elementType, shape } }: Tensor): boolean {
  if (elementType !== type.expressedType) return false;
  return type.dimension === null || shape[Number(type.dimension)] === type.scalings.length;
}

/** Conversions to numbers move behind operations, which then compute with integers. */
function moveBehind(
  op: Operation,
  dequantize: DequantizeOp,
  seen: Set<Operation>,
  rewriter: Rewriter,
): boolean {
  const sources = sourcesOf(op);
  if (!isQuantizable(op, sources)) return false;
  const { type } = tensorOf(op.getResult());
  const computed = quantizedComputation(op, sources, rewriter);
  if (computed !== null) {
    rewriter.replaceOpWith(op, DequantizeOp, { input: computed }, [type]);
    return true;
  }
  const scales = quantizedTypeOf(dequantize.input);
  if (scales === null || !canStandFor(scales, tensorOf(op.getResult()))) return false;
  // The operation stays one on numbers; its result is brought to integers, which operations behind it may want.
  const same = rewriter.insert(cloneOp(op));
  seen.add(same);
  const input = rewriter.create(QuantizeOp, { input: tensorOf(same.getResult()) }, [
    type.withElementType(scales),
  ]).result;
  rewriter.replaceOpWith(op, DequantizeOp, { input }, [type]);
  return true;
}

/** Integers that become numbers and integers again only change their scale. */
const joinConversions = pattern(QuantizeOp, 'ttir-requantize', (op, rewriter) => {
  const { definingOp } = op.input;
  if (!(definingOp instanceof DequantizeOp)) return false;
  rewriter.replaceOpWith(op, RequantizeOp, { input: definingOp.input }, op.resultTypes());
  return true;
});

function conversionPatterns(): readonly RewritePattern[] {
  const seen = new Set<Operation>();
  const behind = anyOpPattern('ttir-dequantize-behind', (op, rewriter) => {
    if (op.results.length !== 1 || seen.has(op)) return false;
    const dequantize = ownDequantize(op);
    return dequantize !== null && moveBehind(op, dequantize, seen, rewriter);
  });
  return [behind, joinConversions];
}

/** Programs that convert integers to numbers for each operation compute with the integers instead. */
export const ttirQuantDequantConversion = definePass({
  name: 'ttir-quant-dequant-conversion',
  className: 'TTIRQuantDequantConversion',
  summary: 'computes with quantized integers',
  anchor: 'builtin.module',
  run(op, { context }) {
    applyPatternsGreedily(op, conversionPatterns(), context);
  },
});
