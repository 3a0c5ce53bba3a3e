import { OpaqueType } from '@shardform/dialect-emitpy';

/** A tensor of the library. */
export const TENSOR = OpaqueType.of('ttnn.Tensor');

/** A list of tensors. */
export const TENSORS = OpaqueType.of('[ttnn.Tensor]');
