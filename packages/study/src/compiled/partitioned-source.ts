import {
  AxisRefAttr,
  DimensionShardingAttr,
  getSharding,
  localShape,
  ManualComputationOp,
  type MeshAttr,
  MeshTable,
  type OpShardingRuleAttr,
  programMesh,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { partition } from '@shardform/inspect';
import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { BlockArgument, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { attachedShardingRule, partitionDefaults, registeredShardingRule } from '@shardform/passes-sharding';
import { programEntries } from '@shardform/runtime-sim';
import { describedCollectives } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { ReasonRecorder } from '../collectives/reasons/reason-recorder.ts';
import type { Study } from '../study.ts';
import type { StageValues } from '../values/value-identities.ts';
import { ValueSources } from './value-sources.ts';

/**
 * A program as it is before XLA partitions it: its shardings after propagation, and the collectives that follow of these by Shardy's
 * own partitioner, each with the operation that needs it.
 */
export class PartitionedSource {
  readonly mesh: MeshAttr | null;
  /** The main function of the program as it was given. */
  readonly entry: FuncOp | null;
  readonly values: ValueSources;
  readonly #study: Study;
  readonly #propagated: StageValues | null;
  readonly #rules = new Map<Operation, OpShardingRuleAttr | null>();
  readonly #collectives = new Map<Operation, InsertedCollective[]>();

  constructor(study: Study) {
    this.#study = study;
    this.mesh = programMesh(study.module)?.[1] ?? null;
    const { module, context, names, identities } = study;
    this.entry = programEntry(module);
    this.values = new ValueSources(module);
    const propagated = study.propagated().module;
    this.#propagated = propagated === null ? null : study.valuesOf(propagated);
    const reasons = new ReasonRecorder(context, module, names);
    // Problems are told where the program is partitioned for its own sake.
    const { result } = context.diagnostics.capture(() =>
      partition(
        module,
        context,
        { instrumentations: [reasons] },
        { ...partitionDefaults, partitioner: 'shardy' },
      ),
    );
    const { collectives } = result;
    if (collectives === null) return;
    const meshes = new MeshTable(collectives);
    const notes = { reasons, names };
    for (const { op, collective } of describedCollectives(
      programEntries(collectives),
      meshes,
      context,
      notes,
    )) {
      const source = identities.sourceOf(op);
      if (source === null) continue;
      const known = this.#collectives.get(source);
      if (known === undefined) this.#collectives.set(source, [collective]);
      else known.push(collective);
    }
  }

  /**
   * The sharding of a value of the program after propagation; `null` for none. Arguments of a function that is called have those of the
   * operands of its first call, results of a call those of what the function returns; in a manual computation, arguments have those that
   * they have outside.
   */
  shardingOf(value: Value): TensorShardingAttr | null {
    if (value instanceof BlockArgument && value.owner.parentOp instanceof ManualComputationOp)
      return this.shardingOf(value.owner.parentOp.getOperand(value.index));
    const propagated = this.propagated(value);
    const own = propagated === null ? null : getSharding(propagated, this.#study.context);
    if (own !== null) return own;
    const [other] = this.values.same(value);
    return other === undefined ? null : this.shardingOf(other);
  }

  /** The value after propagation; `null` where that has none. */
  propagated(value: Value): Value | null {
    return this.#propagated?.find(this.#study.source.values.idOf(value)) ?? null;
  }

  /** Returns those of the axes along which a value is split. */
  axesOf(value: Value, axes: readonly string[]): readonly string[] {
    const own = this.shardingOf(value)?.dims.flatMap((dim) => dim.axes.map(({ name }) => name)) ?? [];
    return axes.filter((axis) => own.includes(axis));
  }

  /** Returns the first dimension of a value that is split along one of the axes; -1 if none is. */
  splitDimension(value: Value, axes: readonly string[]): number {
    return this.shardingOf(value)?.dims.findIndex((dim) => isAlong(dim, axes)) ?? -1;
  }

  /** The shape of the part of a value on a device, whole along some axes; `null` where that is not known. */
  partOf(value: Value, whole: readonly string[] = []): readonly number[] | null {
    const { type } = value;
    if (!(type instanceof RankedTensorType)) return null;
    const sharding = this.shardingOf(value);
    if (sharding === null || this.mesh === null) return type.shape;
    const dims = sharding.dims.map((dim) =>
      dim.withAxes(dim.axes.filter(({ name }) => !whole.includes(name))),
    );
    return localShape(type.shape, TensorShardingAttr.get(sharding.meshOrRef, dims), this.mesh);
  }

  /** Returns whether an operation reduces a dimension of an operand. */
  isReduced(op: Operation, operand: number, dim: number): boolean {
    const rule = this.#ruleOf(op);
    const factors = rule?.operands[operand]?.dimMappings[dim]?.factorIndices ?? [];
    return factors.some((factor) => rule!.reduction.includes(factor));
  }

  /** Returns whether a dimension of an operand is one of a result, too, in which an operation takes each element by itself. */
  isPassedOn(op: Operation, operand: number, dim: number): boolean {
    const rule = this.#ruleOf(op);
    const factors = rule?.operands[operand]?.dimMappings[dim]?.factorIndices ?? [];
    return (
      factors.length > 0 &&
      !factors.some((factor) => rule!.needReplication.includes(factor) || rule!.permutation.includes(factor))
    );
  }

  /** Returns the dimension of another tensor that belongs to the same factor as one of an operand; `null` if none does. */
  sameDimension(op: Operation, operand: number, dim: number, tensor: number): number | null {
    const rule = this.#ruleOf(op);
    if (rule === null) return null;
    const factors = rule.operands[operand]?.dimMappings[dim]?.factorIndices ?? [];
    const other = [...rule.operands, ...rule.results][tensor]?.dimMappings ?? [];
    const found = other.findIndex(({ factorIndices }) =>
      factorIndices.some((factor) => factors.includes(factor)),
    );
    return found < 0 ? null : found;
  }

  /** The sharding of a value without some axes; `null` for one that has none of them. */
  without(value: Value, axes: readonly string[]): TensorShardingAttr | null {
    const sharding = this.shardingOf(value);
    if (sharding === null || this.axesOf(value, axes).length === 0) return null;
    return withAxes(sharding, (own) => own.filter(({ name }) => !axes.includes(name)));
  }

  /** The sharding of a value with another axis in place of one; `null` if it has the other, or not the one. */
  withAxisInstead(value: Value, axis: string, other: string): TensorShardingAttr | null {
    const sharding = this.shardingOf(value);
    if (
      sharding === null ||
      this.axesOf(value, [axis]).length === 0 ||
      this.axesOf(value, [other]).length > 0
    )
      return null;
    return withAxes(sharding, (own) => own.map((it) => (it.name === axis ? AxisRefAttr.get(other) : it)));
  }

  /** The sharding of a result with which an operand stays along some axes as it is; `null` if it is that already, or none. */
  sharedSharding(
    op: Operation,
    operand: number,
    result: Value,
    axes: readonly string[],
  ): TensorShardingAttr | null {
    const value = op.operandValues()[operand]!;
    return this.#moved(value, result, axes, (d) => this.sameDimension(op, operand, d, op.operands.length));
  }

  /** The sharding of an operand with which a result stays along some axes as it is; `null` if it is that already, or none. */
  operandSharding(
    op: Operation,
    operand: number,
    result: Value,
    axes: readonly string[],
  ): TensorShardingAttr | null {
    const value = op.operandValues()[operand]!;
    const dims = this.shardingOf(value)?.dims.map((_, d) => d) ?? [];
    return this.#moved(
      result,
      value,
      axes,
      (d) => dims.find((own) => this.sameDimension(op, operand, own, op.operands.length) === d) ?? null,
    );
  }

  /** The sharding of a tensor with the axes of another, each in the dimension that belongs to the same factor. */
  #moved(
    from: Value,
    to: Value,
    axes: readonly string[],
    dimOf: (dim: number) => number | null,
  ): TensorShardingAttr | null {
    const [given, other] = [this.shardingOf(from), this.shardingOf(to)];
    if (given === null || !(to.type instanceof RankedTensorType)) return null;
    const dims = to.type.shape.map(
      (_, d) => other?.dims[d]?.axes.filter(({ name }) => !axes.includes(name)) ?? [],
    );
    for (const [d, dim] of given.dims.entries()) {
      const at = dimOf(d);
      if (at !== null) dims[at]?.push(...dim.axes.filter(({ name }) => axes.includes(name)));
    }
    const moved = TensorShardingAttr.get(
      given.meshOrRef,
      dims.map((own) => DimensionShardingAttr.get(own, true)),
    );
    const isSame =
      other !== null && moved.dims.every((dim, d) => dim.axes.join() === other.dims[d]?.axes.join());
    return isSame ? null : moved;
  }

  #ruleOf(op: Operation): OpShardingRuleAttr | null {
    let rule = this.#rules.get(op);
    if (rule === undefined) {
      rule =
        op.definition.dialect === 'sdy'
          ? null
          : (attachedShardingRule(op) ?? registeredShardingRule(op, this.#study.context));
      this.#rules.set(op, rule);
    }
    return rule;
  }

  /** The collectives of an operation by Shardy's partitioner. */
  collectivesOf(op: Operation): readonly InsertedCollective[] {
    return this.#collectives.get(op) ?? [];
  }
}

function withAxes(
  sharding: TensorShardingAttr,
  change: (axes: readonly AxisRefAttr[]) => readonly AxisRefAttr[],
): TensorShardingAttr {
  const dims = sharding.dims.map(({ axes }) => DimensionShardingAttr.get([...change(axes)], true));
  return TensorShardingAttr.get(sharding.meshOrRef, dims);
}

/** Returns whether a dimension is split along one of the axes. */
export function isAlong(dim: DimensionShardingAttr | undefined, axes: readonly string[]): boolean {
  return dim?.axes.some(({ name }) => axes.includes(name)) ?? false;
}
