import {
  cloneOp,
  FunctionType,
  IrMapping,
  type Location,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { reoutline } from './attribute-names.ts';

/**
 * Appends a private function to a module that computes `results` from `inputs` by copies of `ops`, without what
 * flattening left on them.
 */
export function createPrivateFunction(
  module: Operation,
  name: string,
  ops: readonly Operation[],
  inputs: readonly Value[],
  results: readonly Value[],
): FuncOp {
  const { location }: { readonly location: Location } = module;
  const type = FunctionType.get(
    inputs.map((value) => value.type),
    results.map((value) => value.type),
  );
  const func = FuncOp.declaration(name, type);
  func.location = location;
  const body = func.body.addBlock();
  const mapping = new IrMapping();
  for (const value of inputs) mapping.values.set(value, body.addArgument(value.type, location));
  for (const op of ops) {
    const copy = cloneOp(op, mapping);
    for (const attribute of Object.values(reoutline)) copy.setAttr(attribute, null);
    body.append(copy);
  }
  body.append(ReturnOp.create({ operands: results.map((value) => mapping.value(value)) }, [], { location }));
  module.getRegion(0).entry.append(func);
  return func;
}
