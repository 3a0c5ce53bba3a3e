import * as shlo from '@shardform/dialect-stablehlo';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import { i32Dense, TensorBuilder } from '@shardform/dialect-ttir';
import {
  bf16,
  boolAttr,
  type Builder,
  type ConversionPattern,
  DenseArrayAttr,
  f32,
  FloatAttr,
  FloatType,
  i32,
  i32Attr,
  i64,
  IntegerAttr,
  inversePermutation,
  product,
  type Tensor,
  type Type,
  zip,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion } from './convertible.ts';
import { isHighest, isLowest } from './extremes.ts';
import { addsExponentials, isRelation } from './scalar-region.ts';

type Window = shlo.WindowDimension;
type Kind = 'sum' | 'product' | 'max' | 'min' | 'logsumexp';

const COMBINERS: Readonly<Record<string, Kind>> = {
  'stablehlo.add': 'sum',
  'stablehlo.multiply': 'product',
  'stablehlo.maximum': 'max',
  'stablehlo.minimum': 'min',
};

/** Returns the combiner of each input of a reduction; `null` when the region does anything else. */
function combiners(op: shlo.ReduceWindowOp): Kind[] | null {
  const [block] = op.body.blocks;
  const results = block?.lastOp?.operands ?? [];
  const count = op.inputs.length;
  if (count === 1 && addsExponentials(op.body)) return ['logsumexp'];
  const kinds: Kind[] = [];
  for (const [i, { value }] of results.entries()) {
    const made = value.definingOp;
    const kind = COMBINERS[made?.name ?? ''];
    const operands = made?.operands.map((operand) => operand.value) ?? [];
    const pair = [block!.getArgument(i), block!.getArgument(count + i)];
    if (kind === undefined || !pair.every((argument) => operands.includes(argument))) return null;
    kinds.push(kind);
  }
  return kinds.length === count ? kinds : null;
}

/** Returns true if a start value leaves a reduction of elements of a type as it is. */
function isNeutral(kind: Kind, start: number | bigint | null, type: Type): boolean {
  if (kind === 'max' || kind === 'logsumexp') return isLowest(start, type);
  if (kind === 'min') return isHighest(start, type);
  return start !== null && Number(start) === (kind === 'sum' ? 0 : 1);
}

function isIdentity({ size, stride, padLow, padHigh }: Window): boolean {
  return size === 1 && stride === 1 && padLow === 0 && padHigh === 0;
}

/** The dimension along which each element becomes the combination of all before it, or of all behind it. */
interface Running {
  readonly dim: number;
  readonly isReverse: boolean;
}

/** Returns the dimension and direction of a running reduction; `null` for other windows. */
function runningDimension(windows: readonly Window[], shape: readonly number[]): Running | null {
  if (
    windows.some(({ stride, baseDilation, windowDilation }) => stride * baseDilation * windowDilation !== 1)
  )
    return null;
  const busy = windows.flatMap((window, d) => (isIdentity(window) ? [] : [d]));
  if (busy.length === 0) {
    const single = shape.indexOf(1);
    return single < 0 ? null : { dim: single, isReverse: false };
  }
  const dim = busy[0]!;
  const { size, padLow, padHigh } = windows[dim]!;
  if (busy.length > 1 || size !== shape[dim]) return null;
  if (padLow === size - 1 && padHigh === 0) return { dim, isReverse: false };
  return padLow === 0 && padHigh === size - 1 ? { dim, isReverse: true } : null;
}

