import { defineAttr, integerParameter, stringParameter } from '@shardform/ir-core';

/** A named axis of a mesh with the number of devices along it: `"x"=4`. */
export class MeshAxisAttr extends defineAttr('sdy.mesh_axis', {
  summary: 'Named axis in a mesh',
  parameters: { name: stringParameter, size: integerParameter },
  format: '`` $name `` `=` `` $size',
  cppName: 'Sdy_MeshAxis',
  verify: ({ size }) => (size < 1 ? `axis size must be at least 1, got: ${size}` : null),
}) {}
