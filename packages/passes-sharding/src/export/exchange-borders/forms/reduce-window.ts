import { ReduceWindowOp, tensorOf } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, shapeOf } from '@shardform/ir-core';
import { areSplitAlike, windowedDims } from '../windowed-dims.ts';
import { borderExchange } from '../border-form.ts';
import { copyOnWindows, resultDims } from '../own-windows.ts';
import { paddingAt, paddingOf } from './padding.ts';

/** Each device gets what its windows reach over, and initial values where these reach over the ends. */
export const reduceWindowExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  ReduceWindowOp,
  (op) => (site) => {
    const windows = op.windows();
    const [sharding] = site.results;
    const all = [...site.operands.slice(0, op.inputs.length), ...site.results];
    if (typeof windows === 'string' || !all.every((own) => areSplitAlike(own, sharding ?? null))) return null;
    const [first] = op.inputs;
    const [result] = op.results;
    const dims = windowedDims(site, first!, sharding ?? null, (dim, parts) => {
      const { size, stride, padLow, padHigh, baseDilation: dilation, windowDilation } = windows[dim]!;
      const isTrivial = size === 1 && stride === 1 && padLow === 0 && padHigh === 0 && dilation === 1;
      if (isTrivial) return null;
      const count = shapeOf(result!.type)[dim]!;
      const part = Math.ceil(count / parts);
      const reach = (size - 1) * windowDilation + 1;
      return {
        starts: Array.from({ length: parts }, (_, number) => number * part * stride - padLow),
        span: (part - 1) * stride + reach,
        dilation,
        stride,
        last: { count, end: (count - 1) * stride + reach - padLow },
      };
    });
    if (dims === null) return null;
    return {
      windows: op.inputs.map((input, i) => ({
        ...{ inputs: [input], shardings: [sharding ?? null], dims: [...dims.values()] },
        filler: op.initValues[i]!,
      })),
      others: op.initValues,
      build: (parts, others, tools) => {
        const adapt = (own: ReduceWindowOp): void => {
          own.padding = paddingOf(windows.length, (d) => {
            const dim = dims.get(d);
            return dim === undefined ? paddingAt(op.padding, d) : [dim.low, dim.high];
          });
        };
        const { type } = tensorOf(result);
        return copyOnWindows(
          op,
          [...parts, ...others],
          adapt,
          type,
          resultDims(dims, type, site.mesh),
          tools,
        );
      },
    };
  },
);
