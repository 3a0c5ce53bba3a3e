import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { MEMORY_KIND, MeshTensorType, meshTensorTypeOf, isMeshTensor } from '@shardform/dialect-mpmd';
import {
  definePass,
  type Location,
  NameLoc,
  type Operation,
  RankedTensorType,
  Rewriter,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { type IndexMap, indexMapOption, meshAndMemory } from '../options/assignments.ts';
import { isEntryPoint, updateFunctionType } from '../program/functions.ts';
import { makeAssign, makeUnassign } from '../program/make-ops.ts';

/** `mpmd-map-input-output-to-mesh`. */
export const mapInputOutputToMesh = /* @__PURE__ */ definePass({
  name: 'mpmd-map-input-output-to-mesh',
  className: 'MapInputOutputToMeshPass',
  summary: 'Puts inputs and outputs of entry points on the meshes that users assign them to.',
  options: {
    'input-assignment': indexMapOption('Mapping between input indices and mesh names.'),
    'output-assignment': indexMapOption('Mapping between output indices and mesh names.'),
  },
  anchor: 'builtin.module',
  run(module, { context, options }) {
    for (const func of module.body) {
      if (!isEntryPoint(func)) continue;
      const rewriter = new Rewriter(context);
      const inputs = options['input-assignment'];
      const outputs = options['output-assignment'];
      const problem =
        indexProblem(inputs, func.entry.arguments.length, 'input') ??
        indexProblem(outputs, func.entry.getTerminator().operands.length, 'output');
      if (problem !== null) {
        context.diagnostics.error(func.location, problem);
        return;
      }
      mapInputs(func, inputs, rewriter);
      mapOutputs(func, outputs, rewriter);
      updateFunctionType(func);
      dropMemoryKinds(func);
    }
  },
});

function indexProblem(map: IndexMap, count: number, kind: string): string | null {
  const wrong = [...map.keys()].find((index) => index >= count);
  return wrong === undefined
    ? null
    : `${kind} ${wrong} is assigned to a mesh, but there are only ${count} ${kind}s`;
}

function mapInputs(func: FuncOp, inputs: IndexMap, rewriter: Rewriter): void {
  rewriter.setInsertionPointToStart(func.entry);
  for (const [index, target] of [...inputs].sort(([a], [b]) => a - b)) {
    const argument = func.entry.getArgument(index);
    if (argument.type instanceof RankedTensorType) {
      putArgumentOn(argument, meshTypeOf(argument.type, target), 'user_in', rewriter);
    }
  }
}

/** Puts an argument of a function on a mesh; what uses it uses it as taken off the mesh. */
export function putArgumentOn(
  argument: Value,
  type: MeshTensorType,
  origin: string | null,
  rewriter: Rewriter,
): void {
  argument.setType(type);
  if (!isMeshTensor(argument)) return;
  const unassign = makeUnassign(rewriter, argument, origin);
  argument.replaceUsesIf(unassign.result, (use) => use.owner !== unassign);
}

function mapOutputs(func: FuncOp, outputs: IndexMap, rewriter: Rewriter): void {
  const terminator = func.entry.getTerminator();
  rewriter.setInsertionPoint(terminator);
  for (const [index, target] of [...outputs].sort(([a], [b]) => a - b)) {
    const value = terminator.getOperand(index);
    if (!(value.type instanceof RankedTensorType)) continue;
    const location = outputLocation(func, index, value.location);
    const type = meshTypeOf(value.type, target);
    terminator.setOperand(index, makeAssign(rewriter, value, type, 'user_out', location).result);
  }
}

/** The name that JAX gives a result, as a location; `otherwise` where there is none. */
export function outputLocation(func: Operation, index: number, otherwise: Location): Location {
  const info = valueAttrs(func, 'res_attrs', index).get('jax.result_info');
  return info instanceof StringAttr ? NameLoc.get(info.value) : otherwise;
}

function meshTypeOf(type: RankedTensorType, target: string): MeshTensorType {
  const { mesh, memoryKind } = meshAndMemory(target);
  return MeshTensorType.get(mesh, type, null, memoryKind);
}

/** What types say about memory need not stand in attributes. */
function dropMemoryKinds(func: FuncOp): void {
  const drop = (which: 'arg_attrs' | 'res_attrs', values: readonly Value[]): void => {
    values.forEach((value, i) => {
      const kind = meshTensorTypeOf(value)?.memoryKind ?? null;
      if (kind !== null) setValueAttr(func, which, i, MEMORY_KIND, null);
    });
  };
  drop('arg_attrs', func.entry.arguments);
  drop('res_attrs', func.entry.getTerminator().operandValues());
}
