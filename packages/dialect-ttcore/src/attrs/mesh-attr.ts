import { arrayParameter, defineAttr, strippedAttribute, stringParameter } from '@shardform/ir-core';
import { gridParameter } from './parameters.ts';

/** `#ttcore.mesh<"mesh" = 2x4>`: a named grid of devices. */
export class MeshAttr extends defineAttr('ttcore.mesh', {
  summary: 'Mesh reference attribute in TT dialect.',
  parameters: {
    name: stringParameter,
    /** Devices along each axis of the grid. */
    shape: gridParameter,
  },
  format: '`<` $name `=` $shape `>`',
}) {}

/** `#ttcore.meshes<[<"mesh" = 2x4>]>`: the meshes of a module. */
export class MeshesAttr extends defineAttr('ttcore.meshes', {
  summary: 'TT system meshes attribute.',
  parameters: { meshes: arrayParameter(strippedAttribute(MeshAttr)) },
  format: '`<` $meshes `>`',
}) {}

/** `#ttcore.tensor_mesh<"mesh">`: the encoding of a tensor that lives on a mesh. */
export class TensorMeshAttr extends defineAttr('ttcore.tensor_mesh', {
  summary: 'Tensor mesh attribute in TT dialect.',
  parameters: { name: stringParameter },
  format: '`<` $name `>`',
}) {}
