/** The attribute of matrix products whose operands keep all of their digits: nothing is fused into these. */
export const FP32_EXACT = 'ttcore.fp32_exact';
