import {
  anyTypeOf,
  isTensorType,
  type RankedTensorType,
  type Type,
  type TypeConstraint,
  typeOf,
  type UnrankedTensorType,
} from '@shardform/ir-core';
import { token } from '@shardform/dialect-stablehlo';
import { MeshTensorType } from '../types/mesh-tensor-type.ts';

export const meshTensor: TypeConstraint<MeshTensorType> = /* @__PURE__ */ typeOf(
  MeshTensorType,
  'mesh tensor type',
);

/** What goes into fragments and comes out of them. */
export const meshTensorOrToken: TypeConstraint = /* @__PURE__ */ anyTypeOf<Type>([meshTensor, token]);

export const anyTensor: TypeConstraint<RankedTensorType | UnrankedTensorType> = {
  summary: 'tensor of any type values',
  accepts: isTensorType,
};

/** What calls take before and after their function is on meshes. */
export const localOrMeshTensor: TypeConstraint = /* @__PURE__ */ anyTypeOf<Type>([anyTensor, meshTensor]);
