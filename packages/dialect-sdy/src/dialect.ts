import {
  ArrayAttr,
  type Attribute,
  type Dialect,
  type Operation,
  type OpReport,
  type Type,
} from '@shardform/ir-core';
import { functionTypeOf } from '@shardform/dialect-func';
import {
  BLOCK_ARG_PROPAGATION_EDGES,
  PROPAGATION_EDGES,
  RESULT_PROPAGATION_EDGES,
  SHARDING,
  SHARDING_RULE,
} from './attribute-names.ts';
import { OpShardingRuleAttr } from './attrs/op-sharding-rule-attr.ts';
import { PropagationEdgesAttr } from './attrs/propagation-edges-attr.ts';
import { TensorShardingAttr } from './attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './attrs/tensor-sharding-per-value-attr.ts';
import { sdyBytecode } from './bytecode/sdy-bytecode.ts';
import { verifyPropagationEdges } from './verify/verify-propagation-edges.ts';
import { verifyShardingRule } from './verify/verify-sharding-rule.ts';
import { verifyShardingPerValue, verifyTensorSharding } from './verify/verify-tensor-sharding.ts';

/** The checks of this dialect's attributes on operations of all dialects. */
export const sdy: Dialect = {
  name: 'sdy',
  documentation: async () => (await import('./docs/sdy-documentation.ts')).sdyDocumentation,
  bytecode: sdyBytecode,
  inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
  verifyOpAttr(op, name, attribute, report) {
    switch (name) {
      case SHARDING:
        return attribute instanceof TensorShardingPerValueAttr
          ? verifyShardingPerValue(attribute, op.resultTypes(), 'result', op, report)
          : report.opError('should have a sharding attribute of type TensorShardingPerValueAttr');
      case SHARDING_RULE:
        return attribute instanceof OpShardingRuleAttr
          ? verifyShardingRule(attribute, op, report)
          : report.opError(
              `should have a sharding rule attribute of type OpShardingRuleAttr for attr named '${SHARDING_RULE}'`,
            );
      case PROPAGATION_EDGES:
        return attribute instanceof PropagationEdgesAttr
          ? verifyPropagationEdges(attribute, op, report)
          : report.opError(
              `should have a propagation edges attribute of type PropagationEdgesAttr for attr named '${PROPAGATION_EDGES}'`,
            );
      case RESULT_PROPAGATION_EDGES:
      case BLOCK_ARG_PROPAGATION_EDGES:
        return isListOfEdges(attribute)
          ? true
          : report.opError(
              `should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named '${RESULT_PROPAGATION_EDGES}' or '${BLOCK_ARG_PROPAGATION_EDGES}'`,
            );
      default:
        return true;
    }
  },
  verifyArgumentAttr(op, index, name, attribute, report) {
    if (name !== SHARDING) return true;
    return verifyFunctionSharding(
      op,
      attribute,
      functionTypeOf(op).inputs[index]!,
      `arg ${index} - `,
      report,
    );
  },
  verifyResultAttr(op, index, name, attribute, report) {
    if (name !== SHARDING) return true;
    return verifyFunctionSharding(
      op,
      attribute,
      functionTypeOf(op).results[index]!,
      `result ${index} - `,
      report,
    );
  },
};

function isListOfEdges(attribute: Attribute): boolean {
  return (
    attribute instanceof ArrayAttr &&
    attribute.elements.every((element) => element instanceof PropagationEdgesAttr)
  );
}

function verifyFunctionSharding(
  op: Operation,
  attribute: Attribute,
  type: Type,
  prefix: string,
  report: OpReport,
): boolean {
  if (!(attribute instanceof TensorShardingAttr)) {
    return report.opError(`${prefix}should have a sharding attribute of type TensorShardingAttr`);
  }
  return verifyTensorSharding(attribute, { type, prefix }, op, report);
}
