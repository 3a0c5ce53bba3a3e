import { applyPartialConversion, ConversionTarget, definePass } from '@shardform/ir-core';
import { hasIndexOperand, operandPattern, shapePatterns } from './patterns.ts';

/** Makes arithmetic on shapes arithmetic of StableHLO; upstream's pass of this name. */
export const shapeLegalizeToStablehlo = /* @__PURE__ */ definePass({
  name: 'shape-legalize-to-stablehlo',
  className: 'ShapeLegalizeToStablehloPass',
  summary: 'Legalize shape-related ops to StableHLO.',
  description:
    'An experimental pass that legalizes shape-related ops to StableHLO ops: those of the dialects shape and tensor, ' +
    'and arithmetic on indices. Sizes become i32; `builtin.unrealized_conversion_cast` stands where an index is needed.',
  anchor: 'func.func',
  run(func, pass) {
    const target = new ConversionTarget()
      .addDynamicallyLegalDialects((op) => !hasIndexOperand(op), 'stablehlo')
      .addIllegalDialects('shape', 'tensor')
      .addIllegalOps('arith.index_cast', 'arith.muli')
      .addLegalOps('tensor.cast', 'builtin.unrealized_conversion_cast');
    const patterns = [...shapePatterns, operandPattern];
    if (!applyPartialConversion(func, target, patterns, pass.context)) pass.fail();
  },
});
