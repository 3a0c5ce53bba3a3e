import { Block, type ParsedRegion } from '@shardform/ir-core';

/** Empty braces of a region that always has a block mean an empty block. */
export function withBlock(region: ParsedRegion): ParsedRegion {
  return region.blocks.length === 0 ? { blocks: [new Block()] } : region;
}
