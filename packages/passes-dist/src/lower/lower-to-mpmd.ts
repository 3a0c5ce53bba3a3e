import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { FreeOp, PlacedTensorType, SendOp, TOPOLOGY } from '@shardform/dialect-dist';
import {
  CALL_COUNTER,
  FragmentOp,
  INFERRED_BY,
  MeshTensorType,
  MpmdReturnOp,
  NamedMeshAttr,
  TOPOLOGY as MPMD_TOPOLOGY,
  TopologyAttr,
  TransferOp,
  UserOriginAttr,
} from '@shardform/dialect-mpmd';
import { MeshAttr } from '@shardform/dialect-sdy';
import { DevicePrograms, type DeviceTensor } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  Builder,
  type Context,
  FunctionType,
  i64Attr,
  IntegerAttr,
  lookUp,
  type Operation,
  StringAttr,
  type Type,
  ui32,
  type Value,
} from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { dissolveTuples } from '../transform/dissolve-tuples.ts';
import { devicesOf } from '../transform/dist-function.ts';
import { lowerPmaps } from '../transform/lower-pmap.ts';
import { type PipelineRole, unrollPipelines } from '../transform/unroll-pipeline.ts';
import type { SpreadOptions } from '../transform/spread.ts';
import { ComputeBuilder } from './compute-builder.ts';
import { lowered } from './lower-to-stablehlo.ts';
import { StageShardings } from './stage-shardings.ts';

/**
 * Replaces a distributed program by one of Shardy's MPMD dialect: each device becomes a mesh, what a stage of a
 * pipeline does for a microbatch a fragment, a send a transfer. Fragments are in the order of the pipeline's schedule.
 *
 * @param options how each stage is spread over the devices of its mesh: replicas that divide the batch along its axis `data`,
 * shards that divide the weights along its axis `model`. What is split is split as `dist-spread` does, and is said by the
 * types of tensors.
 * @throws StrategyError for operations between devices other than sends, and those that StableHLO can't express.
 */
export function lowerToMpmd(func: FuncOp, context: Context, options: SpreadOptions = ONE_DEVICE): void {
  const roles = new Map<Operation, PipelineRole>();
  unrollPipelines(func, { onMade: (op, role) => roles.set(op, role) }, context);
  lowerPmaps(func, context);
  dissolveTuples(func, context);
  const devices = devicesOf(func);
  if (devices.length === 0) throw new StrategyError(`@${func.symName.value} has no tensors on devices`);
  const module = func.parentOp;
  const shardings = options.data * options.horizontal > 1 ? new StageShardings(func, options, context) : null;
  new MpmdLowering(func, roles, shardings, context).run(devices);
  shardings?.declareMesh(module);
  module?.setAttr(TOPOLOGY, null);
}

/** Each stage is on one device. */
const ONE_DEVICE: SpreadOptions = { data: 1, horizontal: 1 };

/** What a device does for one stage and microbatch, or between these. */
interface OpenFragment {
  readonly role: PipelineRole | null;
  readonly ops: Operation[];
}

class MpmdLowering {
  readonly #func: FuncOp;
  readonly #roles: ReadonlyMap<Operation, PipelineRole>;
  readonly #shardings: StageShardings | null;
  readonly #context: Context;
  readonly #builder: Builder;
  readonly #values = new Map<Value, Value>();
  readonly #pipelineDevices: number;
  /** By device. */
  readonly #open = new Map<number, OpenFragment>();

  constructor(
    func: FuncOp,
    roles: ReadonlyMap<Operation, PipelineRole>,
    shardings: StageShardings | null,
    context: Context,
  ) {
    this.#func = func;
    this.#roles = roles;
    this.#shardings = shardings;
    this.#context = context;
    this.#builder = new Builder(context);
    this.#pipelineDevices = 1 + Math.max(0, ...[...roles.values()].map(({ stage }) => stage.device));
  }

