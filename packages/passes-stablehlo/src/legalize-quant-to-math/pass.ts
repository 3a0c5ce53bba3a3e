import { applyPartialConversion, ConversionTarget, definePass } from '@shardform/ir-core';
import { FuncOp, functionTypePatterns } from '@shardform/dialect-func';
import { dequantizeOpQuantize } from '../legalize-quantized-op-to-qdq.ts';
import { addPattern } from './add.ts';
import { convolutionPattern } from './convolution.ts';
import { dotPatterns } from './dot.ts';
import { quantizePatterns } from './quantize.ts';
import { movePattern, storageTypes } from './storage-types.ts';

/** Computes with stored integers; upstream's pass of this name. */
export const legalizeQuantToMath = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-quant-to-math',
  className: 'StablehloLegalizeQuantToMathPass',
  summary: 'Convert from StableHLO quantized ops to StableHLO primitive math ops.',
  description:
    'Sums, dots and convolutions become arithmetic on integers with a rescaling; other arithmetic is done on the ' +
    'floats that quantized numbers express. No quantized type is left.',
  anchor: 'func.func',
  run(func, pass) {
    const target = new ConversionTarget()
      .addIllegalDialects('quant')
      .addDynamicallyLegalDialects((op) => storageTypes.isLegalOp(op), 'stablehlo', 'chlo', 'func')
      .addDynamicallyLegalOps(
        (op) =>
          op instanceof FuncOp &&
          [...op.functionType.inputs, ...op.functionType.results].every((type) => storageTypes.isLegal(type)),
        'func.func',
      );
    const patterns = [
      ...quantizePatterns,
      addPattern,
      ...dotPatterns,
      convolutionPattern,
      dequantizeOpQuantize,
      movePattern,
      ...functionTypePatterns(storageTypes),
    ];
    if (!applyPartialConversion(func, target, patterns, pass.context, { typeConverter: storageTypes }))
      pass.fail();
  },
});
