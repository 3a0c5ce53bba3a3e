import { Builder, definePass, type PassRun } from '@shardform/ir-core';
import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { type LayoutAttr, layoutOf, openedDevice, ToTensorSpecOp } from '@shardform/dialect-ttnn';
import { deviceFunctions } from '@shardform/dialect-ttcore';
import { isTurnable, LayoutSteps } from './layout-steps.ts';

/** A change of memory, arrangement and number format becomes single steps. */
export const ttnnDecomposeLayouts = definePass({
  name: 'ttnn-decompose-layouts',
  className: 'TTNNDecomposeLayouts',
  summary: 'splits changes of layout into steps',
  anchor: 'builtin.module',
  run(op, pass) {
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) if (inner instanceof ToTensorSpecOp) decompose(inner, func, pass);
    }
  },
});

function decompose(op: ToTensorSpecOp, func: FuncOp, pass: PassRun): void {
  const [from, to] = [layoutOf(op.input.type), layoutOf(op.result.type)];
  if (from === null || to === null) {
    pass.opError(op, 'needs layouts');
    return;
  }
  const builder = new Builder(pass.context);
  builder.location = op.location;
  builder.setInsertionPoint(op);
  const target = { type: op.result.type, layout: to };
  const steps = new LayoutSteps(op.input, target, builder, () => openedDevice(func, builder));
  takeSteps(op, steps, from, to);
  // What the tensor is called may differ where its numbers don't: signs of integers, for one.
  if (steps.value !== op.input) steps.value.setType(op.result.type);
  op.result.replaceAllUsesWith(steps.value);
  op.erase();
}

function takeSteps(op: ToTensorSpecOp, steps: LayoutSteps, from: LayoutAttr, to: LayoutAttr): void {
  const isOnHost = from.isOnHost && to.isOnHost;
  const canTurn = !steps.mustTurn || isTurnable(op.input.type) || isTurnable(op.result.type);
  // Numbers change on the device where its side has tiles, even if tiles are made on the host.
  const tiled = from.isTiled ? from : to;
  if (isOnHost || isOfHostCode(op) || (!canTurn && tiled.isOnHost)) {
    steps.leave();
    steps.cast();
    steps.turn();
    steps.move();
  } else if (!canTurn) {
    if (from.isTiled) steps.cast();
    steps.leave();
    steps.turn();
    steps.move();
    steps.cast();
  } else if (isMovedLast(from, to)) {
    steps.turnAndCast();
    steps.move();
  } else {
    steps.move();
    steps.turnAndCast();
  }
}

/** Returns true if code of the host makes the tensor, or is the only one to use it. */
function isOfHostCode(op: ToTensorSpecOp): boolean {
  const uses = [...op.result.uses()];
  const calls = [op.input.definingOp, uses.length === 1 ? uses[0]!.owner : null];
  return calls.some((call) => call instanceof CallOp && call.hasAttr('ttir.cpu_hoist_call'));
}

/** The device works before the host gets a tensor, and makes rows of what is not split over cores. */
function isMovedLast(from: LayoutAttr, to: LayoutAttr): boolean {
  if (from.isOnHost || to.isOnHost) return to.isOnHost;
  if (from.isTiled === to.isTiled || to.isTiled) return true;
  const isSplit = from.memoryLayout?.value !== 'interleaved';
  return from.bufferType !== 'l1' || !(isSplit || to.bufferType === 'dram');
}