/** Each element becomes the combination of all before it, or of all behind it. */
function runningReduction(
  kind: Kind,
  input: Tensor,
  { dim, isReverse }: Running,
  builder: Pick<Builder, 'create'>,
): Tensor {
  const dimAttr = IntegerAttr.get(dim, i64);
  if (kind !== 'sum' && kind !== 'product') {
    const args = { input, dim: dimAttr, reduction: ReduceTypeAttr.get(kind), reverse: boolAttr(isReverse) };
    return builder.create(ttir.CumulativeOp, args, [input.type]).result;
  }
  // Sums and products run from the start only.
  const reversed = (tensor: Tensor): Tensor => {
    const dimensions = DenseArrayAttr.get(i64, [dim]);
    return isReverse
      ? builder.create(ttir.ReverseOp, { input: tensor, dimensions }, [tensor.type]).result
      : tensor;
  };
  const target = kind === 'sum' ? ttir.CumSumOp : ttir.CumProdOp;
  return reversed(builder.create(target, { input: reversed(input), dim: dimAttr }, [input.type]).result);
}

/** A pooling of height and width, which are the second and third of four dimensions. */
interface Pool {
  readonly height: Window;
  readonly width: Window;
}

function poolAttrs({ height, width }: Pool) {
  const both = (part: (window: Window) => number): number[] => [part(height), part(width)];
  return {
    kernel: i32Dense(both(({ size }) => size)),
    stride: i32Dense(both(({ stride }) => stride)),
    dilation: i32Dense(both(({ windowDilation }) => windowDilation)),
    padding: i32Dense([...both(({ padLow }) => padLow), ...both(({ padHigh }) => padHigh)]),
    ceilMode: boolAttr(false),
  };
}

/** The size of a dimension after pooling. */
function pooled(size: number, { size: window, stride, padLow, padHigh, windowDilation }: Window): number {
  return Math.floor((size + padLow + padHigh - (window - 1) * windowDilation - 1) / stride) + 1;
}

/** A window of each element alone. */
const IDENTITY: Window = {
  size: 1,
  stride: 1,
  padLow: 0,
  padHigh: 0,
  baseDilation: 1,
  windowDilation: 1,
};

class Pooling {
  readonly #builder: Pick<Builder, 'create'>;
  readonly #tensors: TensorBuilder;
  readonly #givesMeans: boolean;

  /** @param givesMeans whether sums of bf16 are left divided by the number of elements. */
  constructor(builder: Pick<Builder, 'create'>, givesMeans: boolean) {
    this.#builder = builder;
    this.#tensors = new TensorBuilder(builder);
    this.#givesMeans = givesMeans;
  }

  /** Returns the reduction over the windows of a tensor; `null` when the target has none for them. */
  build(kind: Kind, input: Tensor, windows: readonly Window[]): Tensor | null {
    if (windows.length === 1) return this.pool1(kind, input, windows);
    if (windows.length === 2) return this.pool2(kind, input, windows);
    if (windows.length === 3) return this.pool3(kind, input, windows);
    if (windows.length === 4) return this.pool4(kind, input, windows);
    return windows.length === 5 ? this.pool5(kind, input, windows) : null;
  }

