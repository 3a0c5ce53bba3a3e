import type { FuncOp } from '@shardform/dialect-func';
import { FragmentOp } from '@shardform/dialect-mpmd';
import {
  applyPatternsGreedily,
  booleanOption,
  listOption,
  type Operation,
  pattern,
  type Rewriter,
  sortTopologically,
} from '@shardform/ir-core';
import { removeControlDependencies } from '../optimize/control-dependencies.ts';
import { infoOf, setInfo } from '../optimize/fragment-info.ts';
import { type FragmentMergeRule, infoText, mergeRuleOption } from '../options/fragment-rules.ts';
import { mpmdPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';
import { mergeFragments } from './merge-fragments.ts';

/** `mpmd-rule-based-merge`. */
export const ruleBasedMerge = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-rule-based-merge',
  className: 'RuleBasedMergePass',
  summary: 'Merges fragments by rules that list them.',
  options: {
    rules: listOption('Rules that list fragments to be merged, and what they become.', mergeRuleOption),
    'remove-control-dependencies': booleanOption(
      'Whether to remove the control dependencies at the end.',
      true,
    ),
  },
  run(func, { context, options }) {
    const byInfo = new Map<string, FragmentMergeRule>();
    for (const rule of options.rules) {
      for (const source of rule.sources) {
        const info = infoText(source);
        if (byInfo.has(info)) {
          context.diagnostics.error(func.location, `${info} is a source of more than one rule`);
          return;
        }
        byInfo.set(info, rule);
      }
    }
    const merge = pattern(FragmentOp, 'mpmd-merge-by-rule', (fragment, rewriter) =>
      mergeByRule(fragment, func, byInfo, rewriter),
    );
    applyPatternsGreedily(func, [merge], context, {
      fold: false,
      mergeConstants: false,
      regionSimplification: 'disabled',
    });
    if (!sortTopologically(func.entry)) {
      context.diagnostics.error(
        func.location,
        'Cycle detected in the program, not all fragments could be properly merged.',
      );
    }
    if (options['remove-control-dependencies']) removeControlDependencies(func);
  },
});

function mergeByRule(
  fragment: FragmentOp,
  func: FuncOp,
  byInfo: ReadonlyMap<string, FragmentMergeRule>,
  rewriter: Rewriter,
): boolean {
  const ruleOf = (op: FragmentOp): FragmentMergeRule | undefined => byInfo.get(infoText(infoOf(op)));
  const rule = ruleOf(fragment);
  if (rule === undefined || fragment.parent !== func.entry) return false;
  const others = fragmentsIn(func.entry).filter(
    (op) => op !== fragment && op.mesh === fragment.mesh && ruleOf(op) === rule,
  );
  if (others.length === 0) return false;
  const sorted = topologicallySorted([...others, fragment]);
  if (sorted === null) return false;
  const [first, ...rest] = sorted;
  let place = first!.next;
  let merged = first!;
  for (const next of rest) {
    if (place === next) place = next.next;
    merged = mergeFragments(merged, next, rewriter);
  }
  setInfo(merged, rule.target);
  if (place !== null) rewriter.moveBefore(merged, place);
  return true;
}

/** Fragments with none before one that it uses, by swaps as MLIR makes them; `null` when they use each other. */
function topologicallySorted(fragments: readonly FragmentOp[]): FragmentOp[] | null {
  const sorted = [...fragments];
  for (let done = 0; done < sorted.length;) {
    const pending = new Set<Operation>(sorted.slice(done));
    const before = done;
    for (let i = done; i < sorted.length; i++) {
      const op = sorted[i]!;
      if (op.operands.some(({ value }) => value.definingOp !== op && pending.has(value.definingOp!)))
        continue;
      pending.delete(op);
      [sorted[done], sorted[i]] = [op, sorted[done]!];
      done++;
    }
    if (done === before) return null;
  }
  return sorted;
}
