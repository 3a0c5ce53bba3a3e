import { DenseElementsAttr } from '@shardform/ir-core';
import { anyAttributeField, strippedField } from './attribute-field.ts';
import { MemorySpaceAttr, TensorMemoryLayoutAttr } from './enums.ts';
import {
  type Field,
  type FieldValues,
  integerField,
  namedField,
  optionalField,
  shapeField,
  wordField,
} from './field.ts';
import { TensorMeshAttr } from './mesh-attr.ts';
import { defineStructAttr, type StructAttr } from './struct-attr.ts';

const viewFields = { rank: integerField };

/** `#ttcore.view<4>`: a buffer that shows another one in another order. */
export const ViewLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.view',
  'View layout attribute in TT dialect',
  viewFields,
  { style: 'positional', layoutRank: ({ rank }) => rank },
);
export type ViewLayoutAttr = StructAttr<typeof viewFields>;

/** Strides in bytes, and how many buffers take turns. */
const bufferedFields = { stride: shapeField, buffers: integerField };

/** `#ttcore.shard<16384x4096, 1>`: a buffer spread over a grid of cores; its first half of dimensions is the grid. */
export const ShardLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.shard',
  'Shard layout attribute in TT dialect',
  bufferedFields,
  { style: 'positional', layoutRank: ({ stride }) => 2 * stride.length },
);
export type ShardLayoutAttr = StructAttr<typeof bufferedFields>;

/** `#ttcore.cb_layout<16384x4096, 2>`: a circular buffer of one core. */
export const CircularBufferLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.cb_layout',
  'Circular buffer layout attribute for core-local buffers.',
  bufferedFields,
  { style: 'positional', layoutRank: ({ stride }) => stride.length },
);
export type CircularBufferLayoutAttr = StructAttr<typeof bufferedFields>;

const interleavedFields = { stride: shapeField };

/** `#ttcore.interleaved<16384x4096>`: a buffer whose pages lie in turn in all banks. */
export const InterleavedLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.interleaved',
  'Interleaved layout attribute in TT dialect',
  interleavedFields,
  { style: 'positional', layoutRank: ({ stride }) => 2 * stride.length },
);
export type InterleavedLayoutAttr = StructAttr<typeof interleavedFields>;

const hostFields = {
  logical_shape: /* @__PURE__ */ namedField('logical_shape', shapeField),
  /** In elements. */
  host_strides: /* @__PURE__ */ namedField('host_strides', shapeField),
  /** Elements with padding. */
  host_volume: /* @__PURE__ */ namedField('host_volume', integerField),
  mesh: /* @__PURE__ */ optionalField(/* @__PURE__ */ strippedField(TensorMeshAttr)),
};

/** `#ttcore.host_layout<logical_shape = 30x60, host_strides = 64x1, host_volume = 2048>`: a padded buffer of the host. */
export const HostLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.host_layout',
  'Host-side memref layout attribute with padding support.',
  hostFields,
  { style: 'positional', layoutRank: (values) => values.logical_shape.length },
);
export type HostLayoutAttr = StructAttr<typeof hostFields>;

const intervalsField: Field<DenseElementsAttr> = /* @__PURE__ */ anyAttributeField(
  (attribute) => attribute instanceof DenseElementsAttr,
  'expected dense integer elements',
);

const metalFields = {
  logical_shape: /* @__PURE__ */ namedField('logical_shape', shapeField),
  /** Each dimension is rounded up to a multiple of this. */
  dim_alignments: /* @__PURE__ */ namedField('dim_alignments', shapeField),
  /** Ranges `[start, end)` of dimensions that become one; negative numbers count from the end. */
  collapsed_intervals: /* @__PURE__ */ namedField('collapsed_intervals', intervalsField),
  memory_space: /* @__PURE__ */ wordField(MemorySpaceAttr.values),
  memory_layout: /* @__PURE__ */ wordField(TensorMemoryLayoutAttr.values),
};

function metalLayoutProblem(values: FieldValues<typeof metalFields>): string | null {
  const { logical_shape: shape, dim_alignments: alignments, collapsed_intervals: intervals } = values;
  const rank = shape.length;
  if (alignments.length !== rank)
    return `dim_alignments size (${alignments.length}) must match logical_shape rank (${rank})`;
  const negative = alignments.findIndex((alignment) => alignment <= 0);
  if (negative >= 0) return `dim_alignments[${negative}] must be positive, got ${alignments[negative]!}`;
  const dims = intervals.type.shape ?? [];
  if (dims.length !== 2) return `collapsed_intervals must be a 2D array, got rank ${dims.length}`;
  if (dims[1] !== 2) return `collapsed_intervals must have pairs (second dim size 2), got ${dims[1]!}`;
  const numbers = intervals.integers().map(Number);
  for (let i = 0; i < numbers.length; i += 2) {
    const problem = intervalProblem(numbers[i]!, numbers[i + 1]!, rank);
    if (problem !== null) return problem;
  }
  return null;
}

function intervalProblem(start: number, end: number, rank: number): string | null {
  const from = start < 0 ? start + rank : start;
  const to = end < 0 ? end + rank : end;
  const outside = (what: string, given: number, normalized: number): string =>
    `collapsed_intervals ${what} index ${given} (normalized: ${normalized}) is out of bounds for logical_shape rank ${rank}`;
  if (from < 0 || from >= rank) return outside('start', start, from);
  if (to < 0 || to > rank) return outside('end', end, to);
  return from > to ? `collapsed_intervals start (${start}) must not exceed end (${end})` : null;
}

/**
 * `#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -1]]> :
 * tensor<1x2xi64>, l1, sharded>`: the encoding of a tensor whose type has the physical shape, grid first.
 */
export const MetalLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.metal_layout',
  'Tensor layout attribute with explicit physical shape',
  metalFields,
  {
    style: 'positional',
    problems: (values) => [metalLayoutProblem(values)].filter((problem) => problem !== null),
  },
);
export type MetalLayoutAttr = StructAttr<typeof metalFields>;
