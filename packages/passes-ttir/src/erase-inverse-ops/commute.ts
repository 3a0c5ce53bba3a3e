import {
  anyOpPattern,
  type Builder,
  isInstance,
  type OpWithDefinition,
  type Operation,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { PermuteOp, ReshapeOp, TensorBuilder, tensorType } from '@shardform/dialect-ttir';
import type { ConstantPaths } from './constant-paths.ts';
import { areSameMoves, isOnlyMoved, mayHaveInverse, type Move } from './moves.ts';

/** The direction in which moves are taken through operations. */
export type Direction = 'upwards' | 'downwards';

/** Creates the operations of a commuted move. */
export interface Maker {
  readonly create: Builder['create'];
  readonly insert: Builder['insert'];
  readonly tensors: TensorBuilder;
}

/**
 * Commutes moves of one kind with operations of type `T`. Without a function for a direction they don't go that way.
 */
export interface Rule<T extends Operation, M extends Move> {
  /**
   * Applies the move to the operands and then the operation: the value of the move's result, or `null`, without
   * anything made, where that is impossible. All uses of the operation are this move.
   */
  readonly above?: (op: T, move: M, make: Maker) => Tensor | null;
  /**
   * Applies the operation to what the move's operand was and then moves: the value of the operation's result, or
   * `null`, without anything made. `move` computes an operand of the operation.
   */
  readonly below?: (op: T, move: M, make: Maker) => Tensor | null;
}

/** Rules as patterns, for one direction. */
export class Commuting {
  readonly direction: Direction;
  readonly #paths: ConstantPaths;

  constructor(direction: Direction, paths: ConstantPaths) {
    this.direction = direction;
    this.#paths = paths;
  }

  /**
   * Returns true if the other operands of an operation are moved like one of them, or are computed once and for all.
   */
  areAlike(op: Operation, move: Move, isConstant: (operand: Value) => boolean = () => false): boolean {
    return op.operandValues().every((operand) => {
      return areSameMoves(operand.definingOp, move) || isConstant(operand) || this.#paths.isConstant(operand);
    });
  }

  /** A pattern for the operations of one class. */
  rule<T extends Operation, M extends Move>(
    opClass: OpWithDefinition<T>,
    moveClass: OpWithDefinition<M>,
    rule: Rule<T, M>,
    direction: Direction = this.direction,
  ): RewritePattern {
    return pattern(opClass, nameOf(moveClass, opClass.definition.name, direction), (op, rewriter) =>
      this.#commute(op, moveClass, rule, direction, rewriter),
    );
  }

  /** A pattern for all operations for which `isMember` holds. */
  ruleFor<M extends Move>(
    name: string,
    isMember: (op: Operation) => boolean,
    moveClass: OpWithDefinition<M>,
    rule: Rule<Operation, M>,
  ): RewritePattern {
    return anyOpPattern(nameOf(moveClass, name, this.direction), (op, rewriter) =>
      isMember(op) ? this.#commute(op, moveClass, rule, this.direction, rewriter) : false,
    );
  }

  #commute<T extends Operation, M extends Move>(
    op: T,
    moveClass: OpWithDefinition<M>,
    rule: Rule<T, M>,
    direction: Direction,
    rewriter: Rewriter,
  ): boolean {
    return direction === 'upwards'
      ? commuteUp(op, moveClass, rule, rewriter)
      : this.#commuteDown(op, moveClass, rule, rewriter);
  }

  #commuteDown<T extends Operation, M extends Move>(
    op: T,
    moveClass: OpWithDefinition<M>,
    { below }: Rule<T, M>,
    rewriter: Rewriter,
  ): boolean {
    if (below === undefined || op.hasNoUses()) return false;
    for (const operand of op.operandValues()) {
      const move = operand.definingOp;
      if (
        move == null ||
        !isInstance(moveClass, move) ||
        !mayHaveInverse(move) ||
        this.#paths.isConstant(operand)
      )
        continue;
      if (operand.users().some((user) => user !== op)) continue;
      const value = below(op, move, makerOf(rewriter));
      if (value === null) continue;
      rewriter.replaceOp(op, [value]);
      return true;
    }
    return false;
  }
}

function commuteUp<T extends Operation, M extends Move>(
  op: T,
  moveClass: OpWithDefinition<M>,
  { above }: Rule<T, M>,
  rewriter: Rewriter,
): boolean {
  if (above === undefined || op.results.length !== 1 || !isOnlyMoved(op.getResult())) return false;
  const [move] = op.getResult().users();
  if (move == null || !isInstance(moveClass, move) || !mayHaveInverse(move)) return false;
  const value = above(op, move, makerOf(rewriter));
  if (value === null) return false;
  for (const user of op.getResult().users()) rewriter.replaceOp(user, [value]);
  return true;
}

function makerOf(rewriter: Rewriter): Maker {
  return {
    create: rewriter.create.bind(rewriter),
    insert: rewriter.insert.bind(rewriter),
    tensors: new TensorBuilder(rewriter),
  };
}

function nameOf(moveClass: OpWithDefinition<Move>, through: string, direction: Direction): string {
  return `ttir-${moveClass.definition.name.slice(5)}-${direction}-through-${through.replace('ttir.', '')}`;
}

/** Both kinds of moves, for rules that treat them alike. */
export const moveClasses = [PermuteOp, ReshapeOp] as const;

/** Returns the type of an operation's only result. */
export function resultType(op: Operation): ReturnType<typeof tensorType> {
  return tensorType(op.getResult().type);
}
