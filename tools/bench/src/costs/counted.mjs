// The floating-point operations and bytes that the cost model gives to operations, unfused.
import { bytesOfType, operationCost } from '@shardform/cost-model';
import { inlineCall } from '@shardform/ir-core';

/** The operations of the main function, with calls inlined and without its terminator. */
export function mainOf(module, context) {
  const functions = new Map([...module.body].map((op) => [op.getAttr('sym_name')?.value, op]));
  const main = functions.get('main');
  for (let calls = namedIn(main, 'func.call'); calls.length > 0; calls = namedIn(main, 'func.call'))
    for (const call of calls) {
      if (!inlineCall(call, functions.get(call.getAttr('callee').root), context, { clone: true }))
        throw new Error(`'${call.getAttr('callee').root}' cannot be inlined`);
      call.erase();
    }
  for (const annotation of namedIn(main, 'sdy.sharding_constraint')) {
    annotation.replaceAllUsesWith([annotation.getOperand(0)]);
    annotation.erase();
  }
  return [...main.regions[0].entry].filter((op) => !op.definition.isTerminator);
}

function namedIn(main, name) {
  const found = [];
  main.walk((op) => {
    if (op.name === name) found.push(op);
  });
  return found;
}

/** The floating-point operations of a list of operations. */
export function flopsOf(ops, context) {
  return ops.reduce((sum, op) => sum + operationCost(op, context).flops, 0);
}

/** The bytes that operations read and write one after the other. */
export function bytesOf(ops, context) {
  return ops.reduce((sum, op) => sum + bytesOfOne(op, context), 0);
}

function bytesOfOne(op, context) {
  const { reads, writes, traffic, launches } = operationCost(op, context);
  if (traffic !== null) return traffic;
  if (launches === 0) return 0;
  const read = op.operands.reduce((sum, { value }, i) => sum + (reads[i] ?? bytesOfType(value.type)), 0);
  return read + (writes ?? op.results.reduce((sum, { type }) => sum + bytesOfType(type), 0));
}
