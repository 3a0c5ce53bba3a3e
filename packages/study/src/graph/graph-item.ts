import { OperationGroup } from '@shardform/inspect';
import { BlockArgument, type Operation, Region, type Value } from '@shardform/ir-core';

/** What a node of a program's graph stands for. */
export type GraphContent = BlockArgument | Operation | Region | OperationGroup | ArgumentGroup;

/** Arguments of a block that the same node uses first. */
export class ArgumentGroup {
  readonly values: readonly BlockArgument[];

  constructor(values: readonly BlockArgument[]) {
    this.values = values;
  }
}

/** A node of a program's graph in its place: an operation is in the graph once for each call of its function. */
export interface GraphItem {
  /** Unique in the graph; a node has the same one after each step, as far as its surroundings are the same. */
  readonly id: string;
  readonly content: GraphContent;
  /** `null` for the whole program. */
  readonly parent: GraphItem | null;
}

/** Returns the operation that a node is; `null` for others. */
export function operationOf({ content }: GraphItem): Operation | null {
  const isOther =
    content instanceof BlockArgument ||
    content instanceof Region ||
    content instanceof OperationGroup ||
    content instanceof ArgumentGroup;
  return isOther ? null : content;
}

/** Returns the operations that a node has of the block that it is in. */
export function operationsIn(item: GraphItem): readonly Operation[] {
  if (item.content instanceof OperationGroup) return [...item.content.operations()];
  const op = operationOf(item);
  return op === null ? [] : [op];
}

/** Returns the values that an operation uses and does not define, those that its regions use included, each once. */
export function usedValues(op: Operation): ReadonlySet<Value> {
  const used = new Set<Value>(op.operandValues());
  if (op.regions.length === 0) return used;
  op.walk((inner) => {
    if (inner === op) return;
    for (const value of inner.operandValues()) if (!isDefinedInside(value, op)) used.add(value);
  });
  return used;
}

function isDefinedInside(value: Value, op: Operation): boolean {
  let own = value.parentBlock?.parentOp ?? null;
  while (own !== null && own !== op) own = own.parentOp;
  return own === op;
}
