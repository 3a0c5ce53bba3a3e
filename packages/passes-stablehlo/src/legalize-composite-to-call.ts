import {
  applyPartialConversion,
  conversionPattern,
  ConversionTarget,
  definePass,
  listOption,
  StringAttr,
  stringOption,
} from '@shardform/ir-core';
import { CallOp } from '@shardform/dialect-func';
import { CompositeOp } from '@shardform/dialect-stablehlo';

const callDecomposition = /* @__PURE__ */ conversionPattern(
  CompositeOp,
  'composite-to-call',
  (op, { inputs }, rewriter) => {
    rewriter.replaceOpWith(op, CallOp, { operands: inputs, callee: op.decomposition }, op.resultTypes());
    return true;
  },
);

/** Replaces composites by calls of their decompositions; upstream's pass of this name. */
export const legalizeCompositeToCall = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-composite-to-call',
  className: 'StablehloLegalizeCompositeToCallPass',
  summary: 'Replaces composite ops with a call to their decomposition.',
  description: 'Attributes of the composite are lost.',
  options: {
    except: listOption('Names of composites that should not be replaced with calls.', stringOption('')),
  },
  anchor: 'builtin.module',
  run(module, pass) {
    const kept = new Set(pass.options.except);
    const target = new ConversionTarget().addLegalOps('func.call').addDynamicallyLegalOps((op) => {
      const name = op.getAttr('name');
      return name instanceof StringAttr && kept.has(name.value);
    }, 'stablehlo.composite');
    if (!applyPartialConversion(module, target, [callDecomposition], pass.context)) pass.fail();
  },
});