  pool(kind: Kind, input: Tensor, form: Pool): Tensor | null {
    const [batch, height, width, channels] = input.type.shape;
    const shape = [batch!, pooled(height!, form.height), pooled(width!, form.width), channels!];
    const type = input.type.withShape(shape);
    const attrs = poolAttrs(form);
    // Windows are of bf16, which has 8 digits of an integer.
    if (!(type.elementType instanceof FloatType)) return null;
    if (kind === 'max') return this.#builder.create(ttir.MaxPool2dOp, { input, ...attrs }, [type]).result;
    if (kind === 'min') {
      const negative = this.#negative(input);
      return this.#negative(
        this.#builder.create(ttir.MaxPool2dOp, { input: negative, ...attrs }, [type]).result,
      );
    }
    if (kind !== 'sum') return null;
    // As tt-mlir does, the sum of bf16 is its mean times the number of elements, padding included; others are divided by 1.
    const isMean = type.elementType === bf16;
    const made = this.#builder.create(
      ttir.AvgPool2dOp,
      { input, ...attrs, countIncludePad: boolAttr(true), divisorOverride: i32Attr(isMean ? 0 : 1) },
      [type],
    ).result;
    if (!isMean || this.#givesMeans) return made;
    const rhs = this.#tensors.constant(type, form.height.size * form.width.size);
    return this.#builder.create(ttir.MultiplyOp, { lhs: made, rhs }, [type]).result;
  }

  #negative(input: Tensor): Tensor {
    return this.#builder.create(ttir.NegOp, { input }, [input.type]).result;
  }

  /** Brings two spatial dimensions to dimensions 1 and 2. */
  pool4(kind: Kind, input: Tensor, windows: readonly Window[]): Tensor | null {
    const spatial = spatialDimensions(windows);
    if (spatial === null) return null;
    // `spatialDimensions` returns two dimensions, or null.
    const [height, width] = spatial as [number, number];
    const [batch, channels] = windows.map((_, d) => d).filter((d) => !spatial.includes(d));
    const order = [batch!, height, width, channels!];
    const isMoved = order.some((dim, d) => dim !== d);
    const moved = isMoved ? this.#tensors.permute(input, order) : input;
    const made = this.pool(kind, moved, { height: windows[height]!, width: windows[width]! });
    return made === null || !isMoved ? made : this.#tensors.permute(made, inversePermutation(order));
  }

  pool2(kind: Kind, input: Tensor, [height, width]: readonly Window[]): Tensor | null {
    const wide = this.#tensors.reshape(input, [1, ...input.type.shape, 1]);
    const made = this.pool(kind, wide, { height: height!, width: width! });
    return made === null ? null : this.#tensors.reshape(made, made.type.shape.slice(1, 3));
  }

  pool1(kind: Kind, input: Tensor, [width]: readonly Window[]): Tensor | null {
    const row = this.#tensors.reshape(input, [1, input.type.dimSize(0)]);
    const made = this.pool2(kind, row, [IDENTITY, width!]);
    return made === null ? null : this.#tensors.reshape(made, made.type.shape.slice(1));
  }

  /** Images of one channel; the dimension without windows counts them. */
  pool3(kind: Kind, input: Tensor, windows: readonly Window[]): Tensor | null {
    const batch = windows.findIndex(isIdentity);
    if (batch === -1) return null;
    const [height, width] = [0, 1, 2].filter((d) => d !== batch) as [number, number]; // two of three are left
    const order = [batch, height, width];
    const moved = batch === 0 ? input : this.#tensors.permute(input, order);
    const images = this.#tensors.reshape(moved, [...moved.type.shape, 1]);
    const made = this.pool(kind, images, { height: windows[height]!, width: windows[width]! });
    if (made === null) return null;
    const planes = this.#tensors.reshape(made, made.type.shape.slice(0, 3));
    return batch === 0 ? planes : this.#tensors.permute(planes, inversePermutation(order));
  }

  /** The greatest element of a volume is the greatest along its depth of those of its planes. */
  pool5(kind: Kind, input: Tensor, windows: readonly Window[]): Tensor | null {
    const spatial = windows.flatMap((window, d) => (window.size > 1 ? [d] : []));
    const others = windows.map((_, d) => d).filter((d) => !spatial.includes(d));
    if (kind !== 'max' || spatial.length !== 3 || !others.every((d) => isIdentity(windows[d]!))) return null;
    const tensors = this.#tensors;
    const order = [others[0]!, ...spatial, others[1]!];
    const isMoved = order.some((dim, d) => dim !== d);
    const volume = isMoved ? tensors.permute(input, order) : input;
    // Three spatial dimensions with batch and channels.
    const [n, d, h, w, c] = volume.type.shape as [number, number, number, number, number];
    // Three spatial dimensions.
    const [depth, height, width] = spatial.map((dim) => windows[dim]!) as [Window, Window, Window];
    const planes = this.pool(kind, tensors.reshape(volume, [n * d, h, w, c]), { height, width })!;
    // Pooling keeps the rank: images of two spatial dimensions.
    const [, outH, outW] = planes.type.shape as [number, number, number, number];
    const stacked = tensors.reshape(planes, [n, d, outH * outW, c]);
    const made = this.pool(kind, stacked, { height: depth, width: IDENTITY })!;
    const outD = made.type.dimSize(1);
    // Channels go to their dimension before the planes get their two dimensions back: that moves larger pieces.
    const last = tensors.reshape(tensors.permute(made, [0, 3, 1, 2]), [n, c, outD, outH, outW]);
    const places = [others[0]!, others[1]!, ...spatial];
    return places.every((dim, i) => dim === i) ? last : tensors.permute(last, inversePermutation(places));
  }
}

