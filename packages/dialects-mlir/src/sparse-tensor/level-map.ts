import {
  affineCombine,
  affineConstant,
  affineDim,
  type AffineExpr,
  AffineMapAttr,
  lookUp,
} from '@shardform/ir-core';

/** A dimension as a level has it: whole, or the numbers of its blocks, or the positions in a block. */
interface Part {
  readonly dim: number;
  readonly kind: 'whole' | 'floordiv' | 'mod';
  /** Elements of a block; 0 for a whole dimension. */
  readonly block: bigint;
}

function partOf(expression: AffineExpr): Part | null {
  if (expression.kind === 'dim') return { dim: expression.position, kind: 'whole', block: 0n };
  if (expression.kind !== 'floordiv' && expression.kind !== 'mod') return null;
  const { kind, lhs, rhs } = expression;
  if (lhs.kind !== 'dim' || rhs.kind !== 'constant' || rhs.value <= 0n) return null;
  return { dim: lhs.position, kind, block: rhs.value };
}

/**
 * Returns sizes of blocks by dimension, 0 for those without; `null` unless each level is a dimension, or its blocks or
 * positions in these.
 */
export function blockSizes(dimToLvl: AffineMapAttr): ReadonlyMap<number, bigint> | null {
  const sizes = new Map<number, bigint>();
  for (const expression of dimToLvl.results) {
    const part = partOf(expression);
    if (part === null) return null;
    // The positions in blocks follow the blocks' numbers.
    if (part.kind === 'mod') {
      if (sizes.get(part.dim) !== part.block) return null;
    } else {
      if (sizes.has(part.dim)) return null;
      sizes.set(part.dim, part.block);
    }
  }
  return sizes;
}

/** Returns the map from levels back to dimensions, or `null` when there is none. */
export function levelsToDimensions(dimToLvl: AffineMapAttr): AffineMapAttr | null {
  if (dimToLvl.symbolCount > 0) return null;
  const sizes = blockSizes(dimToLvl);
  if (sizes?.size !== dimToLvl.dimCount) return null;
  const parts = dimToLvl.results.map((expression) => partOf(expression)!); // `blockSizes` has seen them
  const results: AffineExpr[] = [];
  for (let d = 0; d < dimToLvl.dimCount; d++) {
    const block = lookUp(sizes, d);
    const first = affineDim(parts.findIndex(({ dim, kind }) => dim === d && kind !== 'mod'));
    if (block === 0n) {
      results.push(first);
      continue;
    }
    const place = parts.findIndex(({ dim, kind }) => dim === d && kind === 'mod');
    if (place < 0) return null;
    const start = affineCombine('mul', first, affineConstant(block));
    results.push(affineCombine('add', start, affineDim(place)));
  }
  return AffineMapAttr.get(parts.length, 0, results);
}
