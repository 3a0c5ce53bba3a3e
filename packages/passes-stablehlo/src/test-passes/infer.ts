import {
  applyPatternsGreedily,
  type Attribute,
  definePass,
  index,
  type Operation,
  OpReport,
  type RewritePattern,
  type Type,
  UnregisteredOp,
} from '@shardform/ir-core';
import { DotGeneralOp, DotOp, reifiedShape, ShapeBuilder, tensorOfDims } from '@shardform/dialect-stablehlo';

const PREFIX = 'hlo_test_infer.';

/**
 * Replaces each `hlo_test_infer.get_return_types` by an operation that shows what the operation that defines its
 * operand infers; `get_return_type_components` shows shape, element type and encoding put together again, and
 * `reify_return_type_shapes` becomes the shape as a value.
 */
export const hloTestInfer = /* @__PURE__ */ definePass({
  name: 'hlo-test-infer',
  className: 'HloTestInferPass',
  summary: 'Shows inferred result types; for tests of the dialect',
  anchor: 'func.func',
  dependentDialects: ['arith', 'shape', 'tensor'],
  run(func, pass) {
    applyPatternsGreedily(func, patterns, pass.context);
  },
});

type Inference = (op: Operation, report: OpReport) => readonly Type[] | null | undefined;

const inferTypes: Inference = (op, report) => op.definition.infer?.(op, report);

/** Contractions infer their shape only; the element type that they leave open counts as `index`. */
const inferComponents: Inference = (op, report) =>
  op instanceof DotOp || op instanceof DotGeneralOp
    ? [tensorOfDims(op.inferDims(), index)]
    : op.definition.infer?.(op, report);

const patterns: readonly RewritePattern[] = [
  show('get_return_types', 'return_types', inferTypes),
  show('get_return_type_components', 'return_type_components', inferComponents),
  {
    name: 'reify-return-type-shapes',
    root: `${PREFIX}reify_return_type_shapes`,
    matchAndRewrite(op, rewriter) {
      const source = sourceOf(op);
      if (source === null) return false;
      const shape =
        rewriter.context.query(reifiedShape, source)?.(new ShapeBuilder(rewriter, source)) ?? null;
      if (shape === null) return false;
      rewriter.replaceOp(op, [shape]);
      return true;
    },
  },
];

/** The operation that a test asks about. */
function sourceOf(op: Operation): Operation | null {
  return op.operands.length === 1 ? op.getOperand(0).definingOp : null;
}

function show(asked: string, shown: string, infer: Inference): RewritePattern {
  return {
    name: shown,
    root: `${PREFIX}${asked}`,
    matchAndRewrite(op, rewriter) {
      const source = sourceOf(op);
      if (source === null) return false;
      const types = infer(source, new OpReport(source, rewriter.context));
      if (types === undefined || types === null) return false;
      const opClass = UnregisteredOp.classFor(`${PREFIX}${shown}`);
      const attributes = types.map((type, i): [string, Attribute] => [`types${i}`, type]);
      const replacement = new opClass({
        location: op.location,
        operands: op.operandValues(),
        resultTypes: op.resultTypes(),
        properties: [null],
        discardable: new Map(attributes),
        successors: [],
        regionCount: 0,
      });
      rewriter.insert(replacement);
      rewriter.replaceOp(op, replacement.results);
      return true;
    },
  };
}
