import { definePass, DictionaryAttr, type Operation, type PassRun, StringAttr } from '@shardform/ir-core';
import { type FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { MeshAttr, SHARDING } from '@shardform/dialect-sdy';
import { FRONTEND_ATTRIBUTES, MHLO_SHARDING, XLA_SDY_MESHES, XLA_SDY_SHARDING } from '../attribute-names.ts';
import { definedFunctions } from '../functions.ts';
import { insertMesh } from '../insert-mesh.ts';
import { frontendSharding } from '../sharding-text.ts';

/** Meshes and arguments' shardings that a front end wrote as texts become Shardy's attributes. */
export const convertXlaSdyToSdy = definePass({
  name: 'convert-xla-sdy-to-sdy',
  className: 'ConvertXlaSdyToSdyPass',
  summary: 'convert meshes and shardings among front end attributes to sdy',
  dependentDialects: ['sdy'],
  run(module, pass) {
    const functions = definedFunctions(module);
    if (!functions.some(hasFrontendShardings)) return;
    const axes = meshAxes(module);
    if (axes !== null) {
      if (axes.length !== 1 && axes.length !== 2) {
        pass.opError(
          module,
          `expects a mesh of one or two axes in '${XLA_SDY_MESHES}', got ${axes.length}; reshape the mesh to two axes`,
        );
        return;
      }
      insertMesh(module, 'mesh', MeshAttr.of(axes));
    }
    for (const func of functions) convertArguments(func, pass);
    module.setAttr(FRONTEND_ATTRIBUTES, null);
  },
});

function hasFrontendShardings(func: FuncOp): boolean {
  return valueAttrsList(func, 'arg_attrs').some((attrs) => {
    const frontend = attrs.get(FRONTEND_ATTRIBUTES);
    return frontend instanceof DictionaryAttr && frontend.get(XLA_SDY_SHARDING) !== null;
  });
}

/** The axes in a text such as `{mesh = #sdy.mesh<["x"=2, "y"=4]>}`; `null` when the module names no mesh. */
function meshAxes(module: Operation): [string, number][] | null {
  const frontend = module.getAttr(FRONTEND_ATTRIBUTES);
  const text = frontend instanceof DictionaryAttr ? frontend.get(XLA_SDY_MESHES) : null;
  const list = text instanceof StringAttr ? /<\[(.*?)\]>/.exec(text.value) : null;
  if (list === null) return null;
  return [...list[1]!.matchAll(/"([^"]*)"\s*=\s*(\d+)/g)].map(([, name, size]) => [name!, Number(size)]);
}

function convertArguments(func: FuncOp, pass: PassRun): void {
  const converted = valueAttrsList(func, 'arg_attrs').map((attrs) => {
    const sharding = frontendSharding(attrs.get(FRONTEND_ATTRIBUTES), func, pass);
    if (sharding === null) return attrs;
    return attrs.with(FRONTEND_ATTRIBUTES, null).with(MHLO_SHARDING, null).with(SHARDING, sharding);
  });
  setAllValueAttrs(func, 'arg_attrs', converted);
}
