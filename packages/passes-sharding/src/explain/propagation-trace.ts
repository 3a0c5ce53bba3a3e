import { type AxisRefAttr, containsAxis } from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';
import { stepEdges } from '../record/step-edges.ts';
import type { PropagationGraph } from '../propagation/propagation-graph.ts';
import type { PropagationObserver } from '../propagation/propagation-observer.ts';
import type { StepTensors } from '../record/step-tensors.ts';
import type { StepOutcome } from '../propagation/propagation-step.ts';

/** That a value got an axis from another one at an operation. */
export interface AxisMove {
  readonly axis: AxisRefAttr;
  /** The operation; the function itself where its results are what it returns. */
  readonly op: Operation;
  readonly from: Value;
  readonly to: Value;
  /** The factor of the operation's sharding rule along which it moved. */
  readonly factor: number;
  /** True if it came from an operand rather than a result. */
  readonly fromOperand: boolean;
  /** True if it went to an operand rather than a result. */
  readonly toOperand: boolean;
}

interface RecordedMove {
  readonly move: AxisMove;
  readonly order: number;
}

/** Remembers how axes moved, in the order in which they did. */
export class PropagationTrace implements PropagationObserver {
  /** By the value that got the axis, with how many moves there were before. */
  readonly #moves = new Map<Value, RecordedMove[]>();
  readonly #onMove: (move: AxisMove) => void;
  #count = 0;
  #graph: PropagationGraph | null = null;

  /** @param onMove gets each move when it happens. */
  constructor(onMove: (move: AxisMove) => void = () => undefined) {
    this.#onMove = onMove;
  }

  /** The program as it was at the end; `null` while shardings are propagated. */
  get graph(): PropagationGraph | null {
    return this.#graph;
  }

  record(op: Operation, { operands, results }: StepTensors, outcome: StepOutcome): void {
    for (const { axis, source, target } of stepEdges(outcome)) {
      const from = (source.type === 'operand' ? operands : results)[source.index] ?? null;
      const to = (target.type === 'operand' ? operands : results)[target.index] ?? null;
      if (from === null || to === null || from === to) continue;
      const position = target.type === 'operand' ? target.index : operands.length + target.index;
      const factor = outcome.after.tensors[position]!.factors.findIndex(
        (sharding) =>
          sharding?.axes.some((own) => containsAxis(own, axis) || containsAxis(axis, own)) === true,
      );
      const [fromOperand, toOperand] = [source.type === 'operand', target.type === 'operand'];
      const move: AxisMove = { axis, op, from, to, factor, fromOperand, toOperand };
      const recorded = { move, order: this.#count++ };
      this.#onMove(move);
      const known = this.#moves.get(to);
      if (known === undefined) this.#moves.set(to, [recorded]);
      else known.push(recorded);
    }
  }

  end(graph: PropagationGraph): void {
    this.#graph = graph;
  }

  /** Returns the moves that gave a value an axis, the last one first; none when it had the axis before. */
  wayOf(value: Value, axis: AxisRefAttr): readonly AxisMove[] {
    const way: AxisMove[] = [];
    // A value passed on only what it had before: following the trace backward in time terminates.
    let [at, limit]: [Value | null, number] = [value, Infinity];
    while (at !== null) {
      const found: RecordedMove | undefined = this.#moves
        .get(at)
        ?.find(
          ({ move, order }) =>
            order < limit && (containsAxis(move.axis, axis) || containsAxis(axis, move.axis)),
        );
      if (found !== undefined) way.push(found.move);
      [at, limit] = [found?.move.from ?? null, found?.order ?? limit];
    }
    return way;
  }
}
