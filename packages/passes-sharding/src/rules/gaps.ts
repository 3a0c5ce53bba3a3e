import { type Capability, gapsOf } from '@shardform/ir-core';
import { isWithoutRule } from './without-rule.ts';
import { shardingRule } from './sharding-rule.ts';

const NO_TENSORS_TO_RELATE = 'relates no tensor operand to a tensor result';
const DATA_FLOW = 'propagation follows its data flow, without a rule';
const AS_UPSTREAM =
  'Shardy registers no rule; partitioning replicates the operands unless it has a rule of its own';
const STATIC_FORM =
  'dynamic shapes are refined to static ones before shardings are propagated, and Shardy registers no rule';
const COLLECTIVE = 'is made by partitioning, after shardings have been propagated';
const DEPRECATED =
  'is deprecated and Shardy registers no rule; write it with broadcast_in_dim, dot_general or gather';

/** The sharding rules, and the operations without one. */
export const shardingRuleCapability: Capability = {
  name: 'sharding rule',
  supports: (definition, context) =>
    context.implements(shardingRule, definition) && !isWithoutRule(definition),
  gaps: [
    ...gapsOf('stablehlo', {
      [NO_TENSORS_TO_RELATE]:
        'after_all constant create_token infeed iota outfeed partition_id recv replica_id return rng send',
      [DATA_FLOW]: 'case optimization_barrier while',
      [AS_UPSTREAM]:
        'batch_norm_grad batch_norm_training collective_reduce composite if map tuple get_tuple_element uniform_dequantize uniform_quantize',
      'runs on all devices of its own mesh of processes; nothing outside of it is sharded':
        'async_done async_start',
      [STATIC_FORM]:
        'dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape get_dimension_size real_dynamic_slice set_dimension_size',
      [DEPRECATED]: 'broadcast einsum torch_index_select unary_einsum',
    }),
    ...gapsOf('sdy', {
      [DATA_FLOW]: 'data_flow_edge func_data_flow_edge named_computation',
      'is a boundary that propagation does not cross by a rule':
        'manual_computation propagation_barrier reshard sharding_group',
      [NO_TENSORS_TO_RELATE]: 'constant mesh return',
      [COLLECTIVE]:
        'all_gather all_reduce all_slice all_to_all collective_permute reduce_scatter replicated_to_unreduced sharded_to_unreduced',
    }),
    ...gapsOf('func', {
      'propagation follows calls into the functions': 'call return',
      'is no operation on tensors': 'call_indirect constant func',
    }),
    ...gapsOf('interpreter', {
      [NO_TENSORS_TO_RELATE]: 'print',
      [AS_UPSTREAM]: 'probe',
      'runs programs on devices of its own': 'run_parallel',
    }),
    {
      ops: ['chlo.*'],
      reason:
        'Shardy registers no rule; shardform-attach-chlo-rules attaches the rule of what XLA expands it to',
    },
    {
      ops: [
        ...['arith.*', 'cf.*', 'complex.*', 'llvm.*', 'math.*', 'quant.*', 'scf.*', 'shape.*', 'tensor.*'],
        ...['emitc.*', 'emitpy.*', 'ub.*'],
      ],
      reason: 'shardings are propagated through StableHLO, and Shardy registers no rule',
    },
    { ops: ['hlo.*'], reason: 'is of programs that XLA has partitioned already' },
    { ops: ['check.*'], reason: 'compares results in tests and gives no tensor' },
    ...gapsOf('mpmd', {
      [DATA_FLOW]: 'for fragment',
      'is replaced by fragments and transfers before shardings are propagated':
        'assign broadcast call named_computation named_tensor reduce unassign',
      'is made when shardings have been propagated': 'fragment_call',
      [NO_TENSORS_TO_RELATE]: 'return',
    }),
    { ops: ['dist.*'], reason: 'types of dist name the device of each value instead of a sharding' },
    {
      ops: ['ttcore.*', 'ttir.*', 'ttnn.*'],
      reason: 'is the program of one device, made after partitioning',
    },
    { ops: ['vhlo.*'], reason: 'is a serialized form; it is upgraded to StableHLO when it is read' },
  ],
};
