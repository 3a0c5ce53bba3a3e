import { arrayParameter, defineAttr, integerParameter } from '@shardform/ir-core';

const indices = /* @__PURE__ */ arrayParameter(integerParameter);

/**
 * `#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>`:
 * a part of a custom call's result lives in the memory of a part of an operand.
 */
export class OutputOperandAliasAttr extends defineAttr('stablehlo.output_operand_alias', {
  summary: 'Attribute that models the alias relationship of output and operand of a CustomCall op',
  parameters: {
    /** Path into the results, which count as a tuple when there are several. */
    output_tuple_indices: indices,
    operand_index: integerParameter,
    /** Path into the operand, when it is a tuple. */
    operand_tuple_indices: indices,
  },
  format:
    '`<` `output_tuple_indices` `=` $output_tuple_indices `,` `operand_index` `=` $operand_index `,` `operand_tuple_indices` `=` $operand_tuple_indices `>`',
}) {}
