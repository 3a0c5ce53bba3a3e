import { FunctionType, type Operation, type Type } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';

/** Replaces the types of all values inside an operation, and of the signatures of functions. */
export function convertTypes(op: Operation, convert: (type: Type) => Type): void {
  op.walk((inner) => {
    for (const result of inner.results) result.setType(convert(result.type));
    for (const region of inner.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) argument.setType(convert(argument.type));
      }
    }
    if (inner instanceof FuncOp) {
      const { inputs, results } = inner.functionType;
      inner.functionType = FunctionType.get(inputs.map(convert), results.map(convert));
    }
  });
}
