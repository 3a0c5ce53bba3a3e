import { type AggregateTensorOp, DistributeTensorOp, MeshComposerConfigAttr } from '@shardform/dialect-ttnn';
import { isInstance } from '@shardform/ir-core';

const NAMESPACE = '::ttnn::distributed';

/** What an operation distributes or joins tensors by: its configuration, the function that makes it, its class. */
export interface ToolText {
  readonly config: string;
  readonly create: string;
  readonly tool: string;
}

/** Returns what an operation distributes or joins tensors by. */
export function toolText(op: DistributeTensorOp | AggregateTensorOp): ToolText {
  const config = op instanceof DistributeTensorOp ? op.mapperConfig : op.composerConfig;
  const isComposer = isInstance(MeshComposerConfigAttr, config);
  const kind = `${NAMESPACE}::Mesh${isComposer ? 'Composer' : 'Mapper'}Config`;
  const parts = isComposer
    ? config.dims.map(String)
    : config.placements.map(({ kind: own, dim }) => {
        const placement = own === 'shard' ? `Shard{${dim ?? 0}}` : 'Replicate{}';
        return `${kind}::Placement{${kind}::${placement}}`;
      });
  const { meshShapeOverride: mesh } = config;
  const shape = mesh === null ? '' : `, ${NAMESPACE}::MeshShape({${mesh.join(', ')}})`;
  return {
    config: `${kind}{{${parts.join(', ')}}${shape}}`,
    create: `${NAMESPACE}::create_mesh_${isComposer ? 'composer' : 'mapper'}`,
    tool: `${NAMESPACE}::${isComposer ? 'MeshToTensor' : 'TensorToMesh'}`,
  };
}
