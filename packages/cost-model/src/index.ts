export { CollectiveCosts, type GroupedCollective } from './collectives/collective-costs.ts';
export { type DeviceGroup, type GroupLink, groupLinks } from './collectives/group-link.ts';
export { measuredSeconds } from './collectives/measured-seconds.ts';
export type { PermutedPair } from './collectives/wire-loads.ts';
export { CostError } from './cost-error.ts';
export { costModel } from './extension.ts';
export {
  type Arithmetic,
  arithmetics,
  ArithmeticWork,
  attentionArithmetic,
  productsOf,
} from './kernels/arithmetic.ts';
export * from './kernels/attention/attention-cost.ts';
export { fusionMemory, type KernelMemory } from './kernels/fusion-cost.ts';
export { FusedKernels, LARGEST_FUSION } from './kernels/fused-kernels.ts';
export * from './kernels/fusion-role.ts';
export * from './kernels/kernel-cost.ts';
export * from './kernels/kernel-seconds.ts';
export * from './kernels/operation-cost.ts';
export { elementwiseKernels, transcendentalKernels } from './kernels/declared/elementwise.ts';
export * from './kernels/tensor-size.ts';
export { assumedMachine } from './machine/assumed-machine.ts';
export { calibratedMachine, hasLinks, isCalibration } from './machine/calibrated-machine.ts';
export { linkName } from './machine/link-name.ts';
export { describeMachine } from './machine/describe-machine.ts';
export * from './machine/described-machine.ts';
export { type DeviceModel, deviceModels } from './machine/device-models.ts';
export * from './machine/machine.ts';
export * from './kernels/stated-cost.ts';
export { deviceKey, machineKey } from './machine/machine-key.ts';
export * from './machine/measured-collectives.ts';
export { type Cluster, clusterMachine } from './machine/cluster-machine.ts';
export { type GridMachine, gridMachine, type SlicedMachine, slicedMachine } from './machine/grid-machine.ts';
export { fusedAttentionFunction } from './machine/fused-attention.ts';
export {
  familyShape,
  isMachineName,
  largerMachineHint,
  machineFamilies,
  machineHint,
  machinePresets,
  namedMachine,
} from './machine/presets.ts';
