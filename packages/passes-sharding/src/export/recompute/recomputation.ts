import {
  getSharding,
  type MeshAttr,
  type MeshTable,
  PropagationBarrierOp,
  ReshardOp,
  SdyConstantOp,
  setSharding,
  ShardingConstraintOp,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  BroadcastInDimOp,
  ConstantOp,
  IotaOp,
  ReshapeOp,
  TransposeOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  cloneOp,
  type Context,
  IrMapping,
  isPure,
  lastOf,
  type Operation,
  OpResult,
  RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import { project, shardingsOfSplit } from '../../projection/project.ts';
import { attachedShardingRule, registeredShardingRule } from '../../rules/sharding-rule.ts';
import { reshardOf } from '../explicit-reshards/apply-factor-axes.ts';
import { ReshardBytes } from '../explicit-reshards/reshard-bytes.ts';
import { LoopTrips } from '../hoist-reshards/invariants.ts';
import type { ReshardEnvironment } from '../explicit-reshards/reshard-site.ts';

/** So many operations on elements take less time than sending their result. */
const MOST_OPERATIONS = 4;

/** Where more reshards follow one another, the value counts as one that has to be sent. */
const MOST_RESHARDS = 16;

type Surroundings = Pick<ReshardEnvironment, 'meshes' | 'context'> &
  Partial<Pick<ReshardEnvironment, 'prices'>>;

/** How devices get a value with another sharding without sending anything: from what they all have. */
export class Recomputation {
  readonly #mesh: MeshAttr;
  readonly #meshes: MeshTable;
  readonly #context: Context;
  readonly #copies = new Map<Value, Map<TensorShardingAttr, Value>>();
  /** What other changes of shardings send. */
  readonly bytes: ReshardBytes;
  /** How often that is sent in loops. */
  readonly trips: LoopTrips;

  constructor(mesh: MeshAttr, { meshes, context, prices }: Surroundings) {
    this.#mesh = mesh;
    this.#meshes = meshes;
    this.#context = context;
    this.bytes = new ReshardBytes(mesh, prices);
    this.trips = new LoopTrips(context);
  }

  /** Returns whether devices can cut a value out of what they have, or compute it from that in a few operations. */
  isFree(value: Value, needed: TensorShardingAttr): boolean {
    return this.#operations(value, needed, MOST_OPERATIONS) <= MOST_OPERATIONS;
  }

  /** Returns a value with another sharding, for which {@link isFree} holds. */
  compute(value: Value, needed: TensorShardingAttr): Value {
    let copies = this.#copies.get(value);
    if (copies === undefined) this.#copies.set(value, (copies = new Map<TensorShardingAttr, Value>()));
    let copy = copies.get(needed);
    if (copy === undefined) copies.set(needed, (copy = this.#copy(value, needed)));
    return copy;
  }

  #copy(value: Value, needed: TensorShardingAttr): Value {
    const source = withoutReshards(value);
    if (this.#isHeld(source, needed)) return source;
    if (this.#isCut(source, needed)) {
      const slice = reshardOf(source.type, needed, source, source);
      insertAfter(source, slice);
      return slice.result;
    }
    // Neither held nor cut, so it is the result of an operation that can be repeated.
    const op = (source as OpResult).owner;
    const mapping = new IrMapping();
    for (const [operand, own] of zip(op.operandValues(), this.#operandShardings(op, needed) ?? []))
      mapping.values.set(operand, this.compute(operand, own));
    const copy = cloneOp(op, mapping);
    copy.moveAfter(op);
    setSharding(copy.getResult(), needed, this.#context);
    return copy.getResult();
  }

  /** The number of operations that are repeated, those on constants aside; more than `most` where that is not possible. */
  #operations(value: Value, needed: TensorShardingAttr, most: number): number {
    const source = withoutReshards(value);
    if (this.#isHeld(source, needed) || this.#isCut(source, needed)) return 0;
    const op = source.definingOp;
    const impossible = most + 1;
    if (op === null || most === 0 || !this.#isRepeatable(op)) return impossible;
    if (this.#meshes.meshOf(needed) !== this.#mesh || isPartial(needed)) return impossible;
    if (op.operands.length === 0) return 0;
    // Others want the result as it is: it would be computed twice.
    if (!source.hasOneUse && !isGenerated(op, MOST_OPERATIONS)) return impossible;
    const shardings = this.#operandShardings(op, needed);
    if (shardings === null) return impossible;
    let count = 1;
    for (const [operand, own] of zip(op.operandValues(), shardings)) {
      count += this.#operations(operand, own, most - count);
      if (count > most) return impossible;
    }
    return count;
  }

  #isHeld(value: Value, needed: TensorShardingAttr): boolean {
    const has = getSharding(value, this.#context);
    return (
      has === needed ||
      (needed.isFullyReplicated && (has === null || has.isFullyReplicated) && !isPartial(has))
    );
  }

  /** Returns whether devices have all of what they need of a value. */
  #isCut(value: Value, needed: TensorShardingAttr): boolean {
    const has =
      getSharding(value, this.#context) ?? TensorShardingAttr.fullyClosed(needed.meshOrRef, needed.rank);
    if (isPartial(has) || isPartial(needed)) return false;
    if (this.#meshes.meshOf(has) !== this.#mesh || this.#meshes.meshOf(needed) !== this.#mesh) return false;
    return (
      value.type instanceof RankedTensorType && this.bytes.sent(value.type, has, needed).collectives === 0
    );
  }

  #isRepeatable(op: Operation): boolean {
    if (op.results.length !== 1 || op.regions.length > 0 || !isPure(op, this.#context)) return false;
    if (op instanceof ShardingConstraintOp || op instanceof PropagationBarrierOp) return false;
    return (
      isElementwise(op) ||
      isSource(op) ||
      op instanceof BroadcastInDimOp ||
      op instanceof ReshapeOp ||
      op instanceof TransposeOp
    );
  }

  /** The shardings of operands that the one of a result takes; `null` where the operation can't have that. */
  #operandShardings(op: Operation, needed: TensorShardingAttr): TensorShardingAttr[] | null {
    const rule = attachedShardingRule(op) ?? registeredShardingRule(op, this.#context);
    if (rule === null || rule.isCustom) return null;
    const given = [...op.operands.map(() => null), needed];
    const projection = project(rule, given, this.#mesh, { closedIfMissing: true });
    const { factors } = lastOf(projection.tensors);
    const isPossible = factors.every(
      (own, factor) =>
        own === null ||
        (own.overflowAxes.length === 0 &&
          (own.axes.length === 0 || rule.factorType(factor) === 'pass-through')),
    );
    if (!isPossible) return null;
    const split = factors.map((own) => own?.axes ?? []);
    return shardingsOfSplit(projection, split, needed.meshOrRef, this.#mesh).slice(0, -1);
  }
}

/** The recomputations of a function, by mesh. */
export class Recomputations {
  readonly #surroundings: Surroundings;
  readonly #known = new Map<MeshAttr, Recomputation>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  on(mesh: MeshAttr): Recomputation {
    let own = this.#known.get(mesh);
    if (own === undefined) this.#known.set(mesh, (own = new Recomputation(mesh, this.#surroundings)));
    return own;
  }
}

function isSource(op: Operation): boolean {
  return op instanceof ConstantOp || op instanceof SdyConstantOp || op instanceof IotaOp;
}

/** Returns whether an operation computes from constants alone. */
function isGenerated(op: Operation, depth: number): boolean {
  return (
    depth > 0 &&
    op.operandValues().every(({ definingOp }) => definingOp !== null && isGenerated(definingOp, depth - 1)) &&
    (op.operands.length > 0 || isSource(op))
  );
}

function isPartial(sharding: TensorShardingAttr | null): boolean {
  return (sharding?.unreducedAxes.length ?? 0) > 0;
}

/**
 * The value before it was brought to other shardings, which may have been for the operation in question only, or for a loop that
 * hands it on as it is.
 */
function withoutReshards(value: Value): Value {
  let source = value;
  for (let i = 0; i < MOST_RESHARDS; i++) {
    const before = source.definingOp instanceof ReshardOp ? source.definingOp.input : beforeLoop(source);
    if (before === null) break;
    source = before;
  }
  return source;
}

/** The value that a loop gets for what its iterations hand on as it is; `null` for other values. */
function beforeLoop(value: Value): Value | null {
  if (!(value instanceof BlockArgument)) return null;
  const loop = value.owner.parentOp;
  if (!(loop instanceof WhileOp) || loop.body.entry !== value.owner) return null;
  return value.owner.terminator?.getOperand(value.index) === value ? loop.getOperand(value.index) : null;
}

function insertAfter(value: Value, op: Operation): void {
  if (value instanceof OpResult) op.moveAfter(value.owner);
  else value.parentBlock!.prepend(op);
}
