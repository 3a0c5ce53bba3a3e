import {
  anyOpPattern,
  applyPatternsGreedily,
  type ConversionPattern,
  definePass,
  type Operation,
  type RankedTensorType,
  type Rewriter,
} from '@shardform/ir-core';
import {
  isQuantized,
  isQuantizedTensor,
  UniformDequantizeOp,
  UniformQuantizeOp,
} from '@shardform/dialect-stablehlo';

/** The operations that compute with numbers. Others, which move, send or name them, take quantized ones as they are. */
const arithmetic: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    ...[
      'abs',
      'add',
      'atan2',
      'batch_norm_grad',
      'batch_norm_inference',
      'batch_norm_training',
      'cbrt',
      'ceil',
    ],
    ...[
      'cholesky',
      'clamp',
      'compare',
      'convolution',
      'cosine',
      'divide',
      'dot',
      'dot_general',
      'exponential',
    ],
    ...[
      'exponential_minus_one',
      'floor',
      'log',
      'log_plus_one',
      'logistic',
      'maximum',
      'minimum',
      'multiply',
    ],
    ...[
      'negate',
      'power',
      'reduce_precision',
      'remainder',
      'round_nearest_afz',
      'round_nearest_even',
      'rsqrt',
    ],
    ...['select', 'sign', 'sine', 'sqrt', 'subtract', 'tan', 'tanh', 'triangular_solve'],
  ].map((name) => `stablehlo.${name}`),
);

/** Computes with floats: operands are dequantized, results quantized. */
function decompose(op: Operation, rewriter: Rewriter): boolean {
  if (!arithmetic.has(op.name)) return false;
  const operands = op.operands.map(({ value }) => value);
  if (![...operands, ...op.results].some(({ type }) => isQuantizedTensor(type))) return false;

  const expressed = operands.map((operand) =>
    isQuantizedTensor(operand.type) ? rewriter.create(UniformDequantizeOp, { operand }).result : operand,
  );
  const computation = rewriter.clone(op);
  computation.operands.forEach((operand, i) => {
    operand.set(expressed[i]!);
  });
  for (const result of computation.results) {
    if (isQuantizedTensor(result.type)) result.setType(expressedTensor(result.type));
  }
  const results = op.results.map(({ type }, i) => {
    const operand = computation.getResult(i);
    return isQuantizedTensor(type) ? rewriter.create(UniformQuantizeOp, { operand }, [type]).result : operand;
  });
  rewriter.replaceOp(op, results);
  return true;
}

/** The pattern of this pass, for conversions that leave no quantized type. */
export const dequantizeOpQuantize: ConversionPattern = {
  name: 'dequantize-op-quantize',
  root: null,
  matchAndRewrite: (op, _, rewriter) => decompose(op, rewriter),
};

const greedyPattern = /* @__PURE__ */ anyOpPattern('dequantize-op-quantize', decompose);

function expressedTensor(type: RankedTensorType): RankedTensorType {
  const { elementType } = type;
  return type.withElementType(isQuantized(elementType) ? elementType.expressedType : elementType);
}

/** Computes on the numbers that quantized ones express; upstream's pass of this name. */
export const legalizeQuantizedOpToQdq = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-quantized-op-to-qdq',
  className: 'StablehloLegalizeQuantizedOpToQDQPass',
  summary:
    'Decompose quantized StableHLO operation to (de-quantize, floating-point operation and quantize) pattern.',
  description:
    'Operations that only move numbers, and those whose regions compute with them, stay quantized.',
  anchor: 'func.func',
  run(func, pass) {
    if (applyPatternsGreedily(func, [greedyPattern], pass.context).converged) return;
    pass.context.diagnostics.error(
      func.location,
      'Failed to converge StablehloLegalizeQuantizedOpToQDQ in 10 iterations',
    );
    pass.fail();
  },
});
