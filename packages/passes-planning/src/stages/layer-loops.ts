import {
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  ScalarFrame,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import type { FuncOp } from '@shardform/dialect-func';
import { type BlockArgument, RankedTensorType, type Value } from '@shardform/ir-core';

/** A value that a loop carries, of which each iteration uses or makes one row. */
export interface RowAccess {
  /** Its number among the values that the loop carries. */
  readonly index: number;
  /** The first row that an operation of the body takes or puts, as the body computes it. */
  readonly ops: readonly (DynamicSliceOp | DynamicUpdateSliceOp)[];
}

/** A loop over the layers of a model, such as JAX makes of `lax.scan`. */
export interface LayerLoop {
  readonly op: WhileOp;
  readonly trips: number;
  /** Whether iterations go from the last row to the first. */
  readonly isReversed: boolean;
  /** What it reads a row of: parameters, and what another loop has kept. */
  readonly read: readonly RowAccess[];
  /** What it writes a row of: what it keeps, and gradients. */
  readonly written: readonly RowAccess[];
  /** By iteration, the integers that are carried into it, by number; `null` for what is not known. */
  readonly scalars: readonly (readonly (number | null)[])[];
}

/** Returns the loops of a function whose iterations use a row of stacked tensors each. */
export function layerLoops(func: FuncOp): LayerLoop[] {
  return [...func.entry].flatMap((op) => (op instanceof WhileOp ? (layerLoop(op) ?? []) : []));
}

function layerLoop(op: WhileOp): LayerLoop | null {
  const trips = tripCount(op);
  if (trips === null || trips < 1) return null;
  const { arguments: args } = op.body.entry;
  const next = op.body.entry.getTerminator().operandValues();
  const frames = iterations(op, trips);
  const rows = (access: RowAccess): 'forward' | 'reversed' | null => {
    const type = args[access.index]!.type;
    if (!(type instanceof RankedTensorType) || type.shape[0] !== trips) return null;
    const isRow = (at: (iteration: number) => number): boolean =>
      frames.every((frame, i) =>
        access.ops.every(({ startIndices: [first, ...others] }) => {
          const isStart = others.every((other) => new ScalarFrame(frame).evaluate(other) === 0);
          return isStart && first !== undefined && new ScalarFrame(frame).evaluate(first) === at(i);
        }),
      );
    return isRow((i) => i) ? 'forward' : isRow((i) => trips - 1 - i) ? 'reversed' : null;
  };
  const read = args.flatMap((arg) => (next[arg.index] === arg ? (readAccess(arg) ?? []) : []));
  const written = args.flatMap((arg) => writtenAccess(arg, next[arg.index]!) ?? []);
  const directions = new Map([...read, ...written].map((access) => [access, rows(access)]));
  const known = [...directions.values()].filter((own) => own !== null);
  const [direction] = known;
  if (direction === undefined) return null;
  const isOfLoop = (access: RowAccess): boolean => directions.get(access) === direction;
  return {
    ...{ op, trips, isReversed: direction === 'reversed' },
    read: read.filter(isOfLoop),
    written: written.filter(isOfLoop),
    scalars: frames.map((frame) => args.map((arg) => frame.evaluate(arg))),
  };
}

/** What is known in each iteration. */
function iterations(op: WhileOp, trips: number): ScalarFrame[] {
  const outside = new ScalarFrame();
  const { arguments: args } = op.body.entry;
  const next = op.body.entry.getTerminator().operandValues();
  let carried = op.operandValues().map((value) => outside.evaluate(value));
  return Array.from({ length: trips }, () => {
    const frame = new ScalarFrame().set(args, carried);
    carried = next.map((value) => frame.evaluate(value));
    return frame;
  });
}

/** Every use takes a row. */
function readAccess(arg: BlockArgument): RowAccess | null {
  const users = [...arg.uses()].filter(({ owner }) => !owner.definition.isTerminator);
  const ops = users.flatMap(({ owner, index }) =>
    owner instanceof DynamicSliceOp && index === 0 && takesRow(arg, owner.result) ? [owner] : [],
  );
  return ops.length > 0 && ops.length === users.length ? { index: arg.index, ops } : null;
}

/** The only use puts a row into it, and that is carried on. */
function writtenAccess(arg: BlockArgument, next: Value): RowAccess | null {
  const { definingOp } = next;
  if (!(definingOp instanceof DynamicUpdateSliceOp) || !arg.hasOneUse || !next.hasOneUse) return null;
  if (definingOp.getOperand(0) !== arg || !takesRow(arg, definingOp.update)) return null;
  return { index: arg.index, ops: [definingOp] };
}

function takesRow({ type: all }: Value, { type: row }: Value): boolean {
  if (!(all instanceof RankedTensorType) || !(row instanceof RankedTensorType)) return false;
  return row.shape.every((size, dim) => size === (dim === 0 ? 1 : all.shape[dim]));
}
