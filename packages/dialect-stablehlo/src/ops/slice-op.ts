import {
  type CustomDirective,
  defineOp,
  DenseArrayAttr,
  DYNAMIC,
  i64,
  RankedTensorType,
} from '@shardform/ir-core';
import { dimensionsAttr, tensor } from '../constraints.ts';
import { allSizesMatch, sameOperandsAndResultElementType } from '../traits.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { dimsOf } from '../inference/bounded-shape.ts';

/** The elements of an array of integers; a stride may be any of 64 bits. */
function exactly({ values }: DenseArrayAttr): readonly bigint[] {
  return values.map(BigInt);
}

/** `[start:limit, start:limit:stride]`; a stride of 1 is left out. */
const sliceRanges: CustomDirective = {
  print(printer, op) {
    // The directive is in the format of this operation only.
    const { startIndices, limitIndices, strides } = op as SliceOp;
    const [starts, limits, steps] = [exactly(startIndices), exactly(limitIndices), exactly(strides)];
    printer.write('[');
    if (starts.length === limits.length && starts.length === steps.length) {
      printer.writeList([...starts.keys()], (i) =>
        printer.write(`${starts[i]}:${limits[i]}${steps[i] === 1n ? '' : `:${steps[i]}`}`),
      );
    } else {
      printer.write(
        `start_indices: ${starts.join(', ')}, limit_indices: ${limits.join(', ')}, strides: ${steps.join(', ')}`,
      );
    }
    printer.write(']');
  },
  parse(parser, state, args) {
    const lists: bigint[][] = [[], [], []];
    parser.parseList('square', () => {
      const parseIndex = (): bigint => {
        const { offset } = parser;
        const value = parser.parseInteger();
        return BigInt.asIntN(64, value) === value ? value : parser.fail('integer value too large', offset);
      };
      lists[0]!.push(parseIndex());
      parser.expect(':');
      lists[1]!.push(parseIndex());
      lists[2]!.push(parser.accept(':') ? parseIndex() : 1n);
    });
    args.forEach((argument, i) => state.setAttr(argument, DenseArrayAttr.get(i64, lists[i]!)));
  },
};

/** A slice with strides (StableHLO spec, "slice"). Limits are exclusive. */
export class SliceOp extends defineOp('stablehlo.slice', {
  summary: 'slice with static start, limit and stride',
  operands: { operand: tensor },
  attrs: { start_indices: dimensionsAttr, limit_indices: dimensionsAttr, strides: dimensionsAttr },
  results: { result: tensor },
  traits: [allSizesMatch('start_indices', 'limit_indices', 'strides'), sameOperandsAndResultElementType],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format:
    '$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` functional-type(operands, results)',
  directives: { SliceRanges: sliceRanges },
  infer: (op, report) => {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [starts, limits, strides] = [op.startIndices, op.limitIndices, op.strides].map(exactly);
    const { type } = op.operand;
    if (starts!.length !== type.rank) {
      return fail(
        `the number of elements in start_indices (${starts!.length}) does not match the rank of the operand (${type.rank})`,
      );
    }
    const shape: number[] = [];
    for (const [d, { size, bound }] of dimsOf(type).entries()) {
      const [start, limit, stride] = [starts![d]!, limits![d]!, strides![d]!];
      if (start < 0n) return fail(`negative start index ${start} in dimension ${d}`);
      const [what, available] = size === DYNAMIC ? ['bound', bound] : ['size', size];
      if (available !== DYNAMIC && limit > BigInt(available)) {
        return fail(`limit index ${limit} is larger than dimension ${what} ${available} in dimension ${d}`);
      }
      if (start > limit)
        return fail(`start index ${start} is larger than limit index ${limit} in dimension ${d}`);
      if (stride <= 0n) return fail(`stride must be positive but got ${stride} in dimension ${d}`);
      shape.push(Number((limit - start + stride - 1n) / stride));
    }
    return [RankedTensorType.get(shape, type.elementType)];
  },
}) {}
