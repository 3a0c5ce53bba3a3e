import { enclosingFunction } from '@shardform/dialect-func';
import { MeshAttr } from '@shardform/dialect-sdy';
import type { Operation, OpReport } from '@shardform/ir-core';
import { MESH_SHAPE, TOPOLOGY } from './attribute-names.ts';
import { TopologyAttr } from './attrs/topology-attr.ts';

/** Returns the topology of a function; `null` when it is no MPMD function. */
export function topologyOf(func: Operation): TopologyAttr | null {
  const attribute = func.getAttr(TOPOLOGY);
  return attribute instanceof TopologyAttr ? attribute : null;
}

/** Returns the mesh of a function that is the body of a fragment; `null` for other functions. */
export function meshShapeOf(func: Operation): MeshAttr | null {
  const attribute = func.getAttr(MESH_SHAPE);
  return attribute instanceof MeshAttr ? attribute : null;
}

/** Returns the mesh of a name at an operation; `null` when the function has no topology, or none with that mesh. */
export function meshNamedAt(op: Operation, name: string): MeshAttr | null {
  const func = enclosingFunction(op);
  return func === null ? null : (topologyOf(func)?.meshNamed(name) ?? null);
}

/** Like {@link meshNamedAt}; reports at the operation why there is none. */
export function requireMesh(name: string, report: OpReport): MeshAttr | null {
  const func = enclosingFunction(report.op);
  const topology = func === null ? null : topologyOf(func);
  if (topology === null) {
    report.error(`Function does not have a topology attribute: ${func?.symName.value ?? ''}`);
    return null;
  }
  const mesh = topology.meshNamed(name);
  if (mesh === null) report.error(`Topology doesn't have a mesh with name: ${name}`);
  return mesh;
}
