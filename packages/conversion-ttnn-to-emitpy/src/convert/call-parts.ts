import { deviceMesh, DeviceOp } from '@shardform/dialect-ttcore';
import {
  AggregateTensorOp,
  ConstantOp,
  DistributeTensorOp,
  GetDeviceOp,
  MeshComposerConfigAttr,
} from '@shardform/dialect-ttnn';
import { DenseElementsAttr, isInstance, type Operation } from '@shardform/ir-core';
import {
  argumentOf,
  type CallArgument,
  elementTexts,
  libraryCall,
  python,
  tensorText,
  UnwritableValue,
} from '@shardform/ttnn-calls';

/** A call of Python with its arguments, and their names, which are empty for those that are known by their place. */
export interface CallParts {
  readonly callee: string;
  readonly args: readonly { readonly keyword: string; readonly argument: CallArgument }[];
}

/** Returns an operation of TTNN as a call; `null` for one that Python's `ttnn` has no function for. @throws UnwritableValue */
export function callParts(op: Operation): CallParts | null {
  if (op instanceof GetDeviceOp) return deviceCall(op);
  if (op instanceof ConstantOp) return constantCall(op);
  const mnemonic = op.name.slice(op.name.indexOf('.') + 1);
  const call = op.name.startsWith('ttnn.') ? libraryCall(mnemonic, python) : null;
  if (call === null) return null;
  const args = call.parameters.flatMap((own) => {
    const argument = argumentOf(op, own, python);
    if (own.isOptional && (argument === 'None' || argument === '[]')) return [];
    return [{ keyword: own.keyword ?? '', argument }];
  });
  return { callee: call.callee, args };
}

/** A list of numbers. */
export const numberList = (numbers: readonly (number | bigint)[]): string =>
  python.list(numbers.map(String), null);

const positional = (...args: readonly CallArgument[]): CallParts['args'] =>
  args.map((argument) => ({ keyword: '', argument }));

/** How the devices of a mesh are connected; one has no connections. */
function fabricOf(op: Operation, mesh: readonly number[]): string {
  if (mesh.every((size) => size === 1)) return 'DISABLED';
  for (let at: Operation | null = op; at !== null; at = at.parentOp)
    for (const inner of at.regions[0]?.blocks[0] ?? [])
      if (inner instanceof DeviceOp)
        return inner.deviceAttr.meshTopology?.some((word) => word === 'ring' || word === 'torus') === true
          ? 'FABRIC_1D_RING'
          : 'FABRIC_1D';
  return 'FABRIC_1D';
}

function deviceCall(op: GetDeviceOp): CallParts {
  const mesh = op.meshShape?.shape ?? deviceMesh(op);
  const args = [
    { keyword: '', argument: `(${mesh.join(', ')})` },
    { keyword: 'fabric_config', argument: `ttnn.FabricConfig.${fabricOf(op, mesh)}` },
  ];
  return { callee: 'utils.DeviceGetter.get_device', args };
}

function constantCall(op: ConstantOp): CallParts {
  const { value, device, result } = op;
  if (!isInstance(DenseElementsAttr, value))
    throw new UnwritableValue('constants whose elements stand elsewhere have no form in Python here');
  const { dtype, layout, memory } = tensorText(result.type, python);
  const elements = elementTexts(value, python);
  // One number a product: `[1.5] * 64`.
  const list = `[${elements.join(', ')}]${value.isSplat ? ` * ${value.type.elementCount}` : ''}`;
  const args = positional(list, numberList(result.type.shape), dtype, layout);
  if (device === null) return { callee: 'ttnn.Tensor', args };
  const placed = [...positional(device), { keyword: 'memory_config', argument: memory }];
  return { callee: 'ttnn.Tensor', args: [...args, ...placed] };
}

/** The call that makes what an operation distributes or joins tensors by. */
export function meshTool(op: DistributeTensorOp | AggregateTensorOp): CallParts {
  const config = op instanceof DistributeTensorOp ? op.mapperConfig : op.composerConfig;
  const kind = op instanceof DistributeTensorOp ? 'Mapper' : 'Composer';
  const placements = isInstance(MeshComposerConfigAttr, config)
    ? numberList(config.dims)
    : `[${config.placements.map(({ kind: own, dim }) => (own === 'shard' ? `ttnn.PlacementShard(${dim ?? 0})` : 'ttnn.PlacementReplicate()')).join(', ')}]`;
  const { meshShapeOverride: mesh } = config;
  const shape = mesh === null ? '' : `, ttnn.MeshShape(${numberList(mesh)})`;
  const text = `ttnn.Mesh${kind}Config(${placements}${shape})`;
  return { callee: `ttnn.create_mesh_${kind.toLowerCase()}`, args: positional(op.device, text) };
}
