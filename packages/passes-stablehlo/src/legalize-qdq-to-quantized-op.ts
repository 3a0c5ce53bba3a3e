import { applyPatternsGreedily, definePass, IrMapping, pattern } from '@shardform/ir-core';
import { isQuantizedTensor, UniformDequantizeOp, UniformQuantizeOp } from '@shardform/dialect-stablehlo';

const fuse = /* @__PURE__ */ pattern(
  UniformQuantizeOp,
  'fuse-dequantize-op-quantize',
  (quantize, rewriter) => {
    const computation = quantize.operand.definingOp;
    if (computation === null || computation.regions.length > 0 || computation.results.length > 1)
      return false;
    if (computation.operands.length === 0) return false;
    const mapping = new IrMapping();
    for (const { value } of computation.operands) {
      const { definingOp } = value;
      if (isQuantizedTensor(value.type) || !(definingOp instanceof UniformDequantizeOp)) return false;
      mapping.values.set(value, definingOp.operand);
    }
    rewriter.setInsertionPointAfter(computation);
    const quantized = rewriter.clone(computation, mapping);
    quantized.getResult().setType(quantize.result.type);
    rewriter.replaceOp(quantize, quantized.results);
    return true;
  },
);

/** Computes on quantized numbers what is dequantized, computed and quantized; upstream's pass of this name. */
export const legalizeQdqToQuantizedOp = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-qdq-to-quantized-op',
  className: 'StablehloLegalizeQDQToQuantizedOpPass',
  summary:
    'Fuse (de-quantize, floating-point operation and quantize) pattern into StableHLO quantized operation',
  description:
    'Operations with regions, with several results or with an operand that is not dequantized stay. What others ' +
    'use of the floating-point computation stays beside the quantized one.',
  anchor: 'func.func',
  run(func, pass) {
    if (applyPatternsGreedily(func, [fuse], pass.context).converged) return;
    pass.context.diagnostics.error(
      func.location,
      'Failed to converge StablehloLegalizeQDQToQuantizedOpPass in 10 iterations',
    );
    pass.fail();
  },
});
