import {
  getSharding,
  type MeshAttr,
  MeshTable,
  type OpShardingRuleAttr,
  programMesh,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { partition } from '@shardform/inspect';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { BlockArgument, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { attachedShardingRule, partitionDefaults, registeredShardingRule } from '@shardform/passes-sharding';
import { programEntries } from '@shardform/runtime-sim';
import { describedCollectives } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { ReasonRecorder } from '../collectives/reasons.ts';
import type { Study } from '../study.ts';
import type { StageValues } from '../values/value-identities.ts';

/**
 * A program as it is before XLA partitions it: its shardings after propagation, and the collectives that follow of these by Shardy's
 * own partitioner, each with the operation that needs it.
 */
export class PartitionedSource {
  readonly mesh: MeshAttr | null;
  readonly #study: Study;
  readonly #propagated: StageValues | null;
  #calls: ReadonlyMap<string, CallOp> | null = null;
  readonly #rules = new Map<Operation, OpShardingRuleAttr | null>();
  readonly #collectives = new Map<Operation, InsertedCollective[]>();

  constructor(study: Study) {
    this.#study = study;
    this.mesh = programMesh(study.module)?.[1] ?? null;
    const { module, context, names, identities } = study;
    const propagated = study.propagated().module;
    this.#propagated = propagated === null ? null : study.valuesOf(propagated);
    const reasons = new ReasonRecorder(context, module);
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
   * operands of its first call.
   */
  shardingOf(value: Value): TensorShardingAttr | null {
    const propagated = this.propagated(value);
    const own = propagated === null ? null : getSharding(propagated, this.#study.context);
    if (own !== null) return own;
    const operand = this.#calledWith(value);
    return operand === null ? null : this.shardingOf(operand);
  }

  #calledWith(value: Value): Value | null {
    const func = value instanceof BlockArgument ? value.owner.parentOp : null;
    if (!(value instanceof BlockArgument) || !(func instanceof FuncOp)) return null;
    this.#calls ??= firstCalls(this.#study.module);
    return this.#calls.get(func.symName.value)?.getOperand(value.index) ?? null;
  }

  /** The value after propagation; `null` where that has none. */
  propagated(value: Value): Value | null {
    return this.#propagated?.find(this.#study.source.values.idOf(value)) ?? null;
  }

  /** Returns whether an operation reduces a dimension of an operand. */
  isReduced(op: Operation, operand: number, dim: number): boolean {
    const rule = this.#ruleOf(op);
    const factors = rule?.operands[operand]?.dimMappings[dim]?.factorIndices ?? [];
    return factors.some((factor) => rule!.reduction.includes(factor));
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

/** The first call of each function. */
function firstCalls(module: ModuleOp): ReadonlyMap<string, CallOp> {
  const calls = new Map<string, CallOp>();
  module.walk((op) => {
    if (op instanceof CallOp && !calls.has(op.callee.root)) calls.set(op.callee.root, op);
  }, 'pre');
  return calls;
}
