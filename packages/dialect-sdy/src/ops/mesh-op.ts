import { defineOp, hasParent, symbol, symbolNameAttr } from '@shardform/ir-core';
import { meshAttr } from '../attrs/stripped-attr.ts';

/** Gives a mesh a name: `sdy.mesh @mesh = <["x"=2]>`. */
export class MeshOp extends defineOp('sdy.mesh', {
  summary: 'named mesh',
  description: 'Defines a named mesh, to which the shardings of the module refer by its symbol.',
  attrs: { sym_name: symbolNameAttr, mesh: meshAttr },
  traits: [hasParent('builtin.module'), symbol],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$sym_name `=` $mesh attr-dict',
}) {}
