import { communicationOps, indexAttr, placedTypes, SelectOp, TupleOp } from '@shardform/dialect-dist';
import {
  Builder,
  type Context,
  type Operation,
  type OpInit,
  TupleType,
  type Value,
} from '@shardform/ir-core';

const takesTuples: ReadonlySet<string> = new Set(communicationOps.map(({ definition }) => definition.name));

/** Has communications take and give tensors instead of tuples, and removes tuples that are taken apart again. */
export function dissolveTuples(root: Operation, context: Context): void {
  const builder = new Builder(context);
  const operations: Operation[] = [];
  root.walk((op) => {
    operations.push(op);
  }, 'pre');
  const all = operations.map((op) => (takesTuples.has(op.name) ? withTensors(op, builder) : op));
  for (const op of all) {
    if (op instanceof SelectOp && op.tuple.definingOp instanceof TupleOp) {
      op.result.replaceAllUsesWith(op.tuple.definingOp.getOperand(op.index.number));
    }
  }
  removeUnused(root);
}

/** The operation with a tensor for each element of its tuples. */
function withTensors(op: Operation, builder: Builder): Operation {
  const hasTuple = [...op.operandTypes(), ...op.resultTypes()].some((type) => type instanceof TupleType);
  if (!hasTuple) return op;
  builder.setInsertionPoint(op);
  builder.location = op.location;
  const operands = op.operandValues().flatMap((value) => elementsOf(value, builder));
  // The constructor of a declared operation takes what Operation's takes.
  const constructor = op.constructor as new (init: OpInit) => Operation;
  const copy = builder.insert(
    new constructor({
      location: op.location,
      operands,
      resultTypes: placedTypes(op.resultTypes()),
      properties: [...op.properties],
      discardable: op.discardable === null ? null : new Map(op.discardable),
      successors: [],
      regionCount: 0,
    }),
  );
  let next = 0;
  const replacements = op.results.map(({ type }) => {
    if (!(type instanceof TupleType)) return copy.getResult(next++);
    const inputs = copy.results.slice(next, next + type.types.length);
    next += inputs.length;
    return builder.create(TupleOp, { inputs }, [type]).result;
  });
  op.replaceAllUsesWith(replacements);
  op.erase();
  return copy;
}

function elementsOf(value: Value, builder: Builder): readonly Value[] {
  if (!(value.type instanceof TupleType)) return [value];
  if (value.definingOp instanceof TupleOp) return value.definingOp.operandValues();
  return value.type.types.map(
    (type, i) => builder.create(SelectOp, { tuple: value, index: indexAttr(i) }, [type]).result,
  );
}

function removeUnused(root: Operation): void {
  const operations: Operation[] = [];
  root.walk((op) => {
    if (op instanceof TupleOp || op instanceof SelectOp) operations.push(op);
  });
  for (const op of operations.reverse()) if (op.hasNoUses()) op.erase();
}
