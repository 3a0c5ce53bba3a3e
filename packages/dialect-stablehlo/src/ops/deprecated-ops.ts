import { attrOf, defineOp, StringAttr } from '@shardform/ir-core';
import { anyI64, i64ElementsAttr, tensor } from '../constraints.ts';
import { compatibleOperandsAndResultType } from '../traits.ts';
import { inferElementwise } from './elementwise.ts';

/** Sum over the replicas of a group (StableHLO, deprecated: `all_reduce` says the same). */
export class CrossReplicaSumOp extends defineOp('stablehlo.cross-replica-sum', {
  summary: 'sum over replicas',
  operands: { operand: tensor },
  attrs: { replica_groups: i64ElementsAttr },
  results: { result: tensor },
  traits: [compatibleOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  infer: (op, report) => inferElementwise(op, report),
}) {}

/** A string, after which a colon begins the type of the operation. */
const formula = attrOf(StringAttr, 'string attribute', {
  print: (printer, attribute) => printer.writeString(attribute.value),
  parse: (parser) => StringAttr.get(parser.parseString()),
});

/** A contraction that a formula describes, such as `ab,bc->ac` (StableHLO, deprecated). */
export class EinsumOp extends defineOp('stablehlo.einsum', {
  summary: 'Einstein summation of two tensors',
  operands: { lhs: tensor, rhs: tensor },
  attrs: { einsum_config: formula },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)',
}) {}

/** A reduction or permutation that a formula describes, such as `ab->a` (StableHLO, deprecated). */
export class UnaryEinsumOp extends defineOp('stablehlo.unary_einsum', {
  summary: 'Einstein summation of one tensor',
  operands: { operand: tensor },
  attrs: { einsum_config: formula },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format: '$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)',
}) {}

/** Slices of a tensor at the indices that another one lists (StableHLO, deprecated; PyTorch's `index_select`). */
export class TorchIndexSelectOp extends defineOp('stablehlo.torch_index_select', {
  summary: 'gathers slices at indices',
  operands: { operand: tensor, index: tensor },
  attrs: { dim: anyI64, batch_dims: anyI64 },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {}
