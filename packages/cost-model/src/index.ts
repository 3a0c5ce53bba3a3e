export { CollectiveCosts, type GroupedCollective } from './collectives/collective-costs.ts';
export { type DeviceGroup, type GroupLink, groupLinks } from './collectives/group-link.ts';
export { measuredSeconds } from './collectives/measured-seconds.ts';
export type { PermutedPair } from './collectives/wire-loads.ts';
export { CostError } from './cost-error.ts';
export {
  type Arithmetic,
  arithmeticOf,
  arithmetics,
  ArithmeticWork,
  attentionArithmetic,
} from './kernels/arithmetic.ts';
export * from './kernels/attention/attention-cost.ts';
export { fusionMemory, type KernelMemory } from './kernels/fusion-cost.ts';
export { costCapability } from './kernels/gaps.ts';
export * from './kernels/kernel-seconds.ts';
export * from './kernels/operation-cost.ts';
export * from './kernels/operation-kinds.ts';
export { calibratedMachine, hasLinks, isCalibration } from './machine/calibrated-machine.ts';
export { linkName } from './machine/link-name.ts';
export { describeMachine } from './machine/describe-machine.ts';
export * from './machine/described-machine.ts';
export { type DeviceModel, deviceModels } from './machine/device-models.ts';
export * from './machine/machine.ts';
export * from './kernels/stated-cost.ts';
export { machineKey } from './machine/machine-key.ts';
export * from './machine/measured-collectives.ts';
export { type Cluster, clusterMachine } from './machine/cluster-machine.ts';
export { type GridMachine, gridMachine, type SlicedMachine, slicedMachine } from './machine/grid-machine.ts';
export { fusesAttention } from './machine/fused-attention.ts';
export {
  familyShape,
  machineFamilies,
  machineHint,
  machinePresets,
  namedMachine,
} from './machine/presets.ts';
