import { basename } from 'node:path';
import type { PlanSpecs, SpecConstraint, SpecRule } from '@shardform/passes-planning';
import { countText } from '@shardform/study';
import { leftAligned } from '../distribution/table-text.ts';
import { constraintLine, unifiedDiff } from './source-patch.ts';

/** So many rules are printed; JSON has all. */
const MOST_RULES = 60;

/** Returns the lines that say what a plan is in a JAX program. @param names of arguments as the text of the program calls them. */
export function specLines(
  { rules, ties, constraints, dropped }: PlanSpecs,
  names: readonly (string | null)[],
): string[] {
  const rows = rules
    .slice(0, MOST_RULES)
    .map(({ pattern, spec, count }) => [
      `  ${patternText(pattern, names)}`,
      spec,
      count === 1 ? '' : countText(count, 'argument'),
    ]);
  const tied = ties.reduce((sum, { count }) => sum + count, 0);
  return [
    argumentsTitle(rules, names.length),
    ...leftAligned(rows),
    ...(rules.length > rows.length ? [`  and ${rules.length - rows.length} more`] : []),
    ...(tied === 0 ? [] : [`results: ${countText(tied, 'result')} as the arguments that they replace`]),
    ...(constraints.length === 0 ? [] : ['constraints:', ...leftAligned(constraints.map(constraintRow))]),
    ...(dropped.length === 0
      ? []
      : [
          `planned without the with_sharding_constraint of ${droppedText(dropped)}, which plan.jit leaves out`,
        ]),
  ];
}

/** `step.py:12, step.py:31`. */
function droppedText(dropped: PlanSpecs['dropped']): string {
  return dropped
    .map((place) => (place === null ? 'a line that is not known' : placeText({ place })))
    .join(', ');
}

/** Returns the line before rules: `arguments (the other 3 are replicated):`. */
export function argumentsTitle(rules: readonly Pick<SpecRule, 'count'>[], count: number): string {
  const others = count - rules.reduce((sum, own) => sum + own.count, 0);
  if (rules.length === 0) return 'arguments: replicated';
  if (others === 0) return 'arguments:';
  return `arguments (${others === 1 ? 'the other one is' : `the other ${others} are`} replicated):`;
}

/** Returns the constraints as a change of the source, and those that it can't be told for. */
export function diffLines({ constraints, dropped }: PlanSpecs): string[] {
  if (constraints.length === 0 && dropped.length === 0)
    return ['no line of the source has to be changed: the shardings of arguments are the plan'];
  const lines = constraints.map((own) => ({ own, line: constraintLine(own) }));
  const diff = unifiedDiff(lines.flatMap(({ line }) => line ?? []));
  const missing = lines.filter(({ line }) => line === null);
  return [
    ...(diff === '' ? [] : diff.trimEnd().split('\n')),
    ...missing.map(({ own }) => `${placeText(own)}: constrain what the line computes to ${own.spec}`),
    ...(dropped.length === 0 ? [] : [`delete the with_sharding_constraint of ${droppedText(dropped)}`]),
  ];
}

/** Returns a pattern for people: `#3` of an argument without a name is what the program calls it. */
export function patternText(pattern: string, names: readonly (string | null)[]): string {
  const number = /^#(\d+)$/.exec(pattern)?.[1];
  return number === undefined ? pattern : (names[Number(number)] ?? `argument ${number}`);
}

function constraintRow(own: SpecConstraint): string[] {
  const line = constraintLine(own);
  const text = line === null ? `${own.kind} of ${own.shape.join('x')}: ${own.spec}` : line.text.trim();
  return [`  ${placeText(own)}`, text];
}

function placeText({ place: { file, line } }: Pick<SpecConstraint, 'place'>): string {
  return `${basename(file)}:${line}`;
}
