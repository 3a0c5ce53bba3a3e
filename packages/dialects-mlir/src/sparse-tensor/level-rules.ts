import type { EncodingMap } from './encoding-map.ts';
import { blockSizes } from './level-map.ts';
import { isCompressed, type LevelType } from './level-type.ts';

/** Why a tensor can't be stored by these levels, or `null` (MLIR, `SparseTensorEncodingAttr::verify`). */
export function levelProblem({ lvlTypes, dimToLvl }: EncodingMap): string | null {
  return (
    singletonProblem(lvlTypes) ??
    batchProblem(lvlTypes) ??
    (lvlTypes.some(({ format, properties }) => properties.includes('soa') && format !== 'singleton')
      ? 'SoA is only applicable to singleton lvlTypes.'
      : null) ??
    structuredProblem(lvlTypes, dimToLvl)
  );
}

/** Each run of singleton levels follows a compressed one and is stored in one way. */
function singletonProblem(levels: readonly LevelType[]): string | null {
  for (const [i, level] of levels.entries()) {
    if (level.format !== 'singleton') continue;
    const before = levels[i - 1];
    if (before?.format === 'singleton') {
      if (before.properties.includes('soa') !== level.properties.includes('soa')) {
        return 'expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).';
      }
    } else if (before === undefined || !isCompressed(before)) {
      return 'expected compressed or loose_compressed level before singleton level';
    }
  }
  return null;
}

function batchProblem(levels: readonly LevelType[]): string | null {
  const isLate = levels.some(
    ({ format }, i) => format === 'batch' && i > 0 && levels[i - 1]!.format !== 'batch',
  );
  return isLate ? 'Batch lvlType can only be leading levels.' : null;
}

function structuredProblem(levels: readonly LevelType[], dimToLvl: EncodingMap['dimToLvl']): string | null {
  const at = levels.findIndex(({ format }) => format === 'structured');
  const sizes = levels[at]?.sizes ?? null;
  if (sizes === null) return null;
  if (at < levels.length - 1) return 'expected n_out_of_m to be the last level type';
  if (levels.slice(0, at).some(({ format }) => format !== 'dense')) {
    return 'expected all dense lvlTypes before a n_out_of_m level';
  }
  if (dimToLvl.dimCount === dimToLvl.results.length) return null;
  const blocks = [...(blockSizes(dimToLvl)?.values() ?? [])].filter((size) => size > 0n);
  if (blocks.length === 0) return 'expected 1xm block structure for n_out_of_m level';
  if (new Set(blocks).size > 1) return 'expected only one blocked level with the same coefficients';
  return blocks[0] === BigInt(sizes[1])
    ? null
    : 'expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level';
}
