import {
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  i1,
  i64Attr,
  type OpReport,
  RankedTensorType,
  sizedRegion,
  variadic,
} from '@shardform/ir-core';
import { anyI64, tensor } from '../constraints.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { sameOperandsAndResultShape } from '../traits.ts';
import { returnedTypes } from './reducer.ts';

/** Sorts slices along a dimension by a comparison; the tensors are permuted alike (StableHLO spec, "sort"). */
export class SortOp extends defineOp('stablehlo.sort', {
  summary: 'sorting along a dimension',
  operands: { inputs: variadic(tensor) },
  attrs: {
    /** A negative number counts from the last dimension. */
    dimension: defaultAttr(anyI64, () => i64Attr(-1)),
    is_stable: defaultAttr(boolAttrConstraint, () => boolAttr(false)),
  },
  results: { results: variadic(tensor) },
  regions: { comparator: sizedRegion(1) },
  traits: [sameOperandsAndResultShape],
  effects: 'recursive',
  speculates: recursivelyIfOperandsStatic,
  infer: (op) => op.operandTypes(),
}) {
  override verifyOp(report: OpReport): boolean {
    const types = this.inputs.map(({ type }) => type);
    const rank = types[0]?.rank ?? 0;
    const dimension = this.dimension?.number ?? -1;
    if (types.length > 0 && (dimension < -rank || dimension >= rank)) {
      return report.error(
        `dimension attribute value must be in range [${-rank}, ${rank}), but found ${dimension}`,
      );
    }
    const block = this.comparator.entry;
    if (block.arguments.length !== 2 * types.length) {
      return report.error(`comparator block should have ${2 * types.length} arguments`);
    }
    for (const [i, argument] of block.arguments.entries()) {
      const scalar = RankedTensorType.get([], types[Math.floor(i / 2)]!.elementType);
      if (argument.type === scalar) continue;
      return report.error(
        `comparator block argument #${i} should be of type '${String(scalar)}' but got '${String(argument.type)}'`,
      );
    }
    const returned = returnedTypes(block);
    if (returned.length !== 1) {
      return report.error(`comparator must return single output but got ${returned.length}`);
    }
    return (
      returned[0] === RankedTensorType.get([], i1) ||
      report.error(`comparator must return tensor<i1> but got '${String(returned[0])}'`)
    );
  }
}
