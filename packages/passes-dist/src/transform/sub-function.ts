import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { cloneOp, FunctionType, IrMapping, type Operation, type Value } from '@shardform/ir-core';

/** Inputs and outputs of a range of operations in a function. */
export interface SubFunctionBounds {
  /** Values that the operations use but don't define, in the order of the first use. */
  readonly inputs: readonly Value[];
  /** Values that the operations define and others use, such as the function's return, in the order of definition. */
  readonly outputs: readonly Value[];
}

/** Returns the inputs and outputs of operations of a function, given in their order. */
export function subFunctionBounds(ops: readonly Operation[]): SubFunctionBounds {
  const inside = new Set<Operation>();
  for (const op of ops) op.walk((inner) => void inside.add(inner));
  const computed = new Set<Value>(ops.flatMap((op) => op.results));
  const inputs = new Set<Value>();
  for (const op of ops) {
    op.walk((inner) => {
      for (const block of inner.regions.flatMap((region) => [...region.blocks]))
        for (const argument of block.arguments) computed.add(argument);
      for (const result of inner.results) computed.add(result);
      for (const { value } of inner.operands) inputs.add(value);
    });
  }
  return {
    inputs: [...inputs].filter((value) => !computed.has(value)),
    outputs: ops
      .flatMap((op) => op.results)
      .filter((result) => result.users().some((user) => !inside.has(user))),
  };
}

/** Outlines operations of a function, given in their order, as a private function: a copy. */
export function subFunction(ops: readonly Operation[], name: string): FuncOp {
  const { inputs, outputs } = subFunctionBounds(ops);
  const types = (values: readonly Value[]) => values.map(({ type }) => type);
  const func = FuncOp.declaration(name, FunctionType.get(types(inputs), types(outputs)));
  const body = func.body.addBlock();
  const mapping = new IrMapping();
  for (const input of inputs) mapping.values.set(input, body.addArgument(input.type, func.location));
  for (const op of ops) body.append(cloneOp(op, mapping));
  const operands = outputs.map((output) => mapping.value(output));
  body.append(ReturnOp.create({ operands }, [], { location: func.location }));
  return func;
}
