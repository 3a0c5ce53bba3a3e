import { axisListSize } from '@shardform/dialect-sdy';
import { AddOp, SelectAndScatterOp, windowDimensions } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { commonReduction } from '../../../rules/common-reduction.ts';
import { axesAt, borderExchange, type ExchangeSite, splitOf, type WindowedDim } from '../border-form.ts';
import { planHalos } from '../../../xla/halo-plan.ts';
import { type ExchangePlan, planExchange, shardSize, type SplitInput } from '../exchange-plan.ts';
import { areSplitAlike } from '../windowed-dims.ts';

/**
 * Each device selects in all windows that reach into its part, which it then cuts out. Windows that aren't there add
 * zeros.
 */
export const selectAndScatterExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  SelectAndScatterOp,
  (op) => (site) => {
    const dims = scatteredDims(op, site);
    if (dims === null || !(commonReduction(op.scatter, 1) instanceof AddOp)) return null;
    const windowed = (side: 'operand' | 'source'): WindowedDim[] | null => {
      const planned = dims.flatMap(({ dim, axes, [side]: ranges }) => {
        const plan = planRanges(ranges, site.isAsXla);
        return plan === null ? [] : [{ dim, axes, plan }];
      });
      return planned.length === dims.length ? planned : null;
    };
    const [operands, sources] = [windowed('operand'), windowed('source')];
    if (operands === null || sources === null) return null;
    return {
      windows: [
        {
          inputs: [op.operand],
          shardings: [site.operands[0] ?? null],
          dims: operands,
          filler: 'any',
        },
        {
          inputs: [op.source],
          shardings: [site.operands[1] ?? null],
          dims: sources,
          filler: 'zero',
        },
      ],
      others: [op.initValue],
      build: (windows, others, { copy, cut }) => {
        const shape = [...op.result.type.shape];
        for (const { dim, operand } of dims) shape[dim] = Math.max(...operand.lengths);
        const [whole] = copy(op, [...windows, ...others], () => undefined, [shape]);
        return [
          dims.reduce((value, { dim, axes, offsets, part }) => cut(value, dim, axes, offsets, part), whole!),
        ];
      },
    };
  },
);

/** The ranges of a tensor that devices need. */
interface NeededRanges {
  readonly split: SplitInput;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

/** Plans how devices get their ranges; `null` if XLA gathers the dimension. */
function planRanges({ split, starts, lengths }: NeededRanges, isAsXla: boolean): ExchangePlan | null {
  const span = Math.max(...lengths);
  if (isAsXla) return planHalos(split, { starts, span, spans: lengths, last: null });
  const runs = starts.map((start, i) => [{ input: 0, start, length: lengths[i]!, at: 0 }]);
  return planExchange([split], runs, span);
}

/** A split dimension. */
interface ScatteredDim {
  readonly dim: number;
  readonly axes: WindowedDim['axes'];
  readonly operand: NeededRanges;
  readonly source: NeededRanges;
  /** Where each device's part begins among its elements, and its size. */
  readonly offsets: readonly number[];
  readonly part: number;
}

function scatteredDims(op: SelectAndScatterOp, site: ExchangeSite): ScatteredDim[] | null {
  const [operand, source, result] = [
    site.operands[0] ?? null,
    site.operands[1] ?? null,
    site.results[0] ?? null,
  ];
  if (!areSplitAlike(operand, source) || !areSplitAlike(operand, result)) return null;
  const windows = windowDimensions({
    sizes: op.windowDimensions?.numbers() ?? op.operand.type.shape.map(() => 1),
    strides: op.windowStrides,
    padding: op.padding,
    baseDilations: null,
    windowDilations: null,
  });
  if (typeof windows === 'string') return null;
  const dims: ScatteredDim[] = [];
  for (const [dim, { size, stride, padLow, padHigh }] of windows.entries()) {
    const axes = axesAt(operand, dim);
    const parts = axisListSize(axes, site.mesh);
    if (parts === 1 || (size === 1 && stride === 1)) continue;
    // What is selected beyond the ends depends on the values there; gaps belong to no window.
    if (padLow !== 0 || padHigh !== 0 || size < stride) return null;
    const split = splitOf(op.operand, operand, dim, site.mesh);
    const part = shardSize(split);
    const begins = Array.from({ length: parts }, (_, number) => number * part);
    // XLA counts no windows in front of the first one.
    const least = site.isAsXla ? 0 : -Infinity;
    const first = begins.map((begin) => Math.max(least, Math.ceil((begin - size + 1) / stride)));
    const counts = begins.map((begin, i) => Math.floor((begin + part - 1) / stride) - first[i]! + 1);
    const starts = first.map((own) => own * stride);
    dims.push({
      ...{ dim, axes, part },
      operand: { split, starts, lengths: counts.map((count) => (count - 1) * stride + size) },
      source: { split: splitOf(op.source, source, dim, site.mesh), starts: first, lengths: counts },
      offsets: begins.map((begin, i) => begin - starts[i]!),
    });
  }
  return dims.length === 0 ? null : dims;
}
