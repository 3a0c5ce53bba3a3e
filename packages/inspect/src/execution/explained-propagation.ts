import type { Context, Diagnostic, ModuleOp, Value } from '@shardform/ir-core';
import {
  type AxisMove,
  explainShardings,
  type PartitionSettings,
  type ShardingExplanation,
} from '@shardform/passes-sharding';

/** A program after propagation, with a record of it. */
export interface ExplainedPropagation {
  /** Nothing may change it. */
  readonly module: ModuleOp;
  /** Explains a value of the module; `null` if propagation failed. */
  readonly explain: ((value: Value) => ShardingExplanation) | null;
  /** Moves of axes of all values, in the order in which they happened. */
  readonly moves: readonly AxisMove[];
  /** What propagation said. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Propagates the shardings of a module in place, with a record; see `explainShardings`. */
export function explainPropagation(
  module: ModuleOp,
  context: Context,
  settings?: PartitionSettings,
): ExplainedPropagation {
  const moves: AxisMove[] = [];
  const { result: explain, diagnostics } = context.diagnostics.capture(() =>
    explainShardings(module, context, (move) => moves.push(move), settings),
  );
  return { module, explain, moves, diagnostics };
}
