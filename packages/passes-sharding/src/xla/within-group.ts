import { axisListSize } from '@shardform/dialect-sdy';
import { axesAlong, type DotState, type FactorAxes, without } from './dot-state.ts';

/** Returns the state within the groups that factors split devices into. */
export function withinGroup(state: DotState, group: FactorAxes, factors: readonly number[]): DotState {
  const { mesh, sizes, devices, lhs, rhs, out } = state;
  const parts = factors.map((factor) => axisListSize(group[factor]!, mesh));
  return {
    ...state,
    isGroup: true,
    groups: [...state.groups, ...axesAlong(group, factors)],
    devices: parts.reduce((rest, size) => rest / size, devices),
    sizes: sizes.map((size, factor) => {
      const at = factors.indexOf(factor);
      return at < 0 ? size : Math.ceil(size / parts[at]!);
    }),
    lhs: without(lhs, factors),
    rhs: without(rhs, factors),
    out: without(out, factors),
  };
}
