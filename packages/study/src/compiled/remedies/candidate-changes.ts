import { programEntry } from '@shardform/dialect-func';
import { ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { OptimizationBarrierOp } from '@shardform/dialect-stablehlo';
import { BlockArgument, type Operation, type Value } from '@shardform/ir-core';
import { givenSharding, tiedTo } from '../../explain/other-shardings.ts';
import type { Study } from '../../study.ts';
import type { AttributedCollective } from '../attribution.ts';
import type { CauseKind, ValueSite } from '../cause.ts';
import { constraintBehind, resultOf } from '../causes/request.ts';
import type { PartitionedSource } from '../partitioned-source.ts';
import type { ProgramChange } from './program-change.ts';

interface ProposalSite extends ValueSite {
  readonly cause: CauseKind;
}

/** Changes that are proposed for one collective, each a list of edits that belong together. */
type Proposal = readonly ProgramChange[];

/**
 * Returns small changes of a program that may remove or shrink its collectives: those of the collectives that send most first.
 *
 * @param most that are returned.
 */
export function candidateChanges(
  study: Study,
  collectives: readonly AttributedCollective[],
  most: number,
): readonly Proposal[] {
  const found = new Map<string, Proposal>();
  const bySize = collectives.toSorted((a, b) => b.bytes * b.executions - a.bytes * a.executions);
  const perCollective = bySize.map((collective) =>
    collective.moved.flatMap(({ site, cause }) =>
      cause.kind === 'written' ? [] : proposals({ ...site, cause: cause.kind }, study, collective),
    ),
  );
  // The first proposals of all collectives come before the second ones of the largest.
  const longest = Math.max(0, ...perCollective.map(({ length }) => length));
  for (let i = 0; i < longest; i++)
    for (const own of perCollective) {
      const proposal = own[i];
      if (proposal === undefined || found.size === most) continue;
      const key = proposal.map(keyOf).join();
      if (!found.has(key)) found.set(key, proposal);
    }
  return [...found.values()];
}

function proposals(
  site: ProposalSite,
  study: Study,
  { decisions }: AttributedCollective,
): readonly Proposal[] {
  const { op, value, source } = site;
  if (source === null || value === null) return [];
  if (op === null)
    return [
      ...unconstrained(constraintBehind(value, source) ?? value.definingOp),
      ...returnedOtherwise(value, source.shardingOf(value), source),
    ];
  return [
    ...proposalsAt(op, value, site, source),
    ...(decisions.some(({ kind }) => kind === 'recomputed') ? saved(study) : []),
  ];
}

function proposalsAt(
  op: Operation,
  value: Value,
  site: ProposalSite,
  source: PartitionedSource,
): readonly Proposal[] {
  const list: Proposal[] = [];
  const [result] = op.results;
  const request = result === undefined ? null : constraintBehind(result, source);
  const index = op.operandValues().indexOf(value);
  const kept = result === undefined || index < 0 ? null : source.sharedSharding(op, index, result, site.axes);
  // The constraint that asks for what devices communicate for is left out, or asks for what is there.
  list.push(...unconstrained(op instanceof ShardingConstraintOp ? op : request));
  if (request !== null && kept !== null) list.push([{ kind: 'constraint', op: request, sharding: kept }]);
  list.push(...returnedOtherwise(value, source.shardingOf(value), source));
  if (result !== undefined) list.push(...returnedOtherwise(result, kept, source));
  // An argument comes as it is needed.
  const wanted = wantedSharding(op, value, site, source);
  const outer = source.values.outermost(value);
  const argument = wanted === null ? null : argumentChange(outer, wanted, source);
  if (argument !== null) list.push([argument]);
  list.push(...exchangedAxes(op, site, source));
  // The operation is split as its operand is.
  if (kept !== null && result !== undefined) list.push([constrain(result, kept, source)]);
  // The value is computed as it is needed.
  if (
    wanted !== null &&
    value.definingOp !== null &&
    value.definingOp !== op &&
    !isCallLike(value.definingOp)
  )
    list.push([constrain(value, wanted, source)]);
  const gathered = gatheredOperands(op, site, source);
  if (gathered.length > 0) list.push(gathered);
  return list;
}

function unconstrained(op: Operation | null): readonly Proposal[] {
  return op instanceof ShardingConstraintOp ? [[{ kind: 'constraint', op, sharding: null }]] : [];
}

/** A result of the program is split as it is computed. */
function returnedOtherwise(
  value: Value,
  sharding: TensorShardingAttr | null,
  source: PartitionedSource,
): readonly Proposal[] {
  const index = resultOf(value, source);
  if (index === null) return [];
  const free: Proposal = [{ kind: 'result', index, sharding: null }];
  return sharding === null ? [free] : [free, [{ kind: 'result', index, sharding }]];
}

function saved(study: Study): readonly Proposal[] {
  const barrier = barrierOf(study);
  return barrier === null ? [] : [[{ kind: 'save', barrier }]];
}

function constrain(value: Value, sharding: TensorShardingAttr, source: PartitionedSource): ProgramChange {
  return { kind: 'constrain', value, sharding, now: source.shardingOf(value) };
}

function isCallLike({ name }: Operation): boolean {
  return name.endsWith('.call');
}

/** The sharding that an operation needs of an operand: that of the result along common dimensions, and whole along the others. */
function wantedSharding(
  op: Operation,
  value: Value,
  { axes, collective }: ValueSite,
  source: PartitionedSource,
): TensorShardingAttr | null {
  const index = op.operandValues().indexOf(value);
  const [result] = op.results;
  if (op instanceof ShardingConstraintOp) return op.sharding;
  const shared = index < 0 || result === undefined ? null : source.operandSharding(op, index, result, axes);
  return collective.kind === 'all_gather' || shared === null ? source.without(value, axes) : shared;
}

/** Another sharding of an argument of the main function, and of what is tied to it. */
function argumentChange(
  value: Value,
  sharding: TensorShardingAttr,
  { entry }: PartitionedSource,
): ProgramChange | null {
  if (!(value instanceof BlockArgument) || entry === null || value.owner !== entry.entry) return null;
  if (givenSharding(entry, 'arg_attrs', value.index) === sharding) return null;
  if (entry.functionType.inputs[value.index] !== value.type) return null;
  return { kind: 'arguments', move: { ...tiedTo(entry, value.index), sharding } };
}

/** An argument that is split along the axes that two operands have in different dimensions has another axis of the mesh. */
function exchangedAxes(
  op: Operation,
  { axes, cause }: ProposalSite,
  source: PartitionedSource,
): readonly Proposal[] {
  const [axis, ...others] = axes;
  if (cause !== 'conflict' || axis === undefined || others.length > 0) return [];
  return op.operandValues().flatMap((value) => {
    const outer = source.values.outermost(value);
    return (source.mesh?.axes ?? []).flatMap(({ name }) => {
      const sharding = source.withAxisInstead(value, axis, name);
      const change = sharding === null ? null : argumentChange(outer, sharding, source);
      return change === null ? [] : [[change]];
    });
  });
}

/** Operands of a sum are gathered, where that is less than the partial results. */
function gatheredOperands(
  op: Operation,
  { collective, axes }: ValueSite,
  source: PartitionedSource,
): Proposal {
  if (collective.kind !== 'all_reduce') return [];
  return op.operandValues().flatMap((value) => {
    const sharding = source.splitDimension(value, axes) < 0 ? null : source.without(value, axes);
    return sharding === null ? [] : [constrain(value, sharding, source)];
  });
}

/** The barrier by which JAX keeps a compiler from using what was computed before. */
function barrierOf({ module }: Study): OptimizationBarrierOp | null {
  let found: OptimizationBarrierOp | null = null;
  programEntry(module)?.walk((op) => {
    if (op instanceof OptimizationBarrierOp) found ??= op;
  });
  return found;
}

function keyOf(change: ProgramChange): string {
  switch (change.kind) {
    case 'arguments':
      return `${change.move.args.join()} ${change.move.sharding.text}`;
    case 'constrain':
      return `${idOf(change.value)} ${change.sharding.text}`;
    case 'constraint':
      return `${idOf(change.op)} ${change.sharding?.text ?? ''}`;
    case 'result':
      return `result ${change.index} ${change.sharding?.text ?? ''}`;
    case 'save':
      return `save ${idOf(change.barrier)}`;
  }
}

const ids = new WeakMap<object, number>();
let count = 0;

function idOf(of: object): number {
  let id = ids.get(of);
  if (id === undefined) ids.set(of, (id = count++));
  return id;
}
