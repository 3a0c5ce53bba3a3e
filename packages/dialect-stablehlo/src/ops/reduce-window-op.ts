import {
  defineOp,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
  type DenseArrayAttr,
  type DenseElementsAttr,
} from '@shardform/ir-core';
import { dimensionsAttr, i64ElementsAttr, tensor } from '../constraints.ts';
import { dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import {
  paddingPairs,
  type WindowDimension,
  windowDimensions,
  windowedDim,
  windowSizesOf,
} from '../inference/window.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { returnedTypes, verifyReducer } from './reducer.ts';

/** Combines the elements at each position of a window that moves over tensors (StableHLO spec, "reduce_window"). */
export class ReduceWindowOp extends defineOp('stablehlo.reduce_window', {
  summary: 'reduces elements in windows',
  operands: { inputs: variadic(tensor), init_values: variadic(tensor) },
  attrs: {
    window_dimensions: dimensionsAttr,
    window_strides: optionalAttr(dimensionsAttr),
    base_dilations: optionalAttr(dimensionsAttr),
    window_dilations: optionalAttr(dimensionsAttr),
    padding: optionalAttr(i64ElementsAttr),
  },
  results: { results: variadic(tensor) },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: recursivelyIfOperandsStatic,
  infer: (op) => {
    const windows = windowsOf(op);
    if (typeof windows === 'string') return null;
    const block = op.body.blocks[0];
    const elements = block === undefined ? [] : returnedTypes(block);
    return op.inputs.map(({ type }, i) => {
      const element = elements[i];
      const dims = dimsOf(type).map((dim, d) => windowedDim(dim, windows[d]!));
      const elementType = element instanceof RankedTensorType ? element.elementType : type.elementType;
      return tensorOfDims(dims, elementType, type.encoding);
    });
  },
}) {
  override verifyOp(report: OpReport): boolean {
    const inputs = this.inputs.map(({ type }) => type);
    const [first] = inputs;
    if (first === undefined) return report.error('requires at least 1 input value');
    const at = inputs.findIndex((type) => !areCompatibleShapes(type.shape, first.shape));
    if (at >= 0) {
      return report.error(
        `expects all inputs to have compatible shapes. Shape at input-index ${at} is not compatible with shape at input-index 0`,
      );
    }
    const pairs = paddingPairs(this.padding);
    if (typeof pairs === 'string') return report.error(pairs);
    const sizes = this.windowDimensions.numbers();
    for (const type of inputs) {
      if (sizes.length === type.rank) continue;
      return report.error(
        `expects window-dimensions size == input rank, but got window-dimensions size: ${sizes.length} and input: '${String(type)}' with rank = ${type.rank}.`,
      );
    }
    const windows = this.windows();
    if (typeof windows === 'string') return report.error(windows);
    const inits = this.initValues.map(({ type }) => type);
    return verifyReducer(this.body, inputs, inits, report, sizes);
  }

  /** The window. @returns a message when its attributes don't fit each other. */
  windows(): WindowDimension[] | string {
    return windowsOf(this);
  }
}

interface Windowed {
  readonly windowDimensions: DenseArrayAttr;
  readonly windowStrides: DenseArrayAttr | null;
  readonly baseDilations: DenseArrayAttr | null;
  readonly windowDilations: DenseArrayAttr | null;
  readonly padding: DenseElementsAttr | null;
}

function windowsOf(op: Windowed): WindowDimension[] | string {
  return windowDimensions({
    sizes: windowSizesOf(op.windowDimensions),
    strides: op.windowStrides,
    padding: op.padding,
    baseDilations: op.baseDilations,
    windowDilations: op.windowDilations,
  });
}
