import { DataFlowEdgeOp, factorSymbol } from '@shardform/dialect-sdy';
import { type ExplainedPropagation, originOf } from '@shardform/inspect';
import type { Diagnostic, Operation, Value } from '@shardform/ir-core';
import type { AxisMove, RejectionReason, ShardingExplanation } from '@shardform/passes-sharding';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import { axisText, chipOfSharding, type ShardingChip } from '../values/sharding-chip.ts';
import { type PropagationReplay, replayOf } from './propagation-replay.ts';
import { isDerived, sourceId, type ValueId } from '../values/value-id.ts';
import type { StageValues } from '../values/value-identities.ts';

/** Why a value has its sharding. */
export interface ExplainedValue extends NamedValueRef {
  /** The sharding after propagation; `null` for none. */
  readonly chip: ShardingChip | null;
  readonly axes: readonly ExplainedAxis[];
  readonly rejections: readonly RejectedAxis[];
}

/** How an axis came to a dimension of a value. */
export interface ExplainedAxis {
  readonly axis: string;
  readonly dimension: number;
  /** The value that the program itself splits along the axis. */
  readonly origin: NamedValueRef & {
    /** The annotation that decides: `in_shardings of ... says so`. */
    readonly because: string;
    readonly chip: ShardingChip | null;
    readonly line: number | null;
  };
  /** The moves of propagation, the last one first. */
  readonly moves: readonly ExplainedMove[];
}

/** A move of an axis from one value to another through an operation. */
export interface ExplainedMove {
  readonly from: NamedValueRef;
  readonly operation: string;
  readonly line: number | null;
  /** The factor of the operation's sharding rule, or `null`. */
  readonly factor: string | null;
  readonly direction: 'forward' | 'backward' | 'sideways';
}

/** An axis that a neighbour has and the value did not get. */
export interface RejectedAxis {
  readonly axis: string;
  readonly dimension: number;
  readonly holder: NamedValueRef;
  readonly operation: string;
  readonly line: number | null;
  readonly reason: RejectionReason;
  /** The axis that it has instead. */
  readonly instead: string | null;
}

/** A value of the propagated program, and the trace of its axes. */
export interface TracedValue {
  readonly value: Value;
  readonly trace: ShardingExplanation;
}

/** Explains the shardings of a program by a record of propagation. */
export class Explainer {
  /** What propagation said. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #study: Study;
  readonly #values: StageValues;
  readonly #explain: ((value: Value) => ShardingExplanation) | null;
  /** Of all values, in the order in which they happened. */
  readonly #moves: readonly AxisMove[];
  /** By the identity in the source. */
  #copies: Map<ValueId, Value[]> | null = null;

  /** @param propagation of the study's program. */
  constructor(study: Study, { module, explain, moves, diagnostics }: ExplainedPropagation) {
    this.#study = study;
    this.#explain = explain;
    this.#moves = moves;
    this.diagnostics = diagnostics;
    this.#values = study.identities.stage(module);
  }

  /**
   * Explains a value of the source: one explanation for each copy, as calls make them; none if propagation fails or
   * removes the value. A value that passes derived has the explanation of the one that it was derived from.
   */
  explain(id: ValueId): ExplainedValue[] {
    return this.traced(id).map(({ value, trace }) => this.#explained(value, trace));
  }

  /** True if shardings can't be propagated; {@link diagnostics} say why. */
  get failed(): boolean {
    return this.#explain === null;
  }

  /** The values that {@link explain} explains, in the propagated program. */
  traced(id: ValueId): TracedValue[] {
    const explain = this.#explain;
    if (explain === null) return [];
    const copies = this.#copiesBySource().get(sourceId(id)) ?? [];
    return copies.map((value) => ({ value, trace: explain(value) }));
  }

  /** Replays propagation move by move; `null` if it fails. */
  replay(): PropagationReplay | null {
    const explain = this.#explain;
    if (explain === null) return null;
    const isTold = ({ op, from, to }: AxisMove): boolean =>
      !(op instanceof DataFlowEdgeOp) && this.#ref(from).id !== this.#ref(to).id;
    return replayOf(
      this.#moves.filter(isTold).map((move) => ({
        ...this.#move(move),
        to: this.#ref(move.to),
        axis: axisText(move.axis.text),
      })),
      // Values that are the same one for people, such as data flow edges, are told once.
      this.#values.all.map((value) => this.#explained(value, explain(value))),
    );
  }

  #copiesBySource(): ReadonlyMap<ValueId, readonly Value[]> {
    if (this.#copies !== null) return this.#copies;
    this.#copies = new Map();
    for (const value of this.#values.all) {
      const id = this.#values.idOf(value);
      if (isDerived(id)) continue;
      const known = this.#copies.get(sourceId(id));
      if (known === undefined) this.#copies.set(sourceId(id), [value]);
      else known.push(value);
    }
    return this.#copies;
  }

  #explained(value: Value, { sharding, axes, rejections }: ShardingExplanation): ExplainedValue {
    const { names, context } = this.#study;
    return {
      ...this.#ref(value),
      chip: sharding === null ? null : chipOfSharding(sharding),
      axes: axes.map(({ axis, dimension, way }) => {
        const first = way.at(-1)?.from ?? value;
        const { because, sharding: given } = originOf(first, axis, names, context);
        const source = this.#study.identities.source.find(sourceId(this.#ref(first).id));
        return {
          axis: axisText(axis.text),
          dimension,
          origin: {
            ...this.#ref(first),
            because,
            chip: given === null ? null : chipOfSharding(given),
            line: source === null ? null : this.#study.lineOf(source),
          },
          moves: way.filter(({ op }) => !(op instanceof DataFlowEdgeOp)).map((move) => this.#move(move)),
        };
      }),
      rejections: rejections
        .filter(({ op }) => !(op instanceof DataFlowEdgeOp))
        .map(({ axis, dimension, op, holder, reason, instead }) => ({
          axis: axisText(axis.text),
          dimension,
          holder: this.#ref(holder),
          ...this.#at(op),
          reason,
          instead: instead === null ? null : axisText(instead.text),
        })),
    };
  }

  #move({ op, from, factor, fromOperand, toOperand }: AxisMove): ExplainedMove {
    return {
      from: this.#ref(from),
      ...this.#at(op),
      factor: factor < 0 ? null : factorSymbol(factor),
      direction: fromOperand === toOperand ? 'sideways' : fromOperand ? 'forward' : 'backward',
    };
  }

  #at(op: Operation): Pick<ExplainedMove, 'operation' | 'line'> {
    return { operation: op.name, line: this.#study.lineOfOperation(op) };
  }

  /** Data flow edges are put beside values by passes. */
  #ref(value: Value): NamedValueRef {
    const { definingOp } = value;
    if (definingOp instanceof DataFlowEdgeOp) return this.#ref(definingOp.input);
    const id = sourceId(this.#values.idOf(value));
    const source = this.#study.identities.source.find(id);
    return { id, name: source === null ? 'a value' : this.#study.names.describe(source) };
  }
}
