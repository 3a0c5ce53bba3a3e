import {
  type CanonicalizationPattern,
  constantOf,
  IntegerAttr,
  pattern,
  type Rewriter,
} from '@shardform/ir-core';
import { type SwitchCase, SwitchOp } from '../switch-op.ts';
import { replaceByBranch, singlePredecessor } from './branches.ts';
import { type Destination, throughBlock } from './pass-through.ts';

function defaultOf(op: SwitchOp): Destination {
  return { block: op.defaultDest, operands: op.defaultOperands };
}

function destinationOf({ dest, operands }: SwitchCase): Destination {
  return { block: dest, operands };
}

function replaceBySwitch(
  op: SwitchOp,
  { block, operands }: Destination,
  cases: readonly SwitchCase[],
  rewriter: Rewriter,
): void {
  const replacement = SwitchOp.of(op.flag, block, operands, cases);
  replacement.location = op.location;
  rewriter.insert(replacement);
  rewriter.replaceOp(op, []);
}

function isSame(a: Destination, b: Destination): boolean {
  return a.block === b.block && a.operands.every((value, i) => value === b.operands[i]);
}

/** The switch that leads to this one, if it decides about the same number. */
function switchBefore(op: SwitchOp): SwitchOp | null {
  const before = singlePredecessor(op.parent!)?.lastOp;
  return before instanceof SwitchOp && before.flag === op.flag ? before : null;
}

/** The patterns of switches. */
export const switchPatterns: readonly CanonicalizationPattern[] = [
  pattern(SwitchOp, 'only-default', (op, rewriter) => {
    if (op.cases.length > 0) return false;
    replaceByBranch(op, defaultOf(op), rewriter);
    return true;
  }),
  pattern(SwitchOp, 'cases-like-default', (op, rewriter) => {
    const kept = op.cases.filter((one) => !isSame(destinationOf(one), defaultOf(op)));
    if (kept.length === op.cases.length) return false;
    replaceBySwitch(op, defaultOf(op), kept, rewriter);
    return true;
  }),
  pattern(SwitchOp, 'constant-flag', (op, rewriter) => {
    const flag = constantOf(op.flag);
    if (!(flag instanceof IntegerAttr)) return false;
    const found = op.cases.find(({ value }) => value === flag.value);
    replaceByBranch(op, found === undefined ? defaultOf(op) : destinationOf(found), rewriter);
    return true;
  }),
  pattern(SwitchOp, 'through-empty-block', (op, rewriter) => {
    const throughDefault = throughBlock(defaultOf(op));
    const throughCases = op.cases.map((one) => throughBlock(destinationOf(one)));
    if (throughDefault === null && throughCases.every((further) => further === null)) return false;
    const cases = op.cases.map((one, i): SwitchCase => {
      const { block, operands } = throughCases[i] ?? destinationOf(one);
      return { value: one.value, dest: block, operands };
    });
    replaceBySwitch(op, throughDefault ?? defaultOf(op), cases, rewriter);
    return true;
  }),
  pattern(SwitchOp, 'same-flag-before', (op, rewriter) => {
    const before = switchBefore(op);
    if (before === null || before.defaultDest === op.parent) return false;
    const reached = before.cases.find(({ dest }) => dest === op.parent)!;
    const found = op.cases.find(({ value }) => value === reached.value);
    replaceByBranch(op, found === undefined ? defaultOf(op) : destinationOf(found), rewriter);
    return true;
  }),
  pattern(SwitchOp, 'default-of-same-flag-before', (op, rewriter) => {
    const before = switchBefore(op);
    if (before?.defaultDest !== op.parent) return false;
    const taken = new Set(before.cases.map(({ value }) => value));
    const kept = op.cases.filter(({ value }) => !taken.has(value));
    if (kept.length === op.cases.length) return false;
    replaceBySwitch(op, defaultOf(op), kept, rewriter);
    return true;
  }),
];
