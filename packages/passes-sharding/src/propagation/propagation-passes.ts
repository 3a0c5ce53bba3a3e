import {
  type AnyOptionValues,
  definePass,
  type ModuleOp,
  type OptionValues,
  type PassRun,
  printOp,
} from '@shardform/ir-core';
import { registeredShardingRule, attachedShardingRule } from '../rules/sharding-rule.ts';
import { SHARDING_RULE } from '@shardform/dialect-sdy';
import { propagateModule } from './propagate-module.ts';
import {
  aggressivePropagationOptions,
  basicPropagationOptions,
  opPriorityPropagationOptions,
  type PropagationOptions,
} from './propagation-options.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

type BasicValues = OptionValues<typeof basicPropagationOptions>;

function run(
  op: ModuleOp,
  pass: PassRun<AnyOptionValues & BasicValues>,
  options: Pick<PropagationOptions, 'strategy' | 'byOpPriority' | 'byUserPriority'>,
): void {
  if (refusesNestedMeshes(op, pass)) return;
  const { context } = pass;
  const folder = pass.options['module-dump-directory'];
  const succeeded = propagateModule(op, context, {
    ...options,
    ...(folder !== '' && {
      betweenPriorities: (priority: bigint) =>
        context.saveFile?.(
          `${folder}/00.propagation_after_user_priority_${priority}.mlir`,
          printOp(op, context),
        ),
    }),
    keepShardingRules: pass.options['keep-sharding-rules'],
    conservative: pass.options['conservative-propagation'],
    recordOrigins: pass.options['debug-sharding-origins'],
    recordEdges: pass.options['debug-propagation-edge-sharding'],
  });
  if (!succeeded) pass.fail();
}

/** `sdy-basic-propagate`: axes move where all tensors of an operation can take them. */
export const basicPropagate = /* @__PURE__ */ definePass({
  name: 'sdy-basic-propagate',
  className: 'BasicPropagationPass',
  summary: 'Runs the basic sharding propagation algorithm.',
  options: basicPropagationOptions,
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (op, pass) => run(op, pass, { strategy: 'basic', byOpPriority: false, byUserPriority: false }),
});

/** `sdy-aggressive-propagate`: each tensor takes the axes it can. */
export const aggressivePropagate = /* @__PURE__ */ definePass({
  name: 'sdy-aggressive-propagate',
  className: 'AggressivePropagationPass',
  summary: 'Runs the aggressive sharding propagation algorithm.',
  options: aggressivePropagationOptions,
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (op, pass) =>
    run(op, pass, {
      strategy: pass.options['propagation-strategy'],
      byOpPriority: false,
      byUserPriority: false,
    }),
});

/** `sdy-op-priority-propagate`: propagates through pass-through operations first. */
export const opPriorityPropagate = /* @__PURE__ */ definePass({
  name: 'sdy-op-priority-propagate',
  className: 'OpPriorityPropagationPass',
  summary: 'Runs the op-priority propagation algorithm.',
  options: opPriorityPropagationOptions,
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (op, pass) =>
    run(op, pass, {
      strategy: pass.options['propagation-strategy'],
      byOpPriority: pass.options['run-op-priority-propagation'],
      byUserPriority: false,
    }),
});

/** `sdy-user-priority-propagate`: propagates dimensions in the order of their user-defined priorities. */
export const userPriorityPropagate = /* @__PURE__ */ definePass({
  name: 'sdy-user-priority-propagate',
  className: 'UserPriorityPropagationPass',
  summary: 'Runs the user-priority propagation algorithm.',
  options: opPriorityPropagationOptions,
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (op, pass) =>
    run(op, pass, {
      strategy: pass.options['propagation-strategy'],
      byOpPriority: pass.options['run-op-priority-propagation'],
      byUserPriority: true,
    }),
});

/** `sdy-populate-op-sharding-rules`: attaches its rule to every operation that has one. */
export const populateOpShardingRules = /* @__PURE__ */ definePass({
  name: 'sdy-populate-op-sharding-rules',
  className: 'PopulateOpShardingRulesPass',
  summary: 'Populates all registered ops with an `OpShardingRuleAttr`.',
  options: { 'conservative-propagation': basicPropagationOptions['conservative-propagation'] },
  anchor: 'func.func',
  dependentDialects: ['sdy'],
  run(func, { context, options }) {
    const conservative = options['conservative-propagation'];
    func.walk((op) => {
      if (attachedShardingRule(op) !== null) return;
      const rule = registeredShardingRule(op, context, { conservative });
      if (rule !== null) op.setAttr(SHARDING_RULE, rule);
    });
  },
});
