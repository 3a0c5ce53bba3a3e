import { FloatType, i64, type Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';
import { type ImportedNode, OnnxImportError } from '../import-node.ts';
import { dot } from './batched-product.ts';
import { gathered } from './gathered.ts';

/** A dimension that gets another size. */
interface ResizedDim {
  readonly dim: number;
  readonly from: number;
  readonly to: number;
  /** Of the sizes, before the new one was rounded down. */
  readonly scale: number;
}

/** Places between the elements of a dimension: which elements are taken, and how much of each. */
type Taps = readonly (readonly [index: number, weight: number])[];

/** Gives dimensions other sizes; places, and so their weights, are known while the model is read. */
export function resize(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  if (node.int('antialias', 0) === 1) throw new OnnxImportError("is antialiased, which can't be imported");
  const mode = node.string('mode', 'nearest');
  return [
    resizedDims(node).reduce((x, resized) => {
      if (mode === 'nearest') return nearest(node, x, resized);
      if (!(x.type.elementType instanceof FloatType))
        throw new OnnxImportError(`interpolates integers by the mode '${mode}', which can't be imported`);
      return interpolated(x, resized, tapsOf(node, mode, resized), build);
    }, node.tensor(0)),
  ];
}

function resizedDims(node: ImportedNode): ResizedDim[] {
  const { shape } = node.value(0);
  // Version 10 has its factors as the second operand.
  const [scalesAt, sizesAt] = node.opset < 11 ? [1, -1] : [2, 3];
  const given = (index: number): readonly number[] | null => {
    const operand = node.optional(index);
    return operand === null || operand.shape[0] === 0 ? null : node.numbers(index, 'sizes');
  };
  const axes = node.ints('axes')?.map((axis) => node.dimension(axis, shape.length)) ?? [...shape.keys()];
  const [scales, sizes] = [given(scalesAt), given(sizesAt)];
  const all = axes.map((dim, i): ResizedDim => {
    const from = shape[dim]!;
    const scale = scales?.[i] ?? (sizes?.[i] ?? from) / from;
    return { dim, from, scale, to: scales === null ? (sizes?.[i] ?? from) : Math.floor(from * scale) };
  });
  const policy = node.string('keep_aspect_ratio_policy', 'stretch');
  const isKept = sizes !== null && policy !== 'stretch';
  const one = (policy === 'not_larger' ? Math.min : Math.max)(...all.map(({ scale }) => scale));
  const same = all.map((own) => ({ ...own, scale: one, to: Math.floor(own.from * one + 0.5) }));
  return (isKept ? same : all).filter(({ from, to, scale }) => from !== to || scale !== 1);
}

/** The place among the old elements of a new one. */
function placeOf(node: ImportedNode, { from, to, scale }: ResizedDim, at: number): number {
  const mode = node.string('coordinate_transformation_mode', node.opset < 11 ? 'asymmetric' : 'half_pixel');
  const width = scale * from;
  const halfPixel = (at + 0.5) / scale - 0.5;
  switch (mode) {
    case 'half_pixel':
      return halfPixel;
    case 'half_pixel_symmetric':
      return (from / 2) * (1 - to / width) + halfPixel;
    case 'pytorch_half_pixel':
      return width === 1 ? -0.5 : halfPixel;
    case 'align_corners':
      return width === 1 ? 0 : (at * (from - 1)) / (width - 1);
    case 'asymmetric':
      return at / scale;
    default:
      throw new OnnxImportError(`has the coordinates '${mode}', which can't be imported`);
  }
}

const inside = (index: number, size: number): number => Math.min(Math.max(index, 0), size - 1);

function nearest(node: ImportedNode, x: Tensor, resized: ResizedDim): Tensor {
  const { build } = node;
  const mode = node.string('nearest_mode', node.opset < 11 ? 'floor' : 'round_prefer_floor');
  const rounding: Readonly<Record<string, (place: number) => number>> = {
    round_prefer_floor: (place) => Math.ceil(place - 0.5),
    round_prefer_ceil: (place) => Math.floor(place + 0.5),
    floor: Math.floor,
    ceil: Math.ceil,
  };
  const round = Object.hasOwn(rounding, mode) ? rounding[mode] : undefined;
  if (round === undefined) throw new OnnxImportError(`has the mode '${mode}', which can't be imported`);
  const places = Array.from({ length: resized.to }, (_, at) =>
    inside(round(placeOf(node, resized, at)), resized.from),
  );
  return gathered(x, build.constant([resized.to], i64, places), resized.dim, build);
}

function tapsOf(node: ImportedNode, mode: string, resized: ResizedDim): Taps[] {
  if (mode !== 'linear' && mode !== 'cubic')
    throw new OnnxImportError(`has the mode '${mode}', which can't be imported`);
  const a = node.float('cubic_coeff_a', -0.75);
  const excludes = node.int('exclude_outside', 0) === 1;
  return Array.from({ length: resized.to }, (_, at) => {
    const place = placeOf(node, resized, at);
    const low = Math.floor(place);
    const reach = mode === 'linear' ? [0, 1] : [-1, 0, 1, 2];
    const taps = reach.map((step): readonly [number, number] => {
      const distance = Math.abs(place - low - step);
      return [low + step, mode === 'linear' ? 1 - distance : cubicWeight(distance, a)];
    });
    if (!excludes) return taps;
    const left = taps.filter(([index]) => index >= 0 && index < resized.from);
    const sum = left.reduce((all, [, weight]) => all + weight, 0);
    return left.map(([index, weight]) => [index, weight / sum]);
  });
}

/** Keys's kernel of a distance. */
function cubicWeight(x: number, a: number): number {
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

/** Multiplies a dimension by a matrix of weights; what is outside is as the nearest element inside. */
function interpolated(
  x: Tensor,
  { dim, from, to }: ResizedDim,
  taps: readonly Taps[],
  build: BroadcastingBuilder,
): Tensor {
  const weights = new Array<number>(to * from).fill(0);
  for (const [at, own] of taps.entries())
    for (const [index, weight] of own) weights[at * from + inside(index, from)]! += weight;
  const matrix = build.constant([to, from], x.type.elementType, weights);
  const { shape, rank } = x.type;
  const others = shape.filter((_, own) => own !== dim);
  const dims = {
    lhsBatchingDimensions: [],
    rhsBatchingDimensions: [],
    lhsContractingDimensions: [dim],
    rhsContractingDimensions: [1],
  };
  const made = dot(x, matrix, dims, [...others, to], build);
  const order = [...shape.keys()].map((own) => {
    if (own === dim) return rank - 1;
    return own < dim ? own : own - 1;
  });
  return build.transpose(made, order);
}
