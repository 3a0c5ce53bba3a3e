import { PadOp, SliceOp, tensorOf } from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, type InterfaceImplementation } from '@shardform/ir-core';
import { borderExchange, type BorderForm, type ExchangeSite } from '../border-form.ts';
import { copyOnWindows, resultDims } from '../own-windows.ts';
import { areSplitAlike, movedDims, windowedDims, type WindowedDims } from '../windowed-dims.ts';

/** Slices take elements at a distance: each device gets all between those of its part. */
const sliceExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  SliceOp,
  (op) => (site) => {
    const [starts, strides] = [op.startIndices.numbers(), op.strides.numbers()];
    const dims = resizedDims(site, op, (d) => ({ low: -starts[d]!, stride: strides[d]!, dilation: 1 }));
    if (dims === null) return null;
    return formOf(op, dims, site, 'any', (slice) => {
      const limits = op.limitIndices.numbers();
      slice.startIndices = numbers(starts, (start, d) => (dims.has(d) ? 0 : start));
      slice.limitIndices = numbers(limits, (limit, d) => dims.get(d)?.plan.window ?? limit);
    });
  },
);

/** Elements move by the padding in front; what is added is on the devices that have it in their parts. */
const padExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  PadOp,
  (op) => (site) => {
    const [lows, highs] = [op.edgePaddingLow.numbers(), op.edgePaddingHigh.numbers()];
    const interior = op.interiorPadding.numbers();
    const dims = resizedDims(site, op, (d) => ({ low: lows[d]!, stride: 1, dilation: interior[d]! + 1 }));
    if (dims === null) return null;
    return formOf(op, dims, site, op.paddingValue, (pad) => {
      pad.edgePaddingLow = numbers(lows, (low, d) => dims.get(d)?.low ?? low);
      pad.edgePaddingHigh = numbers(highs, (high, d) => dims.get(d)?.high ?? high);
    });
  },
);

/** Slices and pads. */
export const sliceAndPadExchanges: readonly InterfaceImplementation[] = [sliceExchange, padExchange];

/** How elements of the result are found among those of the operand. */
interface Resizing {
  readonly low: number;
  readonly stride: number;
  readonly dilation: number;
}

function resizedDims(
  site: ExchangeSite,
  op: SliceOp | PadOp,
  of: (dim: number) => Resizing,
): WindowedDims | null {
  if (!areSplitAlike(site.operands[0] ?? null, site.results[0] ?? null)) return null;
  const dims = windowedDims(site, op.operand, site.operands[0] ?? null, (dim, parts) => {
    const { low, stride, dilation } = of(dim);
    const count = op.result.type.dimSize(dim);
    // Planning takes the square of the number of parts: most dimensions are neither cut nor padded.
    const isWhole = low === 0 && stride === 1 && dilation === 1 && count === op.operand.type.dimSize(dim);
    if (isWhole) return null;
    const part = Math.ceil(count / parts);
    const starts = Array.from({ length: parts }, (_, number) => number * part * stride - low);
    const last = { count, end: (count - 1) * stride + 1 - low };
    return { starts, span: (part - 1) * stride + 1, dilation, stride, last };
  });
  return movedDims(dims);
}

function formOf<T extends SliceOp | PadOp>(
  op: T,
  dims: WindowedDims,
  site: ExchangeSite,
  filler: BorderForm['windows'][number]['filler'],
  adapt: (copy: T) => void,
): BorderForm {
  return {
    windows: [
      { inputs: [op.operand], shardings: [site.operands[0] ?? null], dims: [...dims.values()], filler },
    ],
    others: op.operands.slice(1).map(({ value }) => tensorOf(value)),
    build: ([window], others, tools) => {
      const { type } = op.result;
      return copyOnWindows(op, [window!, ...others], adapt, type, resultDims(dims, type, site.mesh), tools);
    },
  };
}

function numbers(list: readonly number[], of: (value: number, dim: number) => number): DenseArrayAttr {
  return DenseArrayAttr.get(i64, list.map(of));
}
