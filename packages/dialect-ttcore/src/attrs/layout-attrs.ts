import {
  attributeWhere,
  defineAttr,
  DenseElementsAttr,
  integerParameter,
  type MemRefLayout,
  optionalParameter,
  type Parameter,
  type ParameterValues,
  strippedAttribute,
  wordParameter,
} from '@shardform/ir-core';
import { MemorySpaceAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { TensorMeshAttr } from './mesh-attr.ts';
import { gridParameter, namedParameter } from './parameters.ts';

/** Why a buffer can't have a layout for another number of dimensions. */
function rankProblem(rank: number, expected: number): string | null {
  if (expected === rank) return null;
  return `memref layout mismatch between rank and affine map: ${rank} != ${expected}`;
}

const viewParameters = { rank: integerParameter };

/** `#ttcore.view<4>`: a buffer that shows another one in another order. */
export class ViewLayoutAttr
  extends defineAttr('ttcore.view', {
    summary: 'View layout attribute in TT dialect',
    parameters: viewParameters,
    format: '`<` params `>`',
  })
  implements MemRefLayout
{
  readonly isMemRefLayout = true;
  readonly isIdentity = false;

  problemForRank(rank: number): string | null {
    return rankProblem(rank, this.rank);
  }
}

/** Strides in bytes, and how many buffers take turns. */
const bufferedParameters = { stride: gridParameter, buffers: integerParameter };

/** `#ttcore.shard<16384x4096, 1>`: a buffer spread over a grid of cores; its first half of dimensions is the grid. */
export class ShardLayoutAttr
  extends defineAttr('ttcore.shard', {
    summary: 'Shard layout attribute in TT dialect',
    parameters: bufferedParameters,
    format: '`<` params `>`',
  })
  implements MemRefLayout
{
  readonly isMemRefLayout = true;
  readonly isIdentity = false;

  problemForRank(rank: number): string | null {
    return rankProblem(rank, 2 * this.stride.length);
  }
}

/** `#ttcore.cb_layout<16384x4096, 2>`: a circular buffer of one core. */
export class CircularBufferLayoutAttr
  extends defineAttr('ttcore.cb_layout', {
    summary: 'Circular buffer layout attribute for core-local buffers.',
    parameters: bufferedParameters,
    format: '`<` params `>`',
  })
  implements MemRefLayout
{
  readonly isMemRefLayout = true;
  readonly isIdentity = false;

  problemForRank(rank: number): string | null {
    return rankProblem(rank, this.stride.length);
  }
}

const interleavedParameters = { stride: gridParameter };

/** `#ttcore.interleaved<16384x4096>`: a buffer whose pages lie in turn in all banks. */
export class InterleavedLayoutAttr
  extends defineAttr('ttcore.interleaved', {
    summary: 'Interleaved layout attribute in TT dialect',
    parameters: interleavedParameters,
    format: '`<` params `>`',
  })
  implements MemRefLayout
{
  readonly isMemRefLayout = true;
  readonly isIdentity = false;

  problemForRank(rank: number): string | null {
    return rankProblem(rank, 2 * this.stride.length);
  }
}

const hostParameters = {
  logical_shape: /* @__PURE__ */ namedParameter('logical_shape', gridParameter),
  /** In elements. */
  host_strides: /* @__PURE__ */ namedParameter('host_strides', gridParameter),
  /** Elements with padding. */
  host_volume: /* @__PURE__ */ namedParameter('host_volume', integerParameter),
  mesh: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ strippedAttribute(TensorMeshAttr)),
};

/** `#ttcore.host_layout<logical_shape = 30x60, host_strides = 64x1, host_volume = 2048>`: a padded buffer of the host. */
export class HostLayoutAttr
  extends defineAttr('ttcore.host_layout', {
    summary: 'Host-side memref layout attribute with padding support.',
    parameters: hostParameters,
    format: '`<` params `>`',
  })
  implements MemRefLayout
{
  readonly isMemRefLayout = true;
  readonly isIdentity = false;

  problemForRank(rank: number): string | null {
    return rankProblem(rank, this.logicalShape.length);
  }
}

const intervalsParameter: Parameter<DenseElementsAttr> = /* @__PURE__ */ attributeWhere(
  (attribute) => attribute instanceof DenseElementsAttr,
  { kind: 'elements', problem: 'expected dense integer elements' },
);

const metalParameters = {
  logical_shape: /* @__PURE__ */ namedParameter('logical_shape', gridParameter),
  /** Each dimension is rounded up to a multiple of this. */
  dim_alignments: /* @__PURE__ */ namedParameter('dim_alignments', gridParameter),
  /** Ranges `[start, end)` of dimensions that become one; negative numbers count from the end. */
  collapsed_intervals: /* @__PURE__ */ namedParameter('collapsed_intervals', intervalsParameter),
  memory_space: /* @__PURE__ */ wordParameter(MemorySpaceAttr.values),
  memory_layout: /* @__PURE__ */ wordParameter(TensorMemoryLayoutAttr.values),
};

function metalLayoutProblem(values: ParameterValues<typeof metalParameters>): string | null {
  const { logicalShape: shape, dimAlignments: alignments, collapsedIntervals: intervals } = values;
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
export class MetalLayoutAttr extends defineAttr('ttcore.metal_layout', {
  summary: 'Tensor layout attribute with explicit physical shape',
  parameters: metalParameters,
  format: '`<` params `>`',
  verify: metalLayoutProblem,
}) {}
