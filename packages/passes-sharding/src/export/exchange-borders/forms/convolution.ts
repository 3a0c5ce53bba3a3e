import { ConvolutionOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, zip } from '@shardform/ir-core';
import { axisListSize } from '@shardform/dialect-sdy';
import { axesAt, type BorderForm, borderExchange, type ExchangeSite, splitOf } from '../border-form.ts';
import { copyOnWindows } from '../own-windows.ts';
import { planWindow } from '../window-geometry.ts';
import { type WindowedDims, windowedDims } from '../windowed-dims.ts';
import { paddingAt, paddingOf } from './padding.ts';

/** The form of convolutions. */
export const convolutionExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  ConvolutionOp,
  (op) => (site) => convolutionForm(op, site),
);

/**
 * Along a split spatial dimension of the input each device gets what its outputs need or, where the window is split, what
 * all outputs need of its part of the window: the sums of these parts are combined.
 */
export function convolutionForm(op: ConvolutionOp, site: ExchangeSite): BorderForm | null {
  const inputs = inputDims(op, site);
  if (inputs === null) return null;
  const [lhs, rhs] = [site.operands[0] ?? null, site.operands[1] ?? null];
  const kernel = kernelDims(op, site);
  return {
    isNeeded: kernel.length > 0,
    windows: [
      { inputs: [op.lhs], shardings: [lhs], dims: [...inputs.values()], filler: 'zero' },
      { inputs: [op.rhs], shardings: [rhs], dims: kernel, filler: 'zero' },
    ],
    others: [],
    build: (windows, _others, tools) => {
      const { inputSpatialDimensions: spatial, outputSpatialDimensions: outputs } = op.dimensionNumbers;
      const adapt = (own: ConvolutionOp): void => {
        own.padding = paddingOf(spatial.length, (i) => {
          const dim = inputs.get(spatial[i]!);
          return dim === undefined ? paddingAt(op.padding, i) : [dim.low, dim.high];
        });
      };
      const { type } = op.result;
      const byWindows = [...inputs.values()].flatMap((of) => {
        const dim = outputs[spatial.indexOf(of.dim)]!;
        const parts = axisListSize(axesAt(site.results[0] ?? null, dim), site.mesh);
        return parts === 1 ? [] : [{ dim, of, part: Math.ceil(type.dimSize(dim) / parts) }];
      });
      return copyOnWindows(op, windows, adapt, type, byWindows, tools);
    },
  };
}

function inputDims(op: ConvolutionOp, site: ExchangeSite): WindowedDims | null {
  const {
    inputSpatialDimensions: inputSpatial,
    kernelSpatialDimensions: kernelSpatial,
    outputSpatialDimensions: outputSpatial,
  } = op.dimensionNumbers;
  const windows = op.windows();
  if (typeof windows === 'string') return null;
  const [lhs, rhs, result] = [site.operands[0] ?? null, site.operands[1] ?? null, site.results[0] ?? null];
  const partsOf = (sharding: typeof lhs, dim: number): number =>
    axisListSize(axesAt(sharding, dim), site.mesh);
  // Spatial dimensions are split by outputs or by the window, and the input by the same axes.
  const isPossible = zip(inputSpatial, kernelSpatial, outputSpatial).every(([input, kernel, output], i) => {
    const [own, byWindow, byOutput] = [axesAt(lhs, input), axesAt(rhs, kernel), axesAt(result, output)];
    const isReversed = op.windowReversal?.numbers()[i] === 1;
    const split = byWindow.length > 0 ? byWindow : byOutput;
    return (byWindow.length === 0 || (byOutput.length === 0 && !isReversed)) && own.join() === split.join();
  });
  if (!isPossible) return null;
  return windowedDims(site, op.lhs, lhs, (dim, parts) => {
    const i = inputSpatial.indexOf(dim);
    if (i < 0) return null;
    const { size, stride, padLow, baseDilation: dilation, windowDilation } = windows[i]!;
    const places = op.result.type.dimSize(outputSpatial[i]!);
    const isByWindow = partsOf(rhs, kernelSpatial[i]!) > 1;
    const part = Math.ceil((isByWindow ? size : places) / parts);
    const [ownPlaces, ownSize] = isByWindow ? [places, part] : [part, size];
    const step = part * (isByWindow ? windowDilation : stride);
    const end = (places - 1) * stride + (size - 1) * windowDilation + 1 - padLow;
    return {
      starts: Array.from({ length: parts }, (_, number) => number * step - padLow),
      span: (ownPlaces - 1) * stride + (ownSize - 1) * windowDilation + 1,
      dilation,
      stride,
      last: { count: isByWindow ? size : places, end },
    };
  });
}

/** The split dimensions of a window: each device has its shard, and zeros behind the end. */
function kernelDims(op: ConvolutionOp, { mesh, operands }: ExchangeSite) {
  const sharding = operands[1] ?? null;
  return op.dimensionNumbers.kernelSpatialDimensions.flatMap((dim) => {
    const split = splitOf(op.rhs, sharding, dim, mesh);
    if (split.parts === 1) return [];
    const part = Math.ceil(split.size / split.parts);
    const starts = Array.from({ length: split.parts }, (_, number) => number * part);
    const last = { count: split.size, end: split.size };
    const local = planWindow(split, { starts, span: part, dilation: 1, stride: 1, last }, false);
    return local === null ? [] : [{ dim, axes: axesAt(sharding, dim), plan: local.plan }];
  });
}
