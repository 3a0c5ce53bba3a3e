import {
  type Attribute,
  type AttrConstraint,
  attrOf,
  isInstance,
  onlyType,
  RankedTensorType,
  SymbolRefAttr,
  type TypeConstraint,
  typeOf,
} from '@shardform/ir-core';
import {
  ComputeKernelConfigAttr,
  CoreRangeSetAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  type MatmulConfigAttr,
  MatmulDramShardedConfigAttr,
  MatmulReuseConfigAttr,
  MeshProgramDescriptorAttr,
  ProgramAttr,
  ShapeAttr,
} from './attrs/index.ts';
import { DeviceType } from './types/device-type.ts';
import { GlobalSemaphoreType } from './types/global-semaphore-type.ts';

/** Any tensor of known rank. */
export const tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor of any type values',
);
export const device: TypeConstraint<DeviceType> = /* @__PURE__ */ onlyType(
  DeviceType.instance,
  'TTNN device',
);
export const globalSemaphore: TypeConstraint<GlobalSemaphoreType> = /* @__PURE__ */ onlyType(
  GlobalSemaphoreType.instance,
  'TTNN global semaphore.',
);
export const shapeAttr = /* @__PURE__ */ attrOf(ShapeAttr, 'TTNN Shape attribute');
export const coreRangeSetAttr = /* @__PURE__ */ attrOf(
  CoreRangeSetAttr,
  'Represents a set of core ranges in the core grid',
);
export const symbolRefAttr = /* @__PURE__ */ attrOf(SymbolRefAttr, 'symbol reference attribute');
/** The attribute that sets the precision of a kernel. */
export const computeConfig = ComputeKernelConfigAttr.constraint;

/** Any of the attributes by which cores share a matrix product. */
export const matmulConfig: AttrConstraint<MatmulConfigAttr> = {
  summary:
    'TTNN MatmulMultiCoreReuseProgramConfig or TTNN MatmulMultiCoreReuseMultiCastProgramConfig or TTNN MatmulMultiCoreReuseMultiCast1DProgramConfig or TTNN MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
  accepts: (attribute: Attribute): attribute is MatmulConfigAttr =>
    isInstance(MatmulReuseConfigAttr, attribute) ||
    isInstance(Matmul2dConfigAttr, attribute) ||
    isInstance(Matmul1dConfigAttr, attribute) ||
    isInstance(MatmulDramShardedConfigAttr, attribute),
};

/** The program of one device, or the programs of all devices of a mesh. */
export const programAttr: AttrConstraint<ProgramAttr | MeshProgramDescriptorAttr> = {
  summary: 'Program or Mesh program descriptor',
  accepts: (attribute: Attribute): attribute is ProgramAttr | MeshProgramDescriptorAttr =>
    isInstance(ProgramAttr, attribute) || isInstance(MeshProgramDescriptorAttr, attribute),
};
