import { FuncOp } from '@shardform/dialect-func';
import { deviceModules, isKind, LoadCachedOp } from '@shardform/dialect-ttcore';
import { changedTensor, GetDeviceOp, layoutOf, ToTensorSpecOp } from '@shardform/dialect-ttnn';
import {
  type BlockArgument,
  definePass,
  FunctionType,
  isInstance,
  lookupNearestSymbol,
  RankedTensorType,
} from '@shardform/ir-core';

/**
 * Leaves what only functions of constants read in the memory of the host: the device then holds the results of these
 * functions and not their inputs as well.
 */
export const ttnnConstEvalInputsToSystemMemory = definePass({
  name: 'ttnn-force-const-eval-to-system-memory',
  className: 'TTNNConstEvalInputsToSystemMemory',
  summary: 'keeps inputs of constant functions on the host',
  description: `Arguments that only \`ttcore.load_cached\` reads become rows of numbers in the host's memory, and functions
of constants move them to the device themselves, unless they want them on the host.`,
  anchor: 'builtin.module',
  run(op) {
    for (const module of deviceModules(op))
      for (const func of module.body)
        if (func instanceof FuncOp && !func.isDeclaration && !isKind(func, 'const_eval')) moveInputs(func);
  },
});

function moveInputs(func: FuncOp): void {
  for (const argument of func.entry.arguments) {
    const { type } = argument;
    const users = [...argument.users()];
    const isConstant = users.length > 0 && users.every((user) => user instanceof LoadCachedOp);
    if (!isConstant || !isInstance(RankedTensorType, type)) continue;
    const layout = layoutOf(type);
    if (layout === null || layout.isOnHost) continue;
    const onHost = changedTensor(type, { bufferType: 'system_memory', isTiled: false });
    argument.setType(onHost);
    for (const user of users) {
      const callee = user instanceof LoadCachedOp ? lookupNearestSymbol(user, user.callee) : null;
      if (!(callee instanceof FuncOp) || callee.isDeclaration) continue;
      // A function may take the same tensor several times.
      user.operandValues().forEach((operand, i) => {
        if (operand === argument) readFromHost(callee, callee.entry.arguments[i], onHost);
      });
    }
  }
  updateType(func);
}

/** Makes a function of constants take an argument from the host. */
function readFromHost(func: FuncOp, argument: BlockArgument | undefined, onHost: RankedTensorType): void {
  if (argument === undefined || argument.type === onHost) return;
  const uses = [...argument.uses()];
  const [only] = uses;
  const goesToHost =
    uses.length === 1 && only!.owner instanceof ToTensorSpecOp && isOnHost(only!.owner.result.type);
  if (!goesToHost && isInstance(RankedTensorType, argument.type)) {
    const moved = ToTensorSpecOp.create({ input: argument }, [argument.type], {
      location: argument.location,
    });
    let anchor = func.entry.firstOp;
    for (const op of func.entry) if (op instanceof GetDeviceOp) anchor = op.next;
    func.entry.insertBefore(moved, anchor);
    for (const use of uses) use.set(moved.result);
  }
  argument.setType(onHost);
  updateType(func);
}

function isOnHost(type: RankedTensorType): boolean {
  return layoutOf(type)?.isOnHost === true;
}

function updateType(func: FuncOp): void {
  const inputs = func.entry.arguments.map(({ type }) => type);
  func.functionType = FunctionType.get(inputs, func.functionType.results);
}
