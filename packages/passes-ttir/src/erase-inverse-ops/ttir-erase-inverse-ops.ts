import {
  applyPatternsGreedily,
  booleanOption,
  definePass,
  integerOption,
  isInstance,
  type Operation,
  type RewritePattern,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import {
  FlattenedCompatInfoAttr,
  PermuteOp,
  RearrangeOp,
  ReshapeOp,
  TransposeOp,
} from '@shardform/dialect-ttir';
import { Commuting, type Direction } from './commute.ts';
import { ConstantPaths } from './constant-paths.ts';
import { permuteReshapePermute } from './permute-reshape-permute.ts';
import { broadcastRules } from './through-broadcast.ts';
import { concatRules } from './through-concat.ts';
import { elementwiseRules } from './through-elementwise.ts';
import { normalizationRules } from './through-normalization.ts';
import { reductionRules } from './through-reduction.ts';
import { sliceRules } from './through-slice.ts';

function patternsFor(direction: Direction, paths: ConstantPaths): readonly RewritePattern[] {
  const commuting = new Commuting(direction, paths);
  return [
    ...elementwiseRules(commuting),
    ...broadcastRules(commuting),
    ...concatRules(commuting),
    ...sliceRules(commuting),
    ...reductionRules(commuting),
    ...normalizationRules(commuting),
    permuteReshapePermute,
  ];
}

/** Returns the number of operations that only move elements, without those that are computed once. */
function countMoves(func: FuncOp, paths: ConstantPaths): number {
  let count = 0;
  func.walk((op) => {
    const isMove = [PermuteOp, ReshapeOp, TransposeOp, RearrangeOp].some((cls) => op instanceof cls);
    if (isMove && !paths.isConstant(op.getResult())) count++;
  });
  return count;
}

/** Returns true if windows were flattened, for which reshapes were added. */
function hasFlattenedWindows(func: FuncOp): boolean {
  let found = false;
  func.walk((op) => {
    found ||= op.sortedAttrs().some(([, attribute]) => isInstance(FlattenedCompatInfoAttr, attribute));
  });
  return found;
}

/** Permutations and reshapes move past other operations, up and down in turn, until they meet their inverse. */
export const ttirEraseInverseOps = definePass({
  name: 'ttir-erase-inverse-ops',
  className: 'TTIREraseInverseOps',
  summary: 'moves permutations and reshapes until they cancel',
  anchor: 'builtin.module',
  options: {
    'enable-commute-upwards': booleanOption('move before other operations', true),
    'enable-commute-downwards': booleanOption('move behind other operations', true),
    'max-iterations': integerOption('rounds after which the pass gives up', 100, 'ulong'),
    force: booleanOption('also where no windows were flattened', true),
  },
  run(op, pass) {
    const { options, context } = pass;
    const functions: FuncOp[] = [];
    op.walkOf(FuncOp, (func) => {
      if (!func.isDeclaration) functions.push(func);
    });
    const enabled = {
      upwards: options['enable-commute-upwards'],
      downwards: options['enable-commute-downwards'],
    };
    for (const func of functions) {
      if (!options.force && !hasFlattenedWindows(func)) continue;
      const paths = new ConstantPaths();
      const apply = (direction: Direction, target: Operation): void => {
        if (enabled[direction]) applyPatternsGreedily(target, patternsFor(direction, paths), context);
      };
      if (!alternate(func, paths, apply, options['max-iterations'])) {
        pass.opError(
          func,
          `still has inverse operations to move after ${options['max-iterations']} rounds; see option 'max-iterations'`,
        );
        return;
      }
    }
  },
});

/** Both directions in turn until the number of moves stays the same. Returns false when the rounds are used up. */
function alternate(
  func: FuncOp,
  paths: ConstantPaths,
  apply: (direction: Direction, target: Operation) => void,
  maxRounds: number,
): boolean {
  let before = '';
  for (let round = 0; round < maxRounds; round++) {
    apply('upwards', func);
    const above = countMoves(func, paths);
    apply('downwards', func);
    const below = countMoves(func, paths);
    if (before === `${above} ${below}`) {
      if (above < below) apply('upwards', func);
      return true;
    }
    before = `${above} ${below}`;
  }
  return false;
}
