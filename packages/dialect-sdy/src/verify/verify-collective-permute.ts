import type { OpReport } from '@shardform/ir-core';
import { lookUpMesh } from '../mesh-table.ts';
import { type CollectiveLike, verifyCollective } from './verify-collective.ts';

/** Checks that each dimension keeps its number of shards. */
export function verifyCollectivePermute(op: CollectiveLike, report: OpReport): boolean {
  const sides = verifyCollective(op, report, { differentMeshes: true });
  if (sides === null) return false;
  const { input, output, mesh } = sides;
  const inputMesh = lookUpMesh(op, input.meshOrRef)!;
  if (input.meshOrRef !== output.meshOrRef) {
    const operandMesh = `operand mesh: ${String(inputMesh)}`;
    if (!mesh.equalsIgnoringDeviceIds(inputMesh)) {
      return report
        .opErrorWithNotes('result mesh has different axes than operand mesh')
        .note(op.tensor.location, operandMesh);
    }
    if (mesh === inputMesh) {
      return report
        .opErrorWithNotes('result mesh name is different but same device ids as operand')
        .note(op.tensor.location, operandMesh);
    }
  }
  for (const [d, dim] of input.dims.entries()) {
    const [before, after] = [dim.shardedSize(inputMesh), output.dims[d]!.shardedSize(mesh)];
    if (before !== after) {
      return report.opError(
        `sharded size of result doesn't match operand on dimension ${d}: ${after} != ${before}`,
      );
    }
  }
  return true;
}
