import { constantLike, definePass, type Operation, RankedTensorType, type Region } from '@shardform/ir-core';
import { SdyConstantOp } from '@shardform/dialect-sdy';
import { BroadcastInDimOp } from '@shardform/dialect-stablehlo';

/** `sdy-constant-or-scalar-merger`. */
export const constantOrScalarMerger = /* @__PURE__ */ definePass({
  name: 'sdy-constant-or-scalar-merger',
  className: 'ConstantOrScalarMergerPass',
  summary: 'Merges identical constants and scalar expansions with matching shardings.',
  description:
    'Constants, and broadcasts of scalars, that were split for propagation and got the same sharding become one again.',
  anchor: 'func.func',
  run(func) {
    const firsts = new Map<string, Operation>();
    const regions = new Map<Region, number>();
    const values = new Map<object, number>();
    func.walk((op) => {
      const isConstant = op instanceof SdyConstantOp || op.hasTrait(constantLike);
      if (!isConstant && !isScalarExpansion(op)) return;
      let key = `${op.name}|${numberOf(op.parentRegion!, regions)}|${attributesKey(op)}`;
      if (!isConstant) {
        // Operations that are no constants are broadcasts here.
        const { result, operand } = op as BroadcastInDimOp;
        key += `|${result.type.id}|${numberOf(operand, values)}`;
      }
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, op);
      else {
        op.replaceAllUsesWith(first.results);
        op.erase();
      }
    });
  },
});

function isScalarExpansion(op: Operation): boolean {
  if (!(op instanceof BroadcastInDimOp)) return false;
  const { type } = op.operand;
  return type instanceof RankedTensorType && type.rank === 0;
}

function attributesKey(op: Operation): string {
  let key = '';
  for (const [name, attribute] of op.sortedAttrs()) key += `${name}=${attribute.id},`;
  return key;
}

function numberOf<T>(item: T, numbers: Map<T, number>): number {
  let number = numbers.get(item);
  if (number === undefined) numbers.set(item, (number = numbers.size));
  return number;
}
