import { cloneOp, constantOf, type Operation, type RewritePattern, type Tensor } from '@shardform/ir-core';
import { elementwise, tensorOf, tensorType } from '@shardform/dialect-ttir';
import { type Commuting, type Maker, moveClasses, resultType } from './commute.ts';
import { moved, movedBack, type Move } from './moves.ts';

/** One or two operands of the shape of the result: a move of the result is the same move of the operands. */
function isThrough(op: Operation): boolean {
  const { length } = op.operands;
  if (!op.hasTrait(elementwise) || length < 1 || length > 2) return false;
  const shape = resultType(op).shape.join();
  return op.operandTypes().every((type) => tensorType(type).shape.join() === shape);
}

/** The operation on other operands, with their shape. */
function remade(op: Operation, operands: readonly Tensor[], make: Maker): Tensor {
  const copy = cloneOp(op);
  copy.setOperands(operands);
  copy.setResultTypes([resultType(op).withShape(operands[0]!.type.shape)]);
  return tensorOf(make.insert(copy).getResult());
}

function above(op: Operation, move: Move, make: Maker): Tensor {
  const operands = op.operandValues().map((operand) => moved(move, tensorOf(operand), make.tensors));
  return remade(op, operands, make);
}

/** Elementwise operations: moves go up through all, down through those whose operands are all moved alike. */
export function elementwiseRules(commuting: Commuting): readonly RewritePattern[] {
  const below = (op: Operation, move: Move, make: Maker): Tensor | null => {
    if (!commuting.areAlike(op, move, (operand) => constantOf(operand) !== null)) return null;
    const operands = op
      .operandValues()
      .map((operand) =>
        operand.definingOp === move ? move.input : movedBack(move, tensorOf(operand), make.tensors),
      );
    return moved(move, remade(op, operands, make), make.tensors);
  };
  return moveClasses.map((moveClass) =>
    commuting.ruleFor('elementwise', isThrough, moveClass, { above, below }),
  );
}