/** The two dimensions that windows cover; `null` when they cover more. */
function spatialDimensions(windows: readonly Window[]): number[] | null {
  const busy = windows.flatMap((window, d) => (window.size > 1 ? [d] : []));
  const spatial = busy.length === 2 ? busy : busy.length < 2 ? [2, 3] : null;
  if (spatial === null) return null;
  if (windows.some((window, d) => !spatial.includes(d) && !isIdentity(window))) {
    const moving = windows.flatMap((window, d) => (isIdentity(window) ? [] : [d]));
    return moving.length === 2 ? moving : moving.length === 1 ? [moving[0]!, 3].sort() : null;
  }
  return spatial;
}

/** The dimensions in which windows may be padded. */
function spatialOf(windows: readonly Window[]): readonly number[] {
  if (windows.length === 4) return spatialDimensions(windows) ?? [];
  const batch = windows.length === 3 ? windows.findIndex(isIdentity) : -1;
  return [...windows.keys()].filter((d) => d !== batch);
}

/** Padding by the neutral element that can be part of the windows' own. */
function paddingBefore(
  input: Tensor,
  windows: readonly Window[],
  kind: Kind,
): { input: Tensor; windows: readonly Window[] } {
  const pad = input.definingOp;
  if (!(pad instanceof shlo.PadOp)) return { input, windows };
  const [low, high] = [pad.edgePaddingLow.numbers(), pad.edgePaddingHigh.numbers()];
  const isPlain =
    pad.interiorPadding.numbers().every((n) => n === 0) && [...low, ...high].every((n) => n >= 0);
  const spatial = spatialOf(windows);
  const isSpatial = low.every((count, d) => spatial.includes(d) || (count === 0 && high[d] === 0));
  if (!isPlain || !isSpatial || !isNeutral(kind, splatOf(pad.paddingValue), input.type.elementType))
    return { input, windows };
  return {
    input: pad.operand,
    windows: zip(windows, low, high).map(([window, lower, upper]) => ({
      ...window,
      padLow: window.padLow + lower,
      padHigh: window.padHigh + upper,
    })),
  };
}

const reduceWindow = conversion(shlo.ReduceWindowOp, (op, { builder }) => {
  const windows = op.windows();
  const kinds = combiners(op);
  if (typeof windows === 'string' || kinds === null || windows.some(({ baseDilation }) => baseDilation !== 1))
    return null;
  const isPlain = kinds.every((kind, i) =>
    isNeutral(kind, splatOf(op.initValues[i]!), op.inputs[i]!.type.elementType),
  );
  if (!isPlain) return null;
  const [only] = op.inputs;
  const running = kinds.length === 1 ? runningDimension(windows, only!.type.shape) : null;
  const [kind] = kinds;
  const isSum = kind === 'sum' || kind === 'product';
  if (running !== null && (isSum || windows.some((window) => !isIdentity(window))))
    return [runningReduction(kind!, only!, running, builder)];
  const division = kinds.length === 1 && kind === 'sum' ? divisionByCount(op) : null;
  const pooling = new Pooling(builder, division !== null);
  const results: Tensor[] = [];
  for (const [kind, ownInput] of zip(kinds, op.inputs)) {
    const from = paddingBefore(ownInput, windows, kind);
    const made = pooling.build(kind, from.input, from.windows);
    if (made === null) return null;
    results.push(made);
  }
  if (division !== null) builder.replaceOp(division, results);
  return results;
});

