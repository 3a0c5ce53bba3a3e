import {
  type Block,
  boolAttr,
  definePass,
  isInstance,
  type Operation,
  type PassRun,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { DeallocateOp, freedInput } from '@shardform/dialect-ttnn';
import { deviceFunctions, isKind } from '@shardform/dialect-ttcore';

/** Functions of constants and of recordings, whose arguments belong to the caller. */
const BORROWING = [
  'const_eval',
  'trace_main',
  'trace_allocate_slots',
  'trace_run_and_capture',
  'trace_execute',
];

/**
 * Frees each tensor after its last use; what a function returns stays, and the arguments of functions that only borrow
 * them.
 */
export const ttnnDeallocate = definePass({
  name: 'ttnn-deallocate',
  className: 'TTNNDeallocate',
  summary: 'frees tensors after their last use',
  anchor: 'builtin.module',
  run(op, pass) {
    for (const func of deviceFunctions(op)) deallocateIn(func, pass);
  },
});

function deallocateIn(func: FuncOp, pass: PassRun): void {
  const block = func.entry;
  const values: Value[] = [
    ...(isKind(func, ...BORROWING) ? [] : block.arguments),
    ...[...block].flatMap((op) => op.results),
  ];
  // All are found first: a block that changed is numbered anew when the order of its operations is asked for.
  const lastUsers = values.map((value) => lastUser(value, block));
  for (const [i, value] of values.entries()) {
    if (!isInstance(RankedTensorType, value.type)) continue;
    // Arguments that nobody uses go after the first operation.
    const last = lastUsers[i] ?? block.firstOp;
    if (last === null || last.definition.isTerminator) continue;
    // The line above has checked the type.
    const input = value as Value<RankedTensorType>;
    const early = input.users().find((user) => user !== last && freedInput(user) === input);
    if (early !== undefined) {
      pass.context.diagnostics.emitOn(
        early,
        'error',
        `use-after-free detected: op deallocates its input but is not the last user; '${last.name}' op uses it later: set deallocate_activation to false`,
      );
      return;
    }
    if (freedInput(last) === input) continue;
    const free = DeallocateOp.create({ input, force: boolAttr(false) }, [], { location: last.location });
    block.insertBefore(free, last.next);
  }
}

/** The last operation that uses a value; the one that makes it when nobody does. */
function lastUser(value: Value, block: Block): Operation | null {
  let last = value.definingOp;
  for (const user of value.users()) {
    const at = block.findAncestorOp(user);
    if (at !== null && (last === null || last.isBefore(at))) last = at;
  }
  return last;
}
