import type { OpReport, Type } from '@shardform/ir-core';
import { requireMesh } from '../mesh-lookup.ts';
import { MeshTensorType } from '../types/mesh-tensor-type.ts';
import { verifySharding } from './verify-mesh-tensor.ts';

/** The names of a value inside a computation and of the one outside that it stands for. */
interface Side {
  readonly inner: string;
  readonly outer: string;
}

const ARGUMENTS: Side = { inner: 'block argument', outer: 'operand' };
const RESULTS: Side = { inner: 'returned value', outer: 'result' };

/** The types inside and outside a computation. */
export interface BoundaryTypes {
  readonly argumentTypes: readonly Type[];
  readonly operandTypes: readonly Type[];
  readonly returnedTypes: readonly Type[];
  readonly resultTypes: readonly Type[];
}

/** Checks that types inside are those outside. */
export function verifyEqualBoundary(types: BoundaryTypes, report: OpReport): boolean {
  return (
    verifyCounts(types.argumentTypes, types.operandTypes, ARGUMENTS, report) &&
    verifyEqual(types.argumentTypes, types.operandTypes, ARGUMENTS, report) &&
    verifyCounts(types.returnedTypes, types.resultTypes, RESULTS, report) &&
    verifyEqual(types.returnedTypes, types.resultTypes, RESULTS, report)
  );
}

/** Checks that mesh tensors outside are on a mesh and stand for their global types inside. */
export function verifyMeshBoundary(types: BoundaryTypes, meshName: string, report: OpReport): boolean {
  return (
    verifyOnMesh(types.argumentTypes, types.operandTypes, meshName, ARGUMENTS, report) &&
    verifyOnMesh(types.returnedTypes, types.resultTypes, meshName, RESULTS, report)
  );
}

function verifyCounts(inner: readonly Type[], outer: readonly Type[], side: Side, report: OpReport): boolean {
  return (
    inner.length === outer.length ||
    report.error(
      `number of ${side.inner}s must match the number of ${side.outer}s respectively: ${inner.length} != ${outer.length}`,
    )
  );
}

function verifyEqual(inner: readonly Type[], outer: readonly Type[], side: Side, report: OpReport): boolean {
  const at = inner.findIndex((type, i) => type !== outer[i]);
  return (
    at < 0 ||
    report.error(
      `expected the type of the ${side.inner} to match the type of ${side.outer}: '${String(inner[at])}', got: '${String(outer[at])}'`,
    )
  );
}

function verifyOnMesh(
  inner: readonly Type[],
  outer: readonly Type[],
  meshName: string,
  side: Side,
  report: OpReport,
): boolean {
  if (!verifyCounts(inner, outer, side, report)) return false;
  const mesh = requireMesh(meshName, report);
  if (mesh === null) return false;
  for (const [i, type] of outer.entries()) {
    const innerType = inner[i]!;
    if (!(type instanceof MeshTensorType)) {
      if (type === innerType) continue;
      return report.error(
        `expected the type of the ${side.inner} to match the ${side.outer}: '${String(type)}', got: '${String(innerType)}'`,
      );
    }
    if (type.meshName !== meshName) {
      return report.error(
        `expected the mesh name of the ${side.outer} to match that of the fragment op: ${type.meshName} != ${meshName}`,
      );
    }
    if (!verifySharding(type, mesh, report)) return false;
    if (type.globalType === innerType) continue;
    return report.error(
      `expected the type of the ${side.inner} to be global tensor type ${side.outer}: '${String(type.globalType)}', got: '${String(innerType)}'`,
    );
  }
  return true;
}
