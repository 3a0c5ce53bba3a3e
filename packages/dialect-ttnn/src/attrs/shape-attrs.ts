import { gridParameter } from '@shardform/dialect-ttcore';
import { defineAttr } from '@shardform/ir-core';

/** `#ttnn.shape<1x64>`: sizes; a scalar's are none. */
export class ShapeAttr extends defineAttr('ttnn.shape', {
  summary: 'TTNN Shape attribute',
  parameters: { shape: gridParameter },
  format: '`<` $shape `>`',
}) {}

/** `#ttnn<mesh_shape 2x4>`: rows and columns of devices. */
export class MeshShapeAttr extends defineAttr('ttnn.mesh_shape', {
  summary: 'TTNN Mesh Shape',
  parameters: { shape: gridParameter },
  format: '$shape',
}) {}

/** `#ttnn<mesh_offset 0x0>`: row and column of the first device of a mesh. */
export class MeshOffsetAttr extends defineAttr('ttnn.mesh_offset', {
  summary: 'TTNN Mesh Offset',
  parameters: { offset: gridParameter },
  format: '$offset',
}) {}