  run(devices: readonly number[]): void {
    const func = this.#func;
    const builder = this.#builder;
    builder.location = func.location;
    builder.setInsertionPoint(func);
    const inputs = func.entry.arguments.map((value, i) => this.#onMesh(value, `argument ${i}`));
    const name = func.symName;
    const functionType = FunctionType.get(inputs, []);
    const made = builder.create(FuncOp, { symName: name, functionType }, [], {
      attributes: func.discardable,
    });
    const entry = builder.createBlock(made.body, inputs);
    func.entry.arguments.forEach((argument, i) => this.#values.set(argument, entry.getArgument(i)));
    for (const op of func.entry) if (op !== func.entry.terminator) this.#add(op);
    const returned = func.entry.getTerminator().operandValues();
    for (const device of [...this.#open.keys()].sort((a, b) => a - b)) this.#close(device);
    builder.location = func.location;
    const results = returned.map((value) => lookUp(this.#values, value));
    builder.create(ReturnOp, { operands: results });
    made.functionType = FunctionType.get(
      inputs,
      results.map(({ type }) => type),
    );
    const meshes = devices.map((device) =>
      NamedMeshAttr.get({ name: meshName(device), mesh: this.#shardings?.mesh ?? MeshAttr.of([['x', 1]]) }),
    );
    made.setAttr(MPMD_TOPOLOGY, TopologyAttr.get({ meshes }));
    func.erase();
  }

  /** Stages are numbered along the model: those of a device are as many apart as the pipeline has devices. */
  #stageOf({ stage: { device, chunk = 0 } }: PipelineRole): number {
    return chunk * this.#pipelineDevices + device;
  }

  #onMesh(value: Value, whose: string): MeshTensorType {
    const type = onMesh(value.type, whose);
    return this.#shardings === null ? type : type.with({ sharding: this.#shardings.of(value) });
  }

  #add(op: Operation): void {
    if (op instanceof FreeOp) return;
    if (op instanceof SendOp) {
      const [tensor] = op.operandValues();
      const [from, result] = [placedOn(tensor!.type, op), op.getResult()];
      this.#close(from);
      this.#builder.location = op.location;
      const type = this.#onMesh(result, `the result of '${op.name}'`);
      const transfer = this.#builder.create(TransferOp, { tensor: lookUp(this.#values, tensor!) }, [type]);
      this.#values.set(result, transfer.result);
      return;
    }
    const all = new Set([...op.operandTypes(), ...op.resultTypes()].map((type) => placedOn(type, op)));
    const [device] = all;
    if (device === undefined || all.size !== 1)
      throw new StrategyError(
        `'${op.name}' is between devices ${[...all].join(', ')}: only sends are transfers between meshes; for replicas and shards, give 'data' and 'horizontal' to this pass rather than to dist-spread`,
      );
    const role = this.#roles.get(op) ?? null;
    let open = this.#open.get(device);
    if (open !== undefined && !isSame(open.role, role)) {
      this.#close(device);
      open = undefined;
    }
    if (open === undefined) this.#open.set(device, { role, ops: [op] });
    else open.ops.push(op);
  }

  /** Makes a fragment of what a device has done since its last one. */
  #close(device: number): void {
    const open = this.#open.get(device);
    if (open === undefined) return;
    this.#open.delete(device);
    const { role, ops } = open;
    const inside = new Set<Operation | null>(ops);
    const isOutside = (value: Value): boolean => !inside.has(value.definingOp);
    const operands = [...new Set(ops.flatMap((op) => op.operandValues()))].filter(isOutside);
    const results = ops
      .flatMap((op) => op.results)
      .filter((value) =>
        [...value.uses()].some(({ owner }) => !inside.has(owner) && !(owner instanceof FreeOp)),
      );
    // A stage has operations.
    const [{ location }] = ops as [Operation, ...Operation[]];
    const programs = new DevicePrograms(
      [device],
      location,
      this.#context,
      (builder) => new ComputeBuilder(builder),
    );
    const tensors = new Map<Value, DeviceTensor>();
    for (const operand of operands) {
      const { tensor } = placedTypeOf(operand.type);
      tensors.set(operand, programs.addArgument(device, tensor));
    }
    for (const op of ops) {
      programs.location = op.location;
      const given = op.operandValues().map((value) => lookUp(tensors, value));
      lowered(op, given, programs).forEach((tensor, i) => tensors.set(op.getResult(i), tensor));
    }
    for (const result of results) programs.addResult(lookUp(tensors, result));
    const [func] = programs.finish();
    this.#builder.location = location;
    const fragment = this.#builder.create(
      FragmentOp,
      {
        inputs: operands.map((value) => lookUp(this.#values, value)),
        origin: ArrayAttr.get(role === null ? [] : [originOf(role, this.#stageOf(role))]),
        meshName: StringAttr.get(meshName(device)),
        stageId: role === null ? null : i64Attr(this.#stageOf(role)),
      },
      results.map((value) => this.#onMesh(value, 'a result')),
    );
    if (role === null) fragment.setAttr(INFERRED_BY, ArrayAttr.get([StringAttr.get('dist_lower_to_mpmd')]));
    else fragment.setAttr(CALL_COUNTER, IntegerAttr.get(BigInt(role.microbatch), ui32));
    fragment.region.takeBody(func!.body);
    const terminator = fragment.entry.getTerminator();
    this.#builder.atSavedPoint(() => {
      this.#builder.setInsertionPoint(terminator);
      this.#builder.create(MpmdReturnOp, { results: terminator.operandValues() });
    });
    terminator.erase();
    results.forEach((result, i) => this.#values.set(result, fragment.results[i]!));
  }
}

function meshName(device: number): string {
  return `stage${device}`;
}

function originOf({ stage: { isBackward, isWeights = false } }: PipelineRole, stage: number): UserOriginAttr {
  return UserOriginAttr.of(`stage${stage}${isWeights ? '_weights' : ''}`, isBackward ? 1 : 0);
}

function isSame(a: PipelineRole | null, b: PipelineRole | null): boolean {
  return a?.stage === b?.stage && a?.microbatch === b?.microbatch;
}

function placedTypeOf(type: Type): PlacedTensorType {
  if (type instanceof PlacedTensorType) return type;
  throw new StrategyError(`'${String(type)}' is on no device; dist-import places tensors`);
}

function placedOn(type: Type, op: Operation): number {
  const { device } = placedTypeOf(type);
  if (typeof device === 'number') return device;
  throw new StrategyError(`'${op.name}' is on a device that a map names`);
}

function onMesh(type: Type, whose: string): MeshTensorType {
  if (!(type instanceof PlacedTensorType))
    throw new StrategyError(
      `${whose} is '${String(type)}', which is on no device; dist-import places tensors`,
    );
  return MeshTensorType.get(meshName(Number(type.device)), type.tensor);
}
