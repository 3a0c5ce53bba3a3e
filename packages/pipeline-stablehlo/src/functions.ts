import type { Operation } from '@shardform/ir-core';
import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { ManualComputationOp, meshOps, type MeshOp, SHARDING, SHARDING_RULE } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { MHLO_SHARDING, SHARDING_CALLS } from './attribute-names.ts';

/** Returns the functions of a module that have a body. */
export function definedFunctions(module: Operation): FuncOp[] {
  return module.regions.flatMap((region) =>
    region.blocks.flatMap((block) =>
      [...block].filter((op): op is FuncOp => op instanceof FuncOp && !op.isDeclaration),
    ),
  );
}

/** Returns the public functions of a module that have a body. */
export function publicFunctions(module: Operation): FuncOp[] {
  return definedFunctions(module).filter((func) => func.isPublic);
}

/** Returns the manual computations that a function holds. */
export function manualComputations(func: FuncOp): ManualComputationOp[] {
  const found: ManualComputationOp[] = [];
  func.walkOf(ManualComputationOp, (op) => void found.push(op));
  return found;
}

/**
 * Returns true if shapes are local already: each public function is one manual computation over all axes of the mesh.
 * Anything beside it, and axes that are not manual, have still to be solved.
 */
export function isSolved(module: Operation): boolean {
  const mesh = onlyMesh(module)?.mesh;
  if (mesh === undefined) return false;
  const functions = publicFunctions(module);
  return (
    functions.length > 0 &&
    functions.every(({ entry }) => {
      const [manual, terminator, ...others] = [...entry];
      if (!(manual instanceof ManualComputationOp) || terminator === undefined || others.length > 0)
        return false;
      const { manualAxes } = manual;
      return (
        !manualAxes.isEmpty &&
        mesh.axes.every(({ name, size }) => size === 1 || manualAxes.value.includes(name))
      );
    })
  );
}

/** Returns true if a module has Shardy's shardings: a mesh, or a sharding of an argument, a result or an operation. */
export function hasShardyAnnotations(module: Operation): boolean {
  if (meshOps(module).length > 0) return true;
  const found = module.walk((op) => (op.discardable?.has(SHARDING) === true ? 'interrupt' : undefined));
  return found === 'interrupt' || definedFunctions(module).some((func) => hasValueAttr(func, SHARDING));
}

/** Returns true if a module has GSPMD's shardings: `mhlo.sharding`, or a custom call with a sharding. */
export function hasGspmdAnnotations(module: Operation): boolean {
  return definedFunctions(module).some((func) => {
    if (hasValueAttr(func, MHLO_SHARDING)) return true;
    const found = func.walk((op) =>
      op instanceof CustomCallOp && SHARDING_CALLS.includes(op.callTargetName.value)
        ? 'interrupt'
        : undefined,
    );
    return found === 'interrupt';
  });
}

function hasValueAttr(func: FuncOp, name: string): boolean {
  const { inputs, results } = func.functionType;
  return (
    inputs.some((_, i) => valueAttrs(func, 'arg_attrs', i).get(name) !== null) ||
    results.some((_, i) => valueAttrs(func, 'res_attrs', i).get(name) !== null)
  );
}

/** Returns the only mesh; `null` when there are none or several. */
export function onlyMesh(module: Operation): MeshOp | null {
  const meshes = meshOps(module);
  return meshes.length === 1 ? meshes[0]! : null;
}

/** Removes the shardings of a function's arguments and results: a manual computation says them. */
export function removeFunctionShardings(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  inputs.forEach((_, i) => setValueAttr(func, 'arg_attrs', i, SHARDING, null));
  results.forEach((_, i) => setValueAttr(func, 'res_attrs', i, SHARDING, null));
}

/** Removes all shardings and sharding rules in a function, those of operations included. */
export function removeAllShardings(func: FuncOp): void {
  removeFunctionShardings(func);
  func.walk((op) => {
    for (const name of [SHARDING, SHARDING_RULE])
      if (op.discardable?.has(name) === true) op.setAttr(name, null);
  });
}
