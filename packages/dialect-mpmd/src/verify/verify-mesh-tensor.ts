import type { OpReport, Type } from '@shardform/ir-core';
import { type MeshAttr, shardedSizes, tensorShardingProblem } from '@shardform/dialect-sdy';
import { requireMesh } from '../mesh-lookup.ts';
import { MeshTensorType } from '../types/mesh-tensor-type.ts';

/** Checks a type against the mesh that it names. Types other than mesh tensors are right. */
export function verifyMeshTensor(type: Type, report: OpReport): boolean {
  if (!(type instanceof MeshTensorType)) return true;
  const mesh = requireMesh(type.meshName, report);
  return mesh !== null && verifySharding(type, mesh, report);
}

/** Checks that the sharding of a type is one on `mesh`, and divides the sizes. */
export function verifySharding(
  { sharding, globalType }: MeshTensorType,
  mesh: MeshAttr,
  report: OpReport,
): boolean {
  if (sharding === null) return true;
  const problem = tensorShardingProblem(sharding, mesh, globalType);
  if (problem !== null) return report.opError(problem);
  const sizes = shardedSizes(sharding, mesh);
  const dim = globalType.shape.findIndex((size, i) => size >= 0 && size % sizes[i]! !== 0);
  return (
    dim < 0 ||
    report.opError(
      `dim ${dim} with size ${globalType.shape[dim]!} is not divisible by its sharded size ${sizes[dim]!}`,
    )
  );
}
