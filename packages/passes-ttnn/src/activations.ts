import { GeluOp, ReluOp, SigmoidOp, SiluOp, TanhOp } from '@shardform/dialect-ttnn';

/** The functions that the library applies to results of matrix products, by the name that products have for them. */
export const activationOps = /* @__PURE__ */ new Map([
  ['relu', ReluOp],
  ['sigmoid', SigmoidOp],
  ['gelu', GeluOp],
  ['tanh', TanhOp],
  ['silu', SiluOp],
]);
