import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { i32Dense, TensorBuilder } from '@shardform/dialect-ttir';
import {
  type Builder,
  type ConversionPattern,
  countParts,
  DenseArrayAttr,
  i32,
  i64,
  IntegerAttr,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { conversion } from './convertible.ts';

type Window = shlo.WindowDimension;

const count = (number: number): IntegerAttr => IntegerAttr.get(number, i32);
const dim = (number: number): IntegerAttr => IntegerAttr.get(number, i64);

/** Labels of a tensor's dimensions: batch, feature (or input and output feature) and spatial numbers. */
function labels(dims: Readonly<Record<string, number>>, spatial: readonly number[]): string[] {
  const list: string[] = [];
  for (const [label, at] of Object.entries(dims)) list[at] = label;
  for (const [i, at] of spatial.entries()) list[at] = String(i);
  return list;
}

/** The labels of the dimensions of operands and result, and the window of each spatial one. */
interface ConvolutionForm {
  readonly windows: readonly Window[];
  readonly input: readonly string[];
  readonly kernel: readonly string[];
  readonly output: readonly string[];
}

function formOf(windows: readonly Window[], dimensions: shlo.ConvDimensions): ConvolutionForm {
  return {
    windows,
    input: labels(
      { b: dimensions.inputBatchDimension, f: dimensions.inputFeatureDimension },
      dimensions.inputSpatialDimensions,
    ),
    kernel: labels(
      { i: dimensions.kernelInputFeatureDimension, o: dimensions.kernelOutputFeatureDimension },
      dimensions.kernelSpatialDimensions,
    ),
    output: labels(
      { b: dimensions.outputBatchDimension, f: dimensions.outputFeatureDimension },
      dimensions.outputSpatialDimensions,
    ),
  };
}

/** One convolution whose batch is not split into groups. */
class Convolution {
  readonly #builder: Pick<Builder, 'create'>;
  readonly #tensors: TensorBuilder;
  readonly #op: shlo.ConvolutionOp;
  readonly #windows: readonly Window[];
  readonly #input: readonly string[];
  readonly #kernel: readonly string[];
  readonly #output: readonly string[];

  constructor(op: shlo.ConvolutionOp, form: ConvolutionForm, builder: Pick<Builder, 'create'>) {
    this.#builder = builder;
    this.#tensors = new TensorBuilder(builder);
    this.#op = op;
    this.#windows = form.windows;
    this.#input = form.input;
    this.#kernel = form.kernel;
    this.#output = form.output;
  }

  build(input: Tensor, kernel: Tensor, shape: readonly number[]): Tensor | null {
    switch (this.#windows.length) {
      case 1:
        return this.#asTwo(input, kernel, shape);
      case 2: {
        const alone = this.#isTransposed() ? null : this.#onlyLength(input, kernel);
        return alone === null ? this.#plane(input, kernel, shape) : this.#line(input, kernel, shape, alone);
      }
      case 3:
        return this.#volume(input, kernel, shape);
      default:
        return null;
    }
  }

  /**
   * Returns true if there are holes between the elements of the input, as in the gradient of a strided convolution.
   */
  #isTransposed(): boolean {
    return (
      this.#windows.some(({ baseDilation }) => baseDilation > 1) &&
      this.#windows.every(({ stride }) => stride === 1)
    );
  }

  /** The label of the only spatial dimension along which anything happens; `null` when there are none or two. */
  #onlyLength(input: Tensor, kernel: Tensor): string | null {
    const flat = ['0', '1'].filter(
      (label) =>
        input.type.shape[this.#input.indexOf(label)] === 1 &&
        kernel.type.shape[this.#kernel.indexOf(label)] === 1,
    );
    if (flat.length !== 1) return null;
    const other = this.#windows[Number(flat[0])]!;
    // What is padded along the other dimension is more than one line.
    return other.padLow === 0 && other.padHigh === 0 ? String(1 - Number(flat[0])) : null;
  }

  #groups(): IntegerAttr {
    return count(this.#op.featureGroupCount.number);
  }

  /** A convolution along one dimension, whose label is given; a second one has size one. */
  #line(input: Tensor, kernel: Tensor, shape: readonly number[], length: string): Tensor {
    const tensors = this.#tensors;
    const flat = [String(1 - Number(length))];
    const toLine = (tensor: Tensor, from: readonly string[], to: readonly string[]): Tensor => {
      const moved = tensors.relabel(tensor, from, [...to, ...flat]);
      return tensors.reshape(moved, moved.type.shape.slice(0, -1));
    };
    const line = toLine(input, this.#input, ['b', length, 'f']);
    const weight = toLine(kernel, this.#kernel, ['o', 'i', length]);
    const order = ['b', length, 'f'].map((label) => this.#output.indexOf(label));
    const window = this.#windows[Number(length)]!;
    const result = this.#builder.create(
      ttir.Conv1dOp,
      {
        input: line,
        weight,
        stride: count(window.stride),
        padding: i32Dense([window.padLow, window.padHigh]),
        dilation: count(window.windowDilation),
        groups: this.#groups(),
        batchDim: dim(0),
        lengthDim: dim(1),
        channelDim: dim(2),
      },
      [this.#op.result.type.withShape(order.map((d) => shape[d]!))],
    ).result;
    const lineLabels = ['b', length, 'f', ...flat];
    const widened = tensors.reshape(result, [...result.type.shape, 1]);
    return tensors.relabel(widened, lineLabels, this.#output);
  }

  /** A convolution along one dimension has the form of one along two. */
  #asTwo(input: Tensor, kernel: Tensor, shape: readonly number[]): Tensor | null {
    const tensors = this.#tensors;
    const plain: Window = { size: 1, stride: 1, padLow: 0, padHigh: 0, baseDilation: 1, windowDilation: 1 };
    const wide = tensors.reshape(input, [...input.type.shape, 1]);
    const weight = tensors.reshape(kernel, [...kernel.type.shape, 1]);
    const form = {
      windows: [...this.#windows, plain],
      input: [...this.#input, '1'],
      kernel: [...this.#kernel, '1'],
      output: [...this.#output, '1'],
    };
    const made = new Convolution(this.#op, form, this.#builder).build(wide, weight, [...shape, 1]);
    return made === null ? null : tensors.reshape(made, shape);
  }

  #plane(input: Tensor, kernel: Tensor, shape: readonly number[]): Tensor {
    const windows = this.#windows;
    const output = this.#output;
    const tensors = this.#tensors;
    const isSame = this.#input.every((label, d) => label === output[d]);
    const moved = isSame ? input : tensors.relabel(input, this.#input, output);
    const type = input.type.withShape(shape);
    const place = {
      batchDim: dim(output.indexOf('b')),
      heightDim: dim(output.indexOf('0')),
      widthDim: dim(output.indexOf('1')),
      channelDim: dim(output.indexOf('f')),
    };
    const dilation = i32Dense(windows.map(({ windowDilation }) => windowDilation));
    const groups = this.#groups();
    if (!this.#isTransposed()) {
      const weight = tensors.relabel(kernel, this.#kernel, ['o', 'i', '0', '1']);
      const padding = i32Dense([
        ...windows.map(({ padLow }) => padLow),
        ...windows.map(({ padHigh }) => padHigh),
      ]);
      const stride = i32Dense(windows.map((window) => window.stride));
      return this.#builder.create(
        ttir.Conv2dOp,
        { input: moved, weight, stride, padding, dilation, groups, ...place },
        [type],
      ).result;
    }
    // A transposed convolution turns its kernel around, so that the kernel comes turned around.
    const turned = this.#turned(kernel, this.#kernel);
    const weight = this.#groupedKernel(tensors.relabel(turned, this.#kernel, ['i', 'o', '0', '1']));
    // What of the whole result is cut off at the start and at the end; a greater result is padded at the end.
    const cut = (part: (window: Window) => number): number[] =>
      windows.map((window) => (window.size - 1) * window.windowDilation - part(window));
    return this.#builder.create(
      ttir.ConvTranspose2dOp,
      {
        input: moved,
        weight,
        stride: i32Dense(windows.map(({ baseDilation }) => baseDilation)),
        padding: i32Dense([
          ...cut(({ padLow }) => padLow),
          ...cut(({ padLow, padHigh }) => Math.min(padLow, padHigh)),
        ]),
        outputPadding: i32Dense(windows.map(({ padLow, padHigh }) => Math.max(padHigh - padLow, 0))),
        dilation,
        groups,
        ...place,
      },
      [type],
    ).result;
  }

  #turned(kernel: Tensor, labelled: readonly string[]): Tensor {
    const dims = ['0', '1'].map((label) => labelled.indexOf(label));
    return this.#builder.create(
      ttir.ReverseOp,
      { input: kernel, dimensions: DenseArrayAttr.get(i64, dims) },
      [kernel.type],
    ).result;
  }

  /** Groups of a transposed convolution are listed along the input features. */
  #groupedKernel(kernel: Tensor): Tensor {
    const groups = this.#op.featureGroupCount.number;
    if (groups === 1) return kernel;
    const tensors = this.#tensors;
    const [inputs, outputs, ...spatial] = kernel.type.shape;
    const perGroup = outputs! / groups;
    const split = tensors.reshape(kernel, [inputs!, groups, perGroup, ...spatial]);
    const moved = tensors.permute(split, [1, 0, 2, 3, 4]);
    return tensors.reshape(moved, [inputs! * groups, perGroup, ...spatial]);
  }

  #volume(input: Tensor, kernel: Tensor, shape: readonly number[]): Tensor | null {
    const windows = this.#windows;
    const isPlain = windows.every(
      ({ padLow, padHigh, windowDilation, baseDilation }) =>
        padLow === padHigh && windowDilation === 1 && baseDilation === 1,
    );
    if (!isPlain) return null;
    const tensors = this.#tensors;
    const output = this.#output;
    const isSame = this.#input.every((label, d) => label === output[d]);
    return this.#builder.create(
      ttir.Conv3dOp,
      {
        input: isSame ? input : tensors.relabel(input, this.#input, output),
        weight: tensors.relabel(kernel, this.#kernel, ['o', 'i', '0', '1', '2']),
        stride: i32Dense(windows.map((window) => window.stride)),
        padding: i32Dense(windows.map(({ padLow }) => padLow)),
        groups: this.#groups(),
        batchDim: dim(output.indexOf('b')),
        depthDim: dim(output.indexOf('0')),
        heightDim: dim(output.indexOf('1')),
        widthDim: dim(output.indexOf('2')),
        channelDim: dim(output.indexOf('f')),
      },
      [input.type.withShape(shape)],
    ).result;
  }
}

/** Negative padding becomes a slice of a greater result. */
function withoutNegativePadding(windows: readonly Window[]): Window[] {
  return windows.map((window) => ({
    ...window,
    padLow: Math.max(window.padLow, 0),
    padHigh: Math.max(window.padHigh, 0),
  }));
}

/** Convolutions. */
export const convolutionConversions: readonly ConversionPattern[] = [
  conversion(shlo.ConvolutionOp, (op, { builder }) => {
    const dimensions = op.dimensionNumbers;
    const windows = op.windows();
    if (typeof windows === 'string' || op.windowReversal?.numbers().some((flag) => flag !== 0) === true)
      return null;
    const { lhs, rhs, result } = op;
    const tensors = new TensorBuilder(builder);
    const isTransposed = windows.some(({ baseDilation }) => baseDilation > 1);
    if (isTransposed && windows.some(({ stride }) => stride !== 1)) return null;
    const isCut = !isTransposed && windows.some(({ padLow, padHigh }) => padLow < 0 || padHigh < 0);
    const groups = op.batchGroupCount.number;
    let shape: readonly number[] = result.type.shape;
    if (isCut) {
      if (windows.some(({ stride }) => stride !== 1)) return null;
      for (const [{ padLow, padHigh }, at] of zip(windows, dimensions.outputSpatialDimensions)) {
        shape = shape.with(at, shape[at]! + Math.max(-padLow, 0) + Math.max(-padHigh, 0));
      }
    }
    const convolution = new Convolution(
      op,
      formOf(isCut ? withoutNegativePadding(windows) : windows, dimensions),
      builder,
    );
    const feature = dimensions.outputFeatureDimension;
    let made: Tensor | null;
    if (groups === 1) made = convolution.build(lhs, rhs, shape);
    else {
      const inputSize = lhs.type.dimSize(dimensions.inputBatchDimension) / groups;
      const kernelSize = rhs.type.dimSize(dimensions.kernelOutputFeatureDimension) / groups;
      countParts(op, groups, 4);
      const pairs = Array.from({ length: groups }, (_, g) => [
        tensors.slice(lhs, dimensions.inputBatchDimension, g * inputSize, (g + 1) * inputSize),
        tensors.slice(rhs, dimensions.kernelOutputFeatureDimension, g * kernelSize, (g + 1) * kernelSize),
      ]);
      const partial = shape.with(feature, shape[feature]! / groups);
      const parts = pairs.map(([input, kernel]) => convolution.build(input!, kernel!, partial));
      // No element is null: the condition has looked for it.
      made = parts.includes(null) ? null : tensors.concat(parts as Tensor[], feature);
    }
    if (made === null || !isCut) return made === null ? null : [made];
    const begins = shape.map(() => 0);
    for (const [{ padLow }, outputSpatialDimension] of zip(windows, dimensions.outputSpatialDimensions))
      begins[outputSpatialDimension] = Math.max(-padLow, 0);
    return [
      tensors.sliceAll(
        made,
        begins,
        begins.map((begin, d) => begin + result.type.dimSize(d)),
      ),
    ];
  }),
];
