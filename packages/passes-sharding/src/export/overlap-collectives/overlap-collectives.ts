import type { Machine } from '@shardform/cost-model';
import { collectiveName } from '@shardform/dialect-stablehlo';
import { type Block, type Context, definePass, type Operation } from '@shardform/ir-core';
import { OtherEffects } from '../../module/other-effects.ts';
import { machineOption, reportMachineErrors } from '../../module/machine-option.ts';
import { type OperationTime, ProgramTimes } from './program-times.ts';
import { depthsOf, scheduled } from './schedule.ts';
import { canStart, startAndDone } from './start-done.ts';
import { tasksOf, type TimedOperation } from './block-tasks.ts';
import { outcomeOf, type Task } from './tasks.ts';
import { withoutWaiting } from './given-order.ts';

/** An order is taken that takes at most so much of the time of the given one. */
const LEAST_GAIN = 0.99;

/** What results may hold of what they held in the given order, and bytes that they may hold beside it. */
const MOST_MEMORY = 1.1;
const SPARE_BYTES = 1024 * 1024;

/** `shardform-overlap-collectives`. */
export const overlapCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-overlap-collectives',
  className: 'OverlapCollectivesPass',
  summary: 'Computes while devices communicate: collectives start early, and are done when they are needed.',
  description:
    'Puts the operations of a block in an order in which collectives begin before what does not need their results, if that is estimated to take less time and holds at most a tenth more memory and 1 MiB; operations with other effects than communication are passed by none. Collectives of one operand behind which something is computed before their result is used become a `stablehlo.async_start` and a `stablehlo.async_done`.',
  options: { machine: machineOption },
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, pass) {
    reportMachineErrors(module, pass, () => overlap(module, pass.context, pass.options.machine));
  },
});

function overlap(module: Operation, context: Context, machine: Machine | null): void {
  const blocks = new Set<Block>();
  module.walk((op) => {
    if (collectiveName(op.name) !== null && op.parent !== null) blocks.add(op.parent);
  });
  if (blocks.size === 0) return;
  const effects = new OtherEffects(context);
  const times = new ProgramTimes(module, context, machine);
  for (const block of blocks) {
    // Which an order does not change.
    const known = new Map<Operation, OperationTime>();
    const timeOf = (op: Operation): OperationTime => {
      let time = known.get(op);
      if (time === undefined) known.set(op, (time = times.of(op)));
      return time;
    };
    for (const ops of segmentsOf(block, effects)) reorder(ops, timeOf);
    start(block, timeOf);
  }
}

/** The operations of a block between those that nothing passes. */
function segmentsOf(block: Block, effects: OtherEffects): Operation[][] {
  const segments: Operation[][] = [[]];
  for (const op of block) {
    if (op.definition.isTerminator || effects.has(op)) segments.push([]);
    else segments.at(-1)!.push(op);
  }
  return segments.filter((ops) => ops.some(({ name }) => collectiveName(name) !== null));
}

function reorder(ops: readonly Operation[], timeOf: (op: Operation) => OperationTime): void {
  const known: Operation[] = [];
  const moving: TimedOperation[] = [];
  for (const op of ops) {
    const time = timeOf(op);
    if (isKnown(op, time)) known.push(op);
    else moving.push({ op, time });
  }
  const order = bestOrder(tasksOf(moving));
  if (order === null) return;
  const block = ops[0]!.parent!;
  const anchor = ops.at(-1)!.next;
  const sequence = [...known, ...order.map((number) => moving[number]!.op)];
  for (const op of sequence) {
    if (anchor === null) op.moveToEnd(block);
    else op.moveBefore(anchor);
  }
}

/** Returns whether an operation needs nothing and no time, as constants, which stay before all others. */
function isKnown(op: Operation, { compute, communication }: OperationTime): boolean {
  return op.operands.length === 0 && op.regions.length === 0 && compute + communication === 0;
}

/** Returns `null` where the given order is good enough. */
function bestOrder(tasks: readonly Task[]): readonly number[] | null {
  const given = outcomeOf(tasks, [...tasks.keys()]);
  const mostBytes = given.peakBytes * MOST_MEMORY + SPARE_BYTES;
  let best: readonly number[] | null = null;
  let least = given.time * LEAST_GAIN;
  const orders = [false, true].map((computes) => scheduled(tasks, depthsOf(tasks, computes)));
  for (const order of [...orders, withoutWaiting(tasks)]) {
    const { time, peakBytes } = outcomeOf(tasks, order);
    if (time >= least || peakBytes > mostBytes) continue;
    least = time;
    best = order;
  }
  return best;
}

/** Makes starts and dones of the collectives of a block that something is computed behind. */
function start(block: Block, timeOf: (op: Operation) => OperationTime): void {
  const ops = [...block];
  const numbers = new Map(ops.map((op, number) => [op, number]));
  /** By operation, the last one up to it that computes. */
  const computing: number[] = [];
  for (const [number, op] of ops.entries())
    computing.push(timeOf(op).compute > 0 ? number : (computing.at(-1) ?? -1));
  for (const [number, op] of ops.entries()) {
    if (!canStart(op)) continue;
    const users = [...op.getResult(0).uses()].map(({ owner }) => numbers.get(block.findAncestorOp(owner)!)!);
    const first = Math.min(...users);
    if (first < Infinity && computing[first - 1]! > number) startAndDone(op, ops[first]!);
  }
}
