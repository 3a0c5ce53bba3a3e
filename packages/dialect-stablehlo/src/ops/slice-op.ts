import {
  type CustomDirective,
  defineOp,
  DenseArrayAttr,
  DYNAMIC,
  i64,
  type OpReport,
  RankedTensorType,
} from '@shardform/ir-core';
import { dimensionsAttr, tensor } from '../constraints.ts';
import { allSizesMatch, sameOperandsAndResultElementType } from '../traits.ts';
import { effectFree, ifKnownSizesStay } from '../speculatability.ts';
import { dimsOf } from '../inference/bounded-shape.ts';

/** `[start:limit, start:limit:stride]`; a stride of 1 is left out. */
const sliceRanges: CustomDirective = {
  print(printer, op) {
    const { startIndices, limitIndices, strides } = op as SliceOp;
    const [starts, limits, steps] = [startIndices.numbers(), limitIndices.numbers(), strides.numbers()];
    printer.write('[');
    if (starts.length === limits.length && starts.length === steps.length) {
      printer.writeList([...starts.keys()], (i) =>
        printer.write(`${starts[i]}:${limits[i]}${steps[i] === 1 ? '' : `:${steps[i]}`}`),
      );
    } else {
      printer.write(
        `start_indices: ${starts.join(', ')}, limit_indices: ${limits.join(', ')}, strides: ${steps.join(', ')}`,
      );
    }
    printer.write(']');
  },
  parse(parser, state, args) {
    const lists: number[][] = [[], [], []];
    parser.parseList('square', () => {
      lists[0]!.push(parser.parseNumber());
      parser.expect(':');
      lists[1]!.push(parser.parseNumber());
      lists[2]!.push(parser.accept(':') ? parser.parseNumber() : 1);
    });
    args.forEach((argument, i) => state.setAttr(argument, DenseArrayAttr.get(i64, lists[i]!)));
  },
};

/** A rectangular part with strides (StableHLO spec, "slice"). Limits are exclusive. */
export class SliceOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.slice', {
    summary: 'rectangular part of a tensor',
    operands: { operand: tensor },
    attrs: { start_indices: dimensionsAttr, limit_indices: dimensionsAttr, strides: dimensionsAttr },
    results: { result: tensor },
    traits: [allSizesMatch('start_indices', 'limit_indices', 'strides'), sameOperandsAndResultElementType],
    format:
      '$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` functional-type(operands, results)',
    directives: { SliceRanges: sliceRanges },
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [starts, limits, strides] = [this.startIndices, this.limitIndices, this.strides].map((a) =>
      a.numbers(),
    );
    const { type } = this.operand;
    if (starts!.length !== type.rank) {
      return fail(
        `the number of elements in start_indices (${starts!.length}) does not match the rank of the operand (${type.rank})`,
      );
    }
    const shape: number[] = [];
    for (const [d, { size, bound }] of dimsOf(type).entries()) {
      const [start, limit, stride] = [starts![d]!, limits![d]!, strides![d]!];
      if (start < 0) return fail(`negative start index ${start} in dimension ${d}`);
      const [what, available] = size === DYNAMIC ? ['bound', bound] : ['size', size];
      if (available !== DYNAMIC && limit > available) {
        return fail(`limit index ${limit} is larger than dimension ${what} ${available} in dimension ${d}`);
      }
      if (start > limit)
        return fail(`start index ${start} is larger than limit index ${limit} in dimension ${d}`);
      if (stride <= 0) return fail(`stride must be positive but got ${stride} in dimension ${d}`);
      shape.push(Math.ceil((limit - start) / stride));
    }
    return [RankedTensorType.get(shape, type.elementType)];
  }
}
