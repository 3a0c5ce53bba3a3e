import {
  applyPartialConversion,
  booleanOption,
  type ConversionPattern,
  conversionPattern,
  ConversionTarget,
  definePass,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  RankedTensorType,
  StringAttr,
} from '@shardform/ir-core';
import {
  AddOp,
  AfterAllOp,
  AllReduceOp,
  BroadcastInDimOp,
  BroadcastOp,
  ConstantOp,
  CreateTokenOp,
  CrossReplicaSumOp,
  DotDimensionNumbersAttr,
  DotGeneralOp,
  DotOp,
  EinsumOp,
  ReturnOp,
  UnaryEinsumOp,
} from '@shardform/dialect-stablehlo';

/** Each deprecated operation by the one that says the same. */
const patterns: readonly ConversionPattern[] = [
  conversionPattern(BroadcastOp, 'broadcast-to-broadcast-in-dim', (op, { operand }, rewriter) => {
    const { rank } = op.operand.type;
    const leading = op.broadcastSizes.length;
    const dimensions = Array.from({ length: rank }, (_, d) => leading + d);
    const broadcastDimensions = DenseArrayAttr.get(i64, dimensions);
    rewriter.replaceOpWith(op, BroadcastInDimOp, { operand, broadcastDimensions }, op.resultTypes());
    return true;
  }),
  conversionPattern(CreateTokenOp, 'create-token-to-after-all', (op, _, rewriter) => {
    rewriter.replaceOpWith(op, AfterAllOp, { inputs: [] }, op.resultTypes());
    return true;
  }),
  conversionPattern(CrossReplicaSumOp, 'cross-replica-sum-to-all-reduce', (op, { operand }, rewriter) => {
    const sum = rewriter.create(
      AllReduceOp,
      { operands: [operand], replicaGroups: op.replicaGroups },
      op.resultTypes(),
    );
    const scalar = RankedTensorType.get([], op.operand.type.elementType);
    rewriter.atSavedPoint(() => {
      const block = rewriter.createBlock(sum.computation, [scalar, scalar]);
      const [lhs, rhs] = block.arguments;
      const added = rewriter.create(AddOp, { lhs: lhs!, rhs: rhs! }, [scalar]);
      rewriter.create(ReturnOp, { results: [added.result] }, []);
    });
    rewriter.replaceOp(op, sum.results);
    return true;
  }),
  conversionPattern(DotOp, 'dot-to-dot-general', (op, { lhs, rhs }, rewriter) => {
    const dotDimensionNumbers = DotDimensionNumbersAttr.get({
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [op.lhs.type.rank - 1],
      rhsContractingDimensions: [0],
    });
    const { precisionConfig } = op;
    const args = { lhs, rhs, dotDimensionNumbers, precisionConfig };
    rewriter.replaceOpWith(op, DotGeneralOp, args, op.resultTypes());
    return true;
  }),
  conversionPattern(UnaryEinsumOp, 'unary-einsum-to-einsum', (op, { operand }, rewriter) => {
    const one = rewriter.create(ConstantOp, {
      value: DenseElementsAttr.splat(RankedTensorType.get([], op.operand.type.elementType), 1),
    });
    const einsumConfig = StringAttr.get(`,${op.einsumConfig.value}`);
    rewriter.replaceOpWith(op, EinsumOp, { lhs: one.output, rhs: operand, einsumConfig }, op.resultTypes());
    return true;
  }),
];

const replaced = patterns.flatMap(({ root }) => (root === null ? [] : [root]));
/** Deprecated, and nothing says the same. */
const unused: readonly string[] = ['stablehlo.map', 'stablehlo.rng'];

/** Replaces deprecated operations by those that say the same; upstream's pass of this name. */
export const legalizeDeprecatedOps = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-deprecated-ops',
  className: 'StablehloLegalizeDeprecatedOpsPass',
  summary: 'Legalize deprecated ops to well-supported ops.',
  description:
    'Replaces `broadcast`, `create_token`, `cross-replica-sum`, `dot` and `unary_einsum`. ' +
    'Discardable attributes of what is replaced are lost.',
  anchor: 'func.func',
  options: {
    'fail-on-unused': booleanOption(
      'Fail on (mostly) unused ops that are deprecated without any fallback.',
      true,
    ),
  },
  run(op, pass) {
    const target = new ConversionTarget()
      .addLegalDialects('stablehlo')
      .addIllegalOps(...replaced, ...(pass.options['fail-on-unused'] ? unused : []));
    if (!applyPartialConversion(op, target, patterns, pass.context)) pass.fail();
  },
});
