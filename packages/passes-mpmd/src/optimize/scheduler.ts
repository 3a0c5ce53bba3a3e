import { type FragmentOp, REMAT } from '@shardform/dialect-mpmd';
import {
  booleanOption,
  IrMapping,
  listOption,
  Rewriter,
  sortTopologically,
  UnitAttr,
} from '@shardform/ir-core';
import { mergeFragments } from '../merge/merge-fragments.ts';
import { infoText, scheduleRuleOption } from '../options/fragment-rules.ts';
import { distributedPass, mpmdPass } from '../program/distributed-pass.ts';
import {
  callCounterOf,
  fragmentsIn,
  isBackward,
  isExecutedImmediatelyAfter,
  isForward,
  isSchedulingUnit,
  schedulableMeshes,
  setCallCounter,
} from '../program/fragments.ts';
import { addControlDependency, dependsOn, removeControlDependencies } from './control-dependencies.ts';
import { infoOf } from './fragment-info.ts';
import { scheduleOption, schedules, unitOf } from './schedules.ts';

const removesDependencies = /* @__PURE__ */ booleanOption(
  'Whether to remove the control dependencies at the end.',
  true,
);

/** `mpmd-pipeline-scheduler`. */
export const pipelineScheduler = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-pipeline-scheduler',
  className: 'PipelineSchedulerPass',
  summary: 'Orders the scheduling units of each mesh by a schedule.',
  options: {
    'must-happen-before': scheduleOption,
    'remove-control-dependencies': removesDependencies,
  },
  run(func, { options }) {
    const meshes = schedulableMeshes(func);
    const mustHappenBefore = schedules[options['must-happen-before']];
    const fragments = fragmentsIn(func.entry).filter(isSchedulingUnit);
    const units = new Map(fragments.map((fragment) => [fragment, unitOf(fragment, meshes)]));
    for (const first of fragments) {
      for (const second of fragments) {
        if (first === second || first.mesh !== second.mesh) continue;
        if (!mustHappenBefore(units.get(first)!, units.get(second)!, meshes.length)) continue;
        if (dependsOn(second, first) || dependsOn(first, second)) continue;
        addControlDependency(first, second);
      }
    }
    sortTopologically(func.entry);
    if (options['remove-control-dependencies']) removeControlDependencies(func);
  },
});

/** `mpmd-rule-based-schedule`. */
export const ruleBasedSchedule = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-rule-based-schedule',
  className: 'RuleBasedSchedulePass',
  summary: 'Orders fragments by rules that list them.',
  description: 'What contradicts the data flow, or is about fragments that are not there, is left out.',
  options: {
    rules: listOption('Rules that list fragments in the order of their execution.', scheduleRuleOption),
    'remove-control-dependencies': removesDependencies,
  },
  run(func, pass) {
    const byInfo = new Map<string, FragmentOp>();
    for (const fragment of fragmentsIn(func.entry).filter((op) => op.isUserFragment)) {
      const info = infoText(infoOf(fragment));
      if (byInfo.has(info)) {
        pass.context.diagnostics.error(
          func.location,
          `Fragment info ${info} already exists for another fragment. Check if you have multiple \`named_computation\` with the same name. If so, please rename one of them.`,
        );
        return;
      }
      byInfo.set(info, fragment);
    }
    for (const { orderedFragments } of pass.options.rules) {
      const listed = orderedFragments.map((info) => byInfo.get(infoText(info)) ?? null);
      let previous = listed[0] ?? null;
      for (const next of listed.slice(1)) {
        if (next === null) continue;
        const isOrdered =
          previous === null ||
          previous === next ||
          previous.mesh !== next.mesh ||
          dependsOn(next, previous) ||
          dependsOn(previous, next);
        if (!isOrdered && previous !== null) addControlDependency(previous, next);
        previous = next;
      }
    }
    sortTopologically(func.entry);
    if (pass.options['remove-control-dependencies']) removeControlDependencies(func);
  },
});

/** `mpmd-remat-fragment`. */
export const rematFragment = /* @__PURE__ */ distributedPass({
  name: 'mpmd-remat-fragment',
  className: 'RematFragmentPass',
  summary: 'Computes forward fragments again before the backward fragments that use them.',
  options: {
    'merge-remat-fragments': booleanOption('Whether to merge the copies with the backward fragments.'),
  },
  run(func, { context, options }) {
    const rewriter = new Rewriter(context);
    for (const forward of fragmentsIn(func.entry).filter(isForward)) {
      const users = new Set(forward.results.flatMap((result) => result.users()));
      const backwards = fragmentsIn(func.entry).filter(
        (fragment) => users.has(fragment) && canRematerialize(forward, fragment),
      );
      for (const backward of backwards) {
        rewriter.setInsertionPoint(backward);
        const copy = rewriter.clone(forward, new IrMapping());
        forward.results.forEach((result, i) =>
          result.replaceUsesIf(copy.getResult(i), ({ owner }) => owner === backward),
        );
        if (!options['merge-remat-fragments']) {
          copy.setAttr(REMAT, UnitAttr.instance);
          continue;
        }
        const counter = callCounterOf(backward);
        const merged = mergeFragments(copy, backward, rewriter);
        setCallCounter(merged, counter);
        merged.setAttr(REMAT, UnitAttr.instance);
      }
    }
  },
});

function canRematerialize(forward: FragmentOp, backward: FragmentOp): boolean {
  const counter = callCounterOf(forward);
  return (
    isBackward(backward) &&
    counter !== null &&
    counter === callCounterOf(backward) &&
    !isExecutedImmediatelyAfter(forward, backward) &&
    forward.stage === backward.stage
  );
}
