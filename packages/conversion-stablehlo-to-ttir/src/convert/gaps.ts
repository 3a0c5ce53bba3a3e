import { type Capability, gapsOf } from '@shardform/ir-core';
import { complexForms } from '../complex/complex-forms.ts';
import { outlinedOps } from '../control-flow/control-flow.ts';
import { REASONS } from '../refusal/reasons.ts';
import { isExpandedChlo } from '@shardform/passes-stablehlo';
import { conversions } from './index.ts';

const converted: ReadonlySet<string | null> = /* @__PURE__ */ new Set([
  ...conversions.map(({ root }) => root),
  ...complexForms.names,
  ...outlinedOps,
  'stablehlo.composite',
  'sdy.manual_computation',
  'sdy.mesh',
]);

const DEPRECATED = 'is deprecated; `opt --stablehlo-legalize-deprecated-ops` replaces it';

/** The operations that become TTIR, and those that do not. */
export const ttirConversionCapability: Capability = {
  name: 'conversion to TTIR',
  supports: (definition) => converted.has(definition.name) || isExpandedChlo(definition),
  gaps: [
    ...[...REASONS]
      .filter(([name]) => !converted.has(name))
      .map(([name, { reason }]) => ({ ops: [name], reason })),
    ...gapsOf('stablehlo', {
      [DEPRECATED]: 'broadcast cross-replica-sum dot unary_einsum',
      'is deprecated, and JAX never emits it; write it with dot_general or gather':
        'einsum torch_index_select',
      'TTIR has synchronous collectives only': 'async_done async_start',
      'the target has no reduction to one device': 'collective_reduce',
      'TTIR has no computation given element by element; write its operations on whole tensors': 'map',
      'programs of the target have partitions, and one replica': 'replica_id',
      'is the terminator of a region, which is converted with the operation around it': 'return',
    }),
    ...gapsOf('sdy', {
      'is removed when shardings are exported, before programs become local':
        'constant data_flow_edge func_data_flow_edge named_computation propagation_barrier sharding_constraint sharding_group',
      'is lowered to a StableHLO collective in the manual computation, which is converted':
        'all_gather all_reduce all_slice all_to_all collective_permute reduce_scatter replicated_to_unreduced reshard sharded_to_unreduced',
      'is the terminator of a region, which is converted with the operation around it': 'return',
    }),
    ...gapsOf('tensor', {
      'reads sizes that are not known when the program is compiled; refine shapes first':
        'bitcast cast collapse_shape concat dim expand_shape extract extract_slice from_elements gather generate insert insert_slice pad rank reshape scatter splat yield',
    }),
    { ops: ['hlo.*'], reason: 'is of programs that XLA has compiled for another target' },
    { ops: ['func.*'], reason: 'stays: TTIR programs are functions of func' },
    {
      ops: ['ttcore.*', 'ttir.*', 'ttnn.*'],
      reason: 'is made by this conversion or by later ones',
    },
    {
      ops: [
        ...['arith.*', 'cf.*', 'check.*', 'complex.*', 'dist.*', 'interpreter.*', 'llvm.*', 'math.*'],
        ...['emitc.*', 'emitpy.*', 'mpmd.*', 'quant.*', 'scf.*', 'shape.*', 'ub.*', 'vhlo.*'],
      ],
      reason:
        'programs are converted from StableHLO; of these dialects only constants of arith are, by `convert-arith-to-stablehlo`',
    },
  ],
};
