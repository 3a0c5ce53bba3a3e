import { affineMapParameter, defineAttr, optionalParameter } from '@shardform/ir-core';
import { gridParameter } from './parameters.ts';

const mapParameter = /* @__PURE__ */ optionalParameter(affineMapParameter);

/**
 * `#ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = ...>`: a grid of cores. The
 * maps lead from coordinates in the grid to chip and core, and back; most grids have none.
 */
export class GridAttr extends defineAttr('ttcore.grid', {
  summary: 'TT grid attribute',
  parameters: {
    /** Rows and columns. */
    shape: gridParameter,
    virt_to_physical_map: mapParameter,
    physical_to_virt_map: mapParameter,
  },
  format:
    '`<` $shape (`,` `virt_to_physical_map` `=` $virt_to_physical_map^ (`,` `physical_to_virt_map` `=` $physical_to_virt_map^)?)? `>`',
}) {}