/** Returns the only user of sums of bf16 when it divides them by the number of elements of a window. */
function divisionByCount(op: shlo.ReduceWindowOp): shlo.DivOp | null {
  const [user, ...others] = op.getResult().users();
  const [input] = op.inputs;
  if (!(user instanceof shlo.DivOp) || others.length > 0 || input?.type.elementType !== bf16) return null;
  return user.lhs.definingOp === op && Number(splatOf(user.rhs)) === product(op.windowDimensions.numbers())
    ? user
    : null;
}

/** Writes to the index of the greatest element of each window. */
const selectAndScatter = conversion(shlo.SelectAndScatterOp, (op, { builder }) => {
  const start = splatOf(op.initValue);
  // Of equal elements the target finds the first.
  const isMax = isRelation(op.select, (a, b) => a >= b);
  const { operand, source } = op;
  const windows = shlo.windowDimensions({
    sizes: op.windowDimensions?.numbers() ?? operand.type.shape.map(() => 1),
    strides: op.windowStrides,
    padding: op.padding,
    baseDilations: null,
    windowDilations: null,
  });
  const isSum = shlo.reducerOp(op.scatter) instanceof shlo.AddOp;
  if (typeof windows === 'string' || start === null || !isMax || !isSum || windows.length !== 4) return null;
  const spatial = windows.flatMap((window, d) => (isIdentity(window) ? [] : [d]));
  if (spatial.length !== 2) return null;
  const tensors = new TensorBuilder(builder);
  // `spatialDimensions` returns two dimensions, or null.
  const [height, width] = spatial as [number, number];
  const [batch, channels] = windows.map((_, d) => d).filter((d) => !spatial.includes(d));
  const order = [batch!, height, width, channels!];
  const isMoved = order.some((dim, d) => dim !== d);
  const move = (tensor: Tensor): Tensor => (isMoved ? tensors.permute(tensor, order) : tensor);
  const full = builder.create(
    ttir.FullOp,
    { shape: i32Dense(operand.type.shape), fillValue: FloatAttr.get(Number(start), f32) },
    [operand.type],
  ).result;
  const [from, values, into] = [move(operand), move(source), move(full)];
  const indexType = values.type.withElementType(i32);
  const output = [values.type, indexType].map((type) => builder.create(ttir.EmptyOp, {}, [type]).result);
  const pool = { height: windows[height]!, width: windows[width]! };
  const found = builder.create(ttir.MaxPool2dWithIndicesOp, { input: from, output, ...poolAttrs(pool) }, [
    values.type,
    indexType,
  ]);
  const flatten = (tensor: Tensor): Tensor => {
    const [n, h, w, c] = tensor.type.shape;
    return tensors.reshape(tensor, [n!, h! * w!, 1, c!]);
  };
  const isDisjoint = [pool.height, pool.width].every(({ size, stride }) => size <= stride);
  const index = flatten(found.resultIndices);
  const flatSource = flatten(values);
  const input = flatten(into);
  const scattered = builder.create(
    ttir.ScatterOp,
    {
      input,
      index,
      source: flatSource,
      dim: IntegerAttr.get(1, i32),
      scatterReduceType: ReduceTypeAttr.get(isDisjoint && Number(start) === 0 ? 'invalid' : 'sum'),
    },
    [input.type],
  ).result;
  const whole = tensors.reshape(scattered, into.type.shape);
  return [isMoved ? tensors.permute(whole, inversePermutation(order)) : whole];
});

/** Reductions of windows. */
export const windowConversions: readonly ConversionPattern[] = [reduceWindow, selectAndScatter];
