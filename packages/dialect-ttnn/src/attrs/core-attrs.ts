import { pointParameter } from '@shardform/dialect-ttcore';
import {
  arrayParameter,
  attributeOf,
  defaultParameter,
  defineAttr,
  integerParameter,
  type ParameterValues,
  strippedAttribute,
  strippedEnum,
} from '@shardform/ir-core';
import { ShardDistributionStrategyAttr, ShardOrientationAttr } from './enums.ts';
import { ShapeAttr } from './shape-attrs.ts';

/** `#ttnn.core_coord<8, 8>`: column and row of a core, or a number of both. */
export class CoreCoordAttr extends defineAttr('ttnn.core_coord', {
  summary: 'TTNN CoreCoord attribute',
  parameters: { x: integerParameter, y: integerParameter },
  format: '`<` params `>`',
}) {}

const rangeParameters = { start_coord: pointParameter, end_coord: pointParameter };

function rangeProblem({
  startCoord: start,
  endCoord: end,
}: ParameterValues<typeof rangeParameters>): string | null {
  if (start[0] <= end[0] && start[1] <= end[1]) return null;
  const [from, to] = [start, end].map((point) => `#ttnn.core_coord<${point.join(', ')}>`);
  return `Start coordinates ${from!} must be less than or equal to end coordinates ${to!}`;
}

/** `#ttnn.core_range<(0,0), (7,3)>`: a rectangle of cores from its first to its last column and row. */
export class CoreRangeAttr extends defineAttr('ttnn.core_range', {
  summary: 'A range of cores in the core grid',
  parameters: rangeParameters,
  format: '`<` params `>`',
  verify: rangeProblem,
}) {}

const rangesParameter = /* @__PURE__ */ defaultParameter(
  /* @__PURE__ */ arrayParameter(/* @__PURE__ */ attributeOf(CoreRangeAttr)),
  () => [],
);

/** `#ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,3)>]>`: cores; the ranges don't overlap. */
export class CoreRangeSetAttr extends defineAttr('ttnn.core_range_set', {
  summary: 'TTNN CoreRangeSet attribute',
  parameters: { ranges: rangesParameter },
  format: '`<` ($ranges^)? `>`',
  verify: ({ ranges }) => overlapProblem(ranges),
}) {
  /** No cores. */
  static get empty(): CoreRangeSetAttr {
    return CoreRangeSetAttr.get();
  }
}

function overlapProblem(ranges: readonly CoreRangeAttr[]): string | null {
  for (const [i, first] of ranges.entries()) {
    const second = ranges.slice(i + 1).find((range) => overlap(first, range));
    if (second !== undefined) return `Core ranges overlap: ${String(first)} and ${String(second)}`;
  }
  return null;
}

function overlap(a: CoreRangeAttr, b: CoreRangeAttr): boolean {
  return [0, 1].every((i) => a.startCoord[i]! <= b.endCoord[i]! && b.startCoord[i]! <= a.endCoord[i]!);
}

const shardParameters = {
  coreRangeSet: /* @__PURE__ */ strippedAttribute(CoreRangeSetAttr),
  /** In elements. */
  shape: /* @__PURE__ */ strippedAttribute(ShapeAttr),
  shardOrientation: /* @__PURE__ */ strippedEnum(ShardOrientationAttr),
};

/** `#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>`: which core holds which block. */
export class ShardSpecAttr extends defineAttr('ttnn.shard_spec', {
  summary: 'TTNN ShardSpec attribute',
  parameters: shardParameters,
  format: '`<` params `>`',
}) {}

const ndShardParameters = {
  ...shardParameters,
  shardDistributionStrategy: /* @__PURE__ */ strippedEnum(ShardDistributionStrategyAttr),
};

/** Like {@link ShardSpecAttr}, for blocks with any number of dimensions. */
export class NdShardSpecAttr extends defineAttr('ttnn.nd_shard_spec', {
  summary: 'TTNN ShardSpec attribute',
  parameters: ndShardParameters,
  format: '`<` params `>`',
}) {}
