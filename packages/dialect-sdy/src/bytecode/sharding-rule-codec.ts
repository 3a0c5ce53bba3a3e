import type { Codec } from '@shardform/ir-core';
import { OpShardingRuleAttr } from '../attrs/op-sharding-rule-attr.ts';
import { TensorMappingAttr } from '../attrs/tensor-mapping-attr.ts';

/** Encodes sharding rules with sizes that a number can hold. */
export const shardingRuleCodec: Codec<OpShardingRuleAttr> = {
  cls: OpShardingRuleAttr,
  codes: [10],
  // Sizes that a number can't hold are exact in the text.
  codeOf: ({ factorSizes }) => (factorSizes.every(Number.isSafeInteger) ? 10 : null),
  write(writer, rule) {
    writer.signedVarints(rule.factorSizes);
    writer.attributes(rule.operands);
    writer.attributes(rule.results);
    writer.signedVarints(rule.reduction);
    writer.signedVarints(rule.needReplication);
    writer.signedVarints(rule.permutation);
    writer.signedVarints(rule.blockedPropagation);
    writer.bool(rule.isCustom);
  },
  read(reader) {
    const mappings = (): TensorMappingAttr[] =>
      reader.list(() => reader.attributeOf(TensorMappingAttr, 'a tensor mapping'));
    const factorSizes = reader.signedVarints();
    const operands = mappings();
    const results = mappings();
    const special = {
      reduction: reader.signedVarints(),
      needReplication: reader.signedVarints(),
      permutation: reader.signedVarints(),
      blockedPropagation: reader.signedVarints(),
    };
    const factors = [...operands, ...results].flatMap(({ dimMappings }) =>
      dimMappings.flatMap((dim) => dim.factorIndices),
    );
    // Factors without a size are for the verifier to refuse, as those of text are.
    const negative = [...factors, ...Object.values(special).flat()].find((factor) => factor < 0);
    if (negative !== undefined) reader.fail(`a sharding rule has no factor ${negative}`);
    return OpShardingRuleAttr.get(factorSizes, operands, results, special, reader.bool());
  },
};
