import { FuncOp, programEntry } from '@shardform/dialect-func';
import { isAsyncStart } from '@shardform/dialect-hlo';
import {
  collectiveName,
  CollectiveReduceOp,
  CrossReplicaSumOp,
  type CustomCallOp,
  isRaggedAllToAll,
  mayCommunicate,
  operandBytes,
  RAGGED_ALL_TO_ALL,
  raggedBytes,
  ringTraffic,
  SendOp,
} from '@shardform/dialect-stablehlo';
import {
  AllGatherOp,
  AllReduceOp,
  AllSliceOp,
  AllToAllOp,
  type AxisRefAttr,
  type CollectiveOp,
  CollectivePermuteOp,
  functionArgumentSharding,
  getSharding,
  isCollectiveOp,
  localShape,
  type MeshAttr,
  type MeshLookUp,
  MeshTable,
  programMesh,
  ReduceScatterOp,
  ReplicatedToUnreducedOp,
  ShardedToUnreducedOp,
  sourceTargetPairs,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  elementByteWidth,
  isInstance,
  IntegerAttr,
  ModuleOp,
  type Operation,
  product,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { deviceCount, locationOf, type NamedValues } from '@shardform/inspect';
import { ExecutionCounts, type GroupedOp, listedGroups, programEntries } from '@shardform/runtime-sim';
import { moduleAround } from '../stages/root-of.ts';
import { axesOfGroups, listedDevices } from '../time/collective-axes.ts';
import type { InsertedCollective } from './inserted-collective.ts';
import { isMeshTransfer, meshTransfer, type MeshTransfer } from './mesh-transfer.ts';
import { permutePattern } from './permute-pattern.ts';
import { isPlacedCollective, placedTransfer } from './placed-collective.ts';
import { manualOperand } from '../values/per-device-region.ts';
import type { ReasonRecorder } from './reasons/reason-recorder.ts';

/** Information about a program that its text doesn't contain. */
export interface CollectiveNotes {
  /** Why collectives are there. */
  readonly reasons?: ReasonRecorder;
  /** Names of the program as it was given, of which this one is a copy with tags. */
  readonly names?: NamedValues;
  /** The mesh of a program that may have none any more. */
  readonly mesh?: MeshAttr | null;
  /** Collectives whose description is known better than from the operation. */
  readonly known?: ReadonlyMap<Operation, InsertedCollective> | undefined;
}

/** Returns the collectives of a module of global sizes in the order of the program. */
export function listCollectives(
  module: ModuleOp,
  context: Context,
  notes: CollectiveNotes = {},
): InsertedCollective[] {
  return functionCollectives(programEntries(module), new MeshTable(module), context, notes);
}

/**
 * Returns the collectives of functions and of what they call, where they are executed at all, in the order of the
 * program.
 */
export function functionCollectives(
  entries: readonly FuncOp[],
  meshes: MeshLookUp,
  context: Context,
  notes: CollectiveNotes = {},
): InsertedCollective[] {
  return describedCollectives(entries, meshes, context, notes).map(({ collective }) => collective);
}

/** An operation for which devices communicate, with its description. */
export interface DescribedCollective {
  readonly op: Operation;
  readonly collective: InsertedCollective;
}

/** Returns the collectives of {@link functionCollectives} with their operations. */
export function describedCollectives(
  entries: readonly FuncOp[],
  meshes: MeshLookUp,
  context: Context,
  notes: CollectiveNotes = {},
): DescribedCollective[] {
  const found: DescribedCollective[] = [];
  const counts = new ExecutionCounts(entries);
  counts.walk((op, { times }) => {
    const collective = times === 0 ? null : describeCollective(op, counts, meshes, context, notes);
    if (collective !== null) found.push({ op, collective });
  });
  return found;
}

/** Describes the communication of an operation; `null` if it has none. */
export function describeCollective(
  op: Operation,
  counts: ExecutionCounts,
  meshes: MeshLookUp,
  context: Context,
  notes: CollectiveNotes = {},
): InsertedCollective | null {
  const { mesh: ownMesh = null } = notes;
  const known = notes.known?.get(op);
  if (known !== undefined) return known;
  if (isPlacedCollective(op)) return describePlaced(op, counts, notes);
  if (isMeshTransfer(op)) return describeMove(op, meshTransfer(op), counts, notes);
  if (mayCommunicate(op) && !isRaggedAllToAll(op)) return describeUnknown(op, counts, notes);
  const isLocal = isLocalCollective(op);
  const collective = !isLocal && isCollectiveOp(op) && communicates(op) ? op : null;
  if (!isLocal && collective === null) return null;
  const mesh = collective === null ? null : meshes.meshOf(collective.outSharding);
  const count = counts.of(op);
  const members = collective === null || mesh === null ? listedGroupSize(op) : groupSize(collective, mesh);
  // A device alone has nobody to send to.
  if (collective === null && members < 2) return null;
  return {
    ...kindOf(op),
    axes: isLocal ? '' : axesText(op),
    axisNames: isLocal ? localAxisNames(op, ownMesh) : axisNames(op),
    bytes:
      collective === null || mesh === null
        ? listedBytes(op, members, meshes, context)
        : sentBytes(collective, members, mesh),
    executions: count.times,
    executionsMeaning: count.meaning,
    type:
      collective === null
        ? op.results.map((result) => typeOnDevice(result, meshes, context)).join(', ')
        : localTypeText(op.getResult(), collective.outSharding, mesh),
    groupSize: members,
    pattern: patternOf(op, meshes, context),
    ...movedFacts(op, notes),
    place: locationOf(op),
    ...reasonOf(op, notes),
    loop: count.isInLoop ? 'stablehlo.while' : null,
  };
}

/** Why an operation communicates, in plain words and as the partitioner has it. */
function reasonOf(
  op: Operation,
  { reasons }: CollectiveNotes,
): Pick<InsertedCollective, 'reason' | 'detail'> {
  const cause = reasons?.causeOf(op) ?? null;
  return { reason: cause?.text ?? null, detail: cause?.detail ?? null };
}

/** The kind of a collective, and whether its operands alone tell what is sent. */
function kindOf(op: Operation): Pick<InsertedCollective, 'kind' | 'bytesMeaning'> {
  return isRaggedAllToAll(op)
    ? { kind: RAGGED_ALL_TO_ALL, bytesMeaning: 'at-most' }
    : { kind: op.name.slice(op.name.indexOf('.') + 1), bytesMeaning: 'exact' };
}

/** The value that a collective moves, and its names. */
function movedFacts(
  op: Operation,
  notes: CollectiveNotes,
): Pick<InsertedCollective, 'source' | 'value' | 'name' | 'gatheredArgument'> {
  const operand = movedValue(op, notes);
  const { names } = notes;
  return {
    source: operand.definingOp?.name ?? 'argument',
    value: names?.reference(operand) ?? null,
    name: names?.userName(operand) ?? null,
    gatheredArgument: op.name === 'sdy.all_gather' ? mainArgument(operand) : null,
  };
}

/** Describes the communication of an operation whose tensors are placed on devices, which lie along no axes. */
function describePlaced(op: Operation, counts: ExecutionCounts, notes: CollectiveNotes): InsertedCollective {
  const { devices, sent, text } = placedTransfer(op);
  const bytes = Math.max(0, ...sent.values());
  const moved = { bytes, type: String(op.results[0]!.type), devices: devices.length, text };
  return describeMove(op, moved, counts, notes);
}

/** Describes what moves between devices or meshes, and so along none of the axes of a mesh. */
function describeMove(
  op: Operation,
  { bytes, type, devices, text }: MeshTransfer,
  counts: ExecutionCounts,
  notes: CollectiveNotes,
  operand: Value | null = op.operandValues()[0] ?? null,
): InsertedCollective {
  const count = counts.of(op);
  return {
    kind: op.name.slice(op.name.indexOf('.') + 1),
    axes: '',
    axisNames: [],
    bytes,
    executions: count.times,
    executionsMeaning: count.meaning,
    bytesMeaning: 'exact',
    type,
    groupSize: devices,
    pattern: isSend(op) ? permutePattern([[0, 1]]) : null,
    source: operand?.definingOp?.name ?? 'argument',
    value: operand === null ? null : (notes.names?.reference(operand) ?? null),
    name: operand === null ? null : (notes.names?.userName(operand) ?? null),
    place: locationOf(op),
    reason: text,
    detail: null,
    loop: count.isInLoop ? 'stablehlo.while' : null,
    gatheredArgument: null,
  };
}

/** Why a call is listed whose target nobody knows. */
const UNKNOWN_CALL = 'the target of the call is not known: devices may communicate for it';

/** Describes a call that may communicate; `null` where there is nobody to communicate with. */
function describeUnknown(
  op: CustomCallOp,
  counts: ExecutionCounts,
  notes: CollectiveNotes,
): InsertedCollective | null {
  const devices = devicesAround(op);
  if (devices < 2) return null;
  const moved = { bytes: 0, type: op.resultTypes().join(', '), devices, text: UNKNOWN_CALL };
  return {
    ...describeMove(op, moved, counts, notes),
    name: `@${op.callTargetName.value}`,
    bytesMeaning: 'at-least',
  };
}

/** The value that a collective moves, before other ones have, and before passes padded or cut it to be moved. */
function movedValue(op: Operation, { reasons, names }: CollectiveNotes): Value {
  const around = op.parentOp;
  let value = (isAsyncStart(around) ? around : op).getOperand(0);
  for (;;) {
    // Without names all values have to do.
    const hasName = names?.reference(value) !== null;
    const maker = value.definingOp;
    if (maker === null) {
      const operand = hasName ? null : manualOperand(value);
      if (operand === null) return value;
      value = operand;
      continue;
    }
    const isForMove = isCollectiveOp(maker) || !hasName || (reasons?.reasonOf(maker) ?? null) !== null;
    if (!isForMove || maker.operands.length === 0) return value;
    value = keptOperand(maker);
  }
}

/** The operand whose elements an operation that pads, cuts or masks keeps: the first one of their type. */
function keptOperand(op: Operation): Value {
  const isKept = ({ type }: Value): boolean =>
    type instanceof RankedTensorType && type.elementType === elementTypeOf(op.results[0]) && type.rank > 0;
  return op.operandValues().find(isKept) ?? op.getOperand(0);
}

function elementTypeOf(value: Value | undefined): Type | null {
  return value?.type instanceof RankedTensorType ? value.type.elementType : null;
}

/** Returns whether devices send anything: slices and zeros are computed locally. */
export function communicates(op: CollectiveOp): boolean {
  return !(
    op instanceof AllSliceOp ||
    op instanceof ReplicatedToUnreducedOp ||
    op instanceof ShardedToUnreducedOp
  );
}

/** Collectives inside manual computations, on the sizes of a device. */
const LOCAL_COLLECTIVES: ReadonlySet<string> = new Set([
  'stablehlo.all_gather',
  'stablehlo.all_reduce',
  'stablehlo.all_to_all',
  'stablehlo.collective_broadcast',
  'stablehlo.collective_permute',
  'stablehlo.collective_reduce',
  'stablehlo.cross-replica-sum',
  'stablehlo.reduce_scatter',
]);

/** Returns whether devices communicate for an operation on their own sizes. */
export function isLocalCollective(op: Operation): boolean {
  return LOCAL_COLLECTIVES.has(op.name) || isRaggedAllToAll(op) || isSend(op);
}

/** Returns whether an operation sends to another device; sends to the host are not communication between devices. */
function isSend(op: Operation): op is SendOp {
  return op instanceof SendOp && op.isHostTransfer?.value !== 1n;
}

/** The text of the attribute with the axes: every collective but a permutation has one beside its sharding. */
function axesText(op: Operation): string {
  const attribute = op.sortedAttrs().find(([name]) => name.endsWith('axes') || name === 'params');
  if (attribute === undefined) return '';
  return String(attribute[1]).replace(/^#sdy<[a-z_]+ ?(.*)>$/, '$1');
}

/** The axes along which devices exchange something. */
function axesOf(op: Operation): readonly AxisRefAttr[] {
  if (op instanceof AllGatherOp) return op.gatheringAxes.value.flatMap(({ value: axes }) => axes);
  if (op instanceof ReduceScatterOp) return op.reduceScatterAxes.value.flatMap(({ value: axes }) => axes);
  if (op instanceof AllReduceOp) return op.reductionAxes.value;
  if (op instanceof AllToAllOp) return op.params.value.flatMap(({ axes }) => axes);
  if (op instanceof CollectivePermuteOp) return op.outSharding.dims.flatMap(({ axes }) => axes);
  return [];
}

function axisNames(op: Operation): string[] {
  return [...new Set(axesOf(op).map(({ name }) => name))].sort();
}

/** The axes of a collective on its own sizes: those of the program's mesh along which its devices differ. */
function localAxisNames(op: Operation, known: MeshAttr | null): string[] {
  const module = moduleAround(op);
  const mesh = known ?? (module === null ? null : programMesh(module))?.[1] ?? null;
  return mesh === null ? [] : axesOfGroups(op, mesh);
}

/** Bytes that a device sends for a collective; see {@link InsertedCollective.bytes}. */
function sentBytes(op: CollectiveOp, members: number, mesh: MeshAttr): number {
  const kind = collectiveName(op.name);
  if (kind === null) return 0;
  const result = bytesOf(op.getResult(), op.outSharding, mesh);
  return ringTraffic(kind, members, operandBytes(kind, members, result)).bytes;
}

/** Bytes that a device sends for a collective on its own sizes, or on those that all axes but manual ones divide further. */
function listedBytes(op: Operation, members: number, meshes: MeshLookUp, context: Context): number {
  if (isRaggedAllToAll(op)) return members < 2 ? 0 : raggedBytes(op);
  const bytes = op.operandValues().reduce((sum, value) => {
    const sharding = getSharding(value, context);
    return sum + bytesOf(value, sharding, sharding === null ? null : meshes.meshOf(sharding));
  }, 0);
  // All but the root of a reduction send what they have, one by one.
  if (op instanceof CollectiveReduceOp || isSend(op)) return members < 2 ? 0 : bytes;
  const kind = op instanceof CrossReplicaSumOp ? 'all_reduce' : collectiveName(op.name);
  return kind === null ? 0 : ringTraffic(kind, members, bytes).bytes;
}

/** Number of devices in the largest of the groups that an operation lists. */
function listedGroupSize(op: Operation): number {
  if (op.name === 'stablehlo.collective_permute' || isSend(op)) return 2;
  // Every other collective lists groups.
  const grouped = op as GroupedOp;
  const sizes = listedGroups(grouped).map((ids) => ids.filter((id) => id >= 0).length);
  return sizes.length === 0 ? devicesAround(op) : Math.max(...sizes);
}

/** In which pattern the devices of a permute send; `null` for other collectives. */
function patternOf(op: Operation, meshes: MeshLookUp, context: Context): string | null {
  // Its channel alone tells who sends to whom.
  if (isSend(op)) return permutePattern([[0, 1]]);
  if (op instanceof CollectivePermuteOp) {
    const to = op.outSharding;
    const from = getSharding(op.tensor, context);
    const [before, after] = [from === null ? null : meshes.meshOf(from), meshes.meshOf(to)];
    if (from === null || before === null || after === null) return null;
    return permutePattern(sourceTargetPairs(from, before, to, after));
  }
  return op.name === 'stablehlo.collective_permute' ? permutePattern(listedDevices(op) ?? []) : null;
}

/** Number of devices of the program that contains an operation. */
function devicesAround(op: Operation): number {
  const module = moduleAround(op);
  if (module === null) return 1;
  const partitions = module.getAttr('mhlo.num_partitions');
  return Math.max(deviceCount(module), partitions instanceof IntegerAttr ? partitions.number : 1);
}

/** Number of devices that a collective has to do with each other. */
function groupSize(op: CollectiveOp, mesh: MeshAttr): number {
  if (op.name === 'sdy.collective_permute') return 2;
  return axesOf(op).reduce((product, axis) => product * axis.size(mesh), 1);
}

function bytesOf(
  { type }: Value,
  sharding: TensorShardingAttr | null = null,
  mesh: MeshAttr | null = null,
): number {
  if (!isInstance(RankedTensorType, type)) return 0;
  const shape = shapeOnDevice(type, sharding, mesh);
  return product(shape) * (elementByteWidth(type.elementType) ?? 0);
}

function typeOnDevice(value: Value, meshes: MeshLookUp, context: Context): string {
  const sharding = getSharding(value, context);
  return localTypeText(value, sharding, sharding === null ? null : meshes.meshOf(sharding));
}

function localTypeText({ type }: Value, sharding: TensorShardingAttr | null, mesh: MeshAttr | null): string {
  if (!isInstance(RankedTensorType, type)) return String(type);
  return `tensor<${[...shapeOnDevice(type, sharding, mesh), String(type.elementType)].join('x')}>`;
}

function shapeOnDevice(
  { shape }: RankedTensorType,
  sharding: TensorShardingAttr | null,
  mesh: MeshAttr | null,
): readonly number[] {
  return (sharding === null || mesh === null ? null : localShape(shape, sharding, mesh)) ?? shape;
}

/** Operations whose result has all elements of their first operand. */
const KEEPING_OPS: ReadonlySet<string> = new Set([
  'stablehlo.convert',
  'stablehlo.reshape',
  'stablehlo.transpose',
  'stablehlo.pad',
  'sdy.all_slice',
  'sdy.all_to_all',
  'sdy.collective_permute',
]);

/** The argument of the function that the program starts with that a value is made of alone; `null` for others. */
function mainArgument(value: Value): number | null {
  let at = value;
  while (at.definingOp !== null && KEEPING_OPS.has(at.definingOp.name)) at = at.definingOp.getOperand(0);
  const func = at.definingOp === null ? at.parentBlock?.parentOp : null;
  if (!(func instanceof FuncOp) || !isInstance(ModuleOp, func.parentOp)) return null;
  if (programEntry(func.parentOp) !== func) return null;
  const index = func.entry.arguments.findIndex((argument) => argument === at);
  if (index < 0) return null;
  // Of an argument that devices have whole, one that is gathered was cut before.
  return functionArgumentSharding(func, index)?.isFullyReplicated === false ? index : null;
}
