import { deviceMesh } from '@shardform/dialect-ttcore';
import {
  AggregateTensorOp,
  ConstantOp,
  DistributeTensorOp,
  GetDeviceOp,
  MeshComposerConfigAttr,
  PadOp,
  PointToPointOp,
  UpdateCacheOp,
} from '@shardform/dialect-ttnn';
import { camelCase, DenseElementsAttr, isInstance, type Operation, type Value } from '@shardform/ir-core';
import { UnwritableValue } from '../binary/attribute-value.ts';
import { elementNumbers } from './element-numbers.ts';
import { type PythonArgument, pythonCall } from './python-calls.ts';
import type { PythonNames } from './python-names.ts';
import { pythonType } from './python-types.ts';
import { pythonList, pythonValue } from './python-value.ts';

/** A call in Python, and lines that stand before it. */
export interface WrittenCall {
  readonly callee: string;
  readonly text: string;
  readonly before: readonly string[];
}

/** Returns an operation of TTNN as a call. @throws UnwritableValue */
export function operationCall(op: Operation, names: PythonNames): WrittenCall {
  if (op instanceof GetDeviceOp) return deviceCall(op);
  if (op instanceof ConstantOp) return constantCall(op, names);
  if (op instanceof DistributeTensorOp || op instanceof AggregateTensorOp) return meshCall(op, names);
  if (op instanceof UpdateCacheOp) return cacheCall(op, names);
  const mnemonic = op.name.slice(op.name.indexOf('.') + 1);
  const call = pythonCall(mnemonic);
  if (call === null || !op.name.startsWith('ttnn.')) throw new UnwritableValue(unknown(mnemonic));
  const args = call.args.flatMap((argument) => {
    const text = argumentText(op, argument, names);
    if (argument.isOptional && (text === 'None' || text === '[]')) return [];
    return [argument.keyword === null ? text : `${argument.keyword}=${text}`];
  });
  return called(call.callee, args);
}

function unknown(mnemonic: string): string {
  const remedy = mnemonic.startsWith('rows_')
    ? "; 'stablehlo-to-ttir-pipeline{library-indexing}' makes embeddings, gathers and scatters instead"
    : '';
  return `it has no form in Python that is known here${remedy}`;
}

function called(callee: string, args: readonly string[], before: readonly string[] = []): WrittenCall {
  return { callee, text: `${callee}(${args.join(', ')})`, before };
}

function argumentText(op: Operation, { source, kind }: PythonArgument, names: PythonNames): string {
  if (kind === 'python') return source;
  if (kind === 'type') return typeText(op, source);
  const accessor = camelCase(source);
  if (op.definition.operands.some((own) => own.accessor === accessor)) {
    // Declared operations have an accessor for each declared name.
    const given: unknown = Reflect.get(op, accessor);
    if (given === null || given === undefined) return 'None';
    // What the accessors of operands return are values.
    const nameOf = (value: unknown): string => names.of(value as Value);
    return Array.isArray(given) ? `[${given.map(nameOf).join(', ')}]` : nameOf(given);
  }
  return pythonValue(op.getAttr(source));
}

/** What follows from the types of an operation. */
function typeText(op: Operation, name: string): string {
  if (op instanceof PointToPointOp) return coordinate(name === 'sender' ? op.senderCoord : op.receiverCoord);
  if (name === 'pairs' && op instanceof PadOp) {
    const padding = op.padding.numbers();
    const pairs = Array.from({ length: padding.length / 2 }, (_, d) => padding.slice(2 * d, 2 * d + 2));
    return pythonList(pairs);
  }
  const { memory, dtype, layout, shape } = pythonType(op.getResult(0).type);
  if (name === 'cast') return pythonType(op.getOperand(0).type).dtype === dtype ? 'None' : dtype;
  const texts: Readonly<Record<string, string>> = { memory, dtype, layout, shape };
  return texts[name] ?? 'None';
}

function coordinate(coord: { numbers(): readonly number[] }): string {
  return `ttnn.MeshCoordinate((${coord.numbers().join(', ')}))`;
}

/** Devices of one chip have no fabric. */
function deviceCall(op: GetDeviceOp): WrittenCall {
  const mesh = op.meshShape?.shape ?? deviceMesh(op);
  const isOne = mesh.every((size) => size === 1);
  const fabric = `ttnn.FabricConfig.${isOne ? 'DISABLED' : 'FABRIC_1D'}`;
  return called('utils.DeviceGetter.get_device', [`(${mesh.join(', ')})`, `fabric_config=${fabric}`]);
}

function constantCall(op: ConstantOp, names: PythonNames): WrittenCall {
  const { value, device, result } = op;
  if (!isInstance(DenseElementsAttr, value))
    throw new UnwritableValue('constants whose elements stand elsewhere have no form in Python here');
  const { dtype, layout, memory } = pythonType(result.type);
  const args = [elementNumbers(value), pythonList(result.type.shape), dtype, layout];
  if (device !== null) args.push(names.of(device), `memory_config=${memory}`);
  return called('ttnn.Tensor', args);
}

function meshCall(op: DistributeTensorOp | AggregateTensorOp, names: PythonNames): WrittenCall {
  const isSplit = op instanceof DistributeTensorOp;
  const config = isSplit ? op.mapperConfig : op.composerConfig;
  const kind = isSplit ? 'Mapper' : 'Composer';
  const parts = isInstance(MeshComposerConfigAttr, config)
    ? pythonList(config.dims)
    : `[${config.placements.map(({ kind: own, dim }) => (own === 'shard' ? `ttnn.PlacementShard(${dim ?? 0})` : 'ttnn.PlacementReplicate()')).join(', ')}]`;
  const { meshShapeOverride: mesh } = config;
  const shape = mesh === null ? '' : `, ttnn.MeshShape(${pythonList(mesh)})`;
  const tool = names.result(`ttnn.create_mesh_${kind.toLowerCase()}`);
  const device = names.of(op.device);
  const made = `${tool} = ttnn.create_mesh_${kind.toLowerCase()}(${device}, ttnn.Mesh${kind}Config(${parts}${shape}))`;
  const args = [names.of(op.input), `${kind.toLowerCase()}=${tool}`];
  return called(isSplit ? 'ttnn.distribute_tensor' : 'ttnn.aggregate_tensor', args, [made]);
}

function cacheCall(op: UpdateCacheOp, names: PythonNames): WrittenCall {
  const index = names.result('utils.get_scalar_from_tensor');
  const before = `${index} = utils.get_scalar_from_tensor(${names.of(op.updateIndex)})`;
  const offset = `batch_offset=${pythonValue(op.batchOffset)}`;
  return called('ttnn.update_cache', [names.of(op.cache), names.of(op.input), index, offset], [before]);
}
