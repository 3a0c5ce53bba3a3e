import { FuncOp } from '@shardform/dialect-func';
import { meshShapeOf, topologyOf } from '@shardform/dialect-mpmd';
import {
  type BlockArgument,
  FunctionType,
  type ModuleOp,
  type Operation,
  type Value,
} from '@shardform/ir-core';

/** Returns true for functions with a topology that have a body. */
export function isMpmdFunction(op: Operation): op is FuncOp {
  return op instanceof FuncOp && !op.isDeclaration && topologyOf(op) !== null;
}

/** Returns true for MPMD functions and for bodies of fragments. */
export function isDistributed(func: FuncOp): boolean {
  return !func.isDeclaration && (topologyOf(func) !== null || meshShapeOf(func) !== null);
}

/** Returns true for MPMD functions that a program starts with: those that are public, whatever their name. */
export function isEntryPoint(op: Operation): op is FuncOp {
  return isMpmdFunction(op) && op.isPublic;
}

/** Returns the MPMD functions of a module, in order. */
export function mpmdFunctions(module: ModuleOp): FuncOp[] {
  return [...module.body].filter(isMpmdFunction);
}

/** Returns the names of a function's meshes, in the order of its topology. */
export function meshNames(func: FuncOp): string[] {
  return topologyOf(func)!.meshes.map(({ name }) => name);
}

/** Returns the mesh that is taken where any would do: the one with the smallest name. */
export function firstMeshOf(func: FuncOp): string {
  return meshNames(func).sort()[0]!;
}

/** Returns true for values that are arguments of an entry point. */
export function isEntryArgument(value: Value): value is BlockArgument {
  if (value.definingOp !== null) return false;
  const parent = value.parentBlock?.parentOp ?? null;
  return parent !== null && isEntryPoint(parent);
}

/** Gives a function the types of its arguments and of what it returns. */
export function updateFunctionType(func: FuncOp): void {
  func.functionType = FunctionType.get(
    func.entry.arguments.map(({ type }) => type),
    func.entry.getTerminator().operandTypes(),
  );
}
