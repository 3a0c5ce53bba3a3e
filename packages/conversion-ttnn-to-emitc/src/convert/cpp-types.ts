import { OpaqueType, PointerType } from '@shardform/dialect-emitc';
import { DeviceType, GlobalSemaphoreType } from '@shardform/dialect-ttnn';
import { isInstance, RankedTensorType, TupleType, type Type } from '@shardform/ir-core';

/** A tensor. */
export const TENSOR = OpaqueType.of('::ttnn::Tensor');
/** Several tensors. */
export const TENSORS = OpaqueType.of('::std::vector<::ttnn::Tensor>');

/** Returns the type that stands for one of TTNN. */
export function converted(type: Type): Type {
  if (type === DeviceType.instance) return PointerType.of(OpaqueType.of('ttnn::distributed::MeshDevice'));
  if (isInstance(GlobalSemaphoreType, type)) return OpaqueType.of('::ttnn::GlobalSemaphore');
  if (isInstance(RankedTensorType, type)) return TENSOR;
  return isInstance(TupleType, type) ? TENSORS : type;
}
