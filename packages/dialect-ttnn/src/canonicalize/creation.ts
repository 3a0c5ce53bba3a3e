import {
  type OpDefinition,
  type Operation,
  pattern,
  RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';
import { fillValue, splatNumber } from '@shardform/dialect-ttir';
import { LayoutAttr } from '../attrs/layout-attr.ts';
import { ShapeAttr } from '../attrs/shape-attrs.ts';
import { ArangeOp, ConstantOp, EmptyOp, FullOp, OnesOp, RandOp, ZerosOp } from '../ops/creation-ops.ts';
import { ToTensorSpecOp } from '../ops/layout-ops.ts';
import { openedDevice } from '../opened-device.ts';

interface Creation {
  readonly definition: OpDefinition;
}

const onDeviceOnly: readonly Creation[] = [EmptyOp, RandOp];
const anywhere: readonly Creation[] = [ArangeOp, ConstantOp, FullOp, OnesOp, ZerosOp];

function isOneOf(op: Operation, classes: readonly Creation[]): boolean {
  return classes.some(({ definition }) => definition === op.definition);
}

/** Tensors are made in the layout that they are brought into at once. */
const merged = pattern(ToTensorSpecOp, 'ttnn-merged-creation', (op, rewriter) => {
  const made = op.input.definingOp;
  const { type } = op.result;
  const { encoding } = type;
  if (made === null || !(encoding instanceof LayoutAttr) || !op.input.hasOneUse) return false;
  if (made instanceof EmptyOp && encoding.isOnHost) {
    rewriter.replaceOpWith(op, ZerosOp, { shape: made.shape }, [type]);
    rewriter.eraseOp(made);
    return true;
  }
  if (!isOneOf(made, anywhere) && (encoding.isOnHost || !isOneOf(made, onDeviceOnly))) return false;
  // A constant is stored as its elements are.
  if (made instanceof ConstantOp && made.result.type.elementType !== encoding.scalarType) return false;
  // The devices are the only operand of operations that make tensors.
  const device = encoding.isOnHost
    ? []
    : made.operands.length > 0
      ? made.operandValues()
      : [openedDevice(op, rewriter)];
  rewriter.modifyInPlace(made, () => {
    made.setOperands(device);
    made.getResult().setType(RankedTensorType.get(type.shape, encoding.scalarType, encoding));
  });
  rewriter.replaceAllUses(op.result, made.getResult());
  rewriter.eraseOp(op);
  return true;
});

/** A constant of one number is a tensor of that number. */
const fullOfConstant = pattern(ConstantOp, 'ttnn-full-of-constant', (op, rewriter) => {
  const number = splatNumber(op.value);
  const filled = number === null ? null : fillValue(number);
  if (filled === null) return false;
  const { device, result } = op;
  const args = { device, shape: ShapeAttr.get({ shape: result.type.shape }), fillValue: filled };
  rewriter.replaceOpWith(op, FullOp, args, [result.type]);
  return true;
});

/** Simplifications of operations that make tensors. */
export const creationPatterns: readonly RewritePattern[] = [merged, fullOfConstant];
