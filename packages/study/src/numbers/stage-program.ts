import { type DeviceRef, placedTypes } from '@shardform/dialect-dist';
import { FuncOp } from '@shardform/dialect-func';
import {
  AllReduceOp,
  getSharding,
  MeshTable,
  programMesh,
  ReduceScatterOp,
  type ShardLayout,
} from '@shardform/dialect-sdy';
import { AsyncDoneOp, AsyncStartOp } from '@shardform/dialect-stablehlo';
import {
  type HeldShard,
  localInputs,
  localProgram,
  partitionedMeshes,
  placedValue,
  runOnMeshes,
  shardedFunction,
  type ShardedFunction,
  type ShardedValue,
} from '@shardform/inspect';
import {
  type Context,
  lookUp,
  type ModuleOp,
  type Operation,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import {
  arrayTypeOf,
  entryFunction,
  executableForm,
  ExecutionError,
  type NdArray,
  type RunModuleOptions,
  runSequential,
  runSpmd,
} from '@shardform/runtime-sim';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { type ValueId, sourceId } from '../values/value-id.ts';
import type { StageValues } from '../values/value-identities.ts';
import { isPlaced } from '../time/flat-program-of.ts';
import { functionToSimulate } from '../time/function-to-simulate.ts';

/** What executes the programs of a target, whose operations, sizes and types of elements are its own. */
export interface TargetRunner {
  /** Returns whether it executes a program. */
  executes(module: ModuleOp): boolean;
  /** The number of devices, and whether operands of the program are rounded to bf16. @param before the program before it became one of the target. */
  describe(
    module: ModuleOp,
    before: ModuleOp,
  ): { readonly deviceCount: number; readonly roundsOperands: boolean };
  /** Executes a program on whole tensors. @throws ExecutionError */
  run(
    module: ModuleOp,
    before: ModuleOp,
    inputs: readonly NdArray[],
    context: Context,
    options: RunModuleOptions,
  ): readonly NdArray[];
}

/** A place in a stage where a value of the source is, as a whole or in shards. */
export interface ValuePlace {
  /** The value, and results of calls that it is since these were inlined. */
  readonly ids: readonly ValueId[];
  /** Where shards are; `null` for a whole value. */
  readonly layout: ShardLayout | null;
}

/** The program of a stage and how it is executed. */
export interface StageProgram {
  /** `whole` on one device, `devices` on simulated ones, `target` by the runner of a target, or placed on devices by itself. */
  readonly kind: 'whole' | 'devices' | 'target';
  readonly deviceCount: number;
  /** True if other roundings than the source's are part of it. */
  readonly roundsOperands: boolean;
  /** The module that operations are executed of. */
  readonly module: ModuleOp;
  /** The values of the source that operations compute; results of an operation by their position. */
  readonly places: ReadonlyMap<Value, ValuePlace>;
  /** By result, the sizes of all shards together; `null` for programs whose results are whole. */
  readonly wholeShapes: readonly (readonly number[])[] | null;
  /** Returns by result what devices hold of it. @throws ExecutionError */
  run(inputs: readonly NdArray[], options: RunModuleOptions): readonly (readonly HeldShard[])[];
}

/** Finds out how a stage is executed. @throws ExecutionError for programs without an entry. */
export function stageProgram(study: Study, stage: Stage, targets: readonly TargetRunner[]): StageProgram {
  const { context, stages } = study;
  const upTo = stages.slice(0, stages.indexOf(stage) + 1);
  const target = targets.find((own) => own.executes(stage.module));
  if (target !== undefined) {
    const before = upTo.findLast(({ module }) => !target.executes(module)) ?? stage;
    const { deviceCount, roundsOperands } = target.describe(stage.module, before.module);
    return {
      ...{ kind: 'target', deviceCount, roundsOperands, module: stage.module },
      places: samePlaces(stage.values),
      wholeShapes: null,
      run: (inputs, options) => wholeParts(target.run(stage.module, before.module, inputs, context, options)),
    };
  }
  const placed = placedDevices(stage.module);
  if (placed > 0) {
    const form = executableForm(stage.module, context);
    return {
      ...{ kind: 'target', deviceCount: placed, roundsOperands: false, module: form },
      // What one device computes later is a part of a value, or a part of a sum.
      places:
        stage === study.source ? samePlaces(valuesOf(study, stage, form)) : new Map<Value, ValuePlace>(),
      wholeShapes: null,
      run: (inputs, options) => wholeParts(runSequential(form, inputs, context, options)),
    };
  }
  if (stage.compiled !== undefined) return compiledProgram(study, stage);
  const meshes = stage !== study.source && study.isOnMeshesAt(stage.module) ? onMeshes(stage, context) : null;
  if (meshes !== null) return meshes;
  const local = localProgram(stage.module);
  const global =
    stage.isLocal && local?.isRecorded !== true ? upTo.findLast(({ isLocal }) => !isLocal) : undefined;
  if (global !== undefined) {
    const whole = shardedFunction(global.module);
    const form = executableForm(local?.module ?? stage.module, context);
    return onDevices(form, whole, context, shardPlaces(global, valuesOf(study, stage, form), context));
  }
  if (local !== null) {
    const form = executableForm(local.module, context);
    return onDevices(form, local.whole, context, new Map());
  }
  const form = executableForm(stage.module, context);
  return {
    ...{ kind: 'whole', deviceCount: 1, roundsOperands: false, module: form },
    places: samePlaces(valuesOf(study, stage, form)),
    wholeShapes: null,
    run: (inputs, options) => wholeParts(runSequential(form, inputs, context, options)),
  };
}

/**
 * The devices of a program that XLA has compiled. It does not note how results are split: as after propagation, where their parts have
 * these sizes.
 */
function compiledProgram(study: Study, { module }: Stage): StageProgram {
  const { context } = study;
  const func = entryFunction(module);
  const propagated = study.propagated().module;
  if (propagated === null)
    throw new ExecutionError(func, 'how its results are split over devices is not known');
  const whole = shardedFunction(propagated);
  const { inputs, results } = func.functionType;
  const check = (what: string, values: readonly ShardedValue[], types: readonly Type[]): void => {
    const other = values.findIndex(({ layout }, i) => {
      const own = arrayTypeOf(types[i]!)?.shape;
      return own !== undefined && own.join() !== layout.localShape.join();
    });
    if (other !== -1 || values.length !== types.length)
      throw new ExecutionError(
        func,
        `${what} ${Math.max(0, other)} is split otherwise than after propagation: which device holds which part is not known`,
      );
  };
  check('argument', whole.inputs, inputs);
  check('result', whole.results, results);
  return onDevices(executableForm(module, context), whole, context, new Map());
}

/** The number of devices that a program places its tensors on; 0 for programs of other tensors. */
function placedDevices(module: ModuleOp): number {
  const func = functionToSimulate(module);
  if (func === null || !isPlaced(func)) return 0;
  const devices = new Set<DeviceRef>();
  const add = (types: readonly Type[]): void => {
    for (const { device } of placedTypes(types)) if (typeof device === 'number') devices.add(device);
  };
  add(func.functionType.inputs);
  func.walk((op) => add(op.resultTypes()));
  return devices.size;
}

/** The values of the form of a stage that is executed. */
function valuesOf(study: Study, stage: Stage, form: ModuleOp): StageValues {
  return form === stage.module ? stage.values : study.identities.stage(form);
}

function onDevices(
  module: ModuleOp,
  whole: ShardedFunction,
  context: Context,
  places: ReadonlyMap<Value, ValuePlace>,
): StageProgram {
  const { deviceCount } = whole;
  return {
    ...{ kind: 'devices', deviceCount, roundsOperands: false, module, places },
    wholeShapes: whole.results.map(({ type }) => arrayTypeOf(type)?.shape ?? []),
    run(inputs, options) {
      const shards = runSpmd(module, deviceCount, localInputs(whole, inputs), context, options);
      return whole.results.map(({ layout: { offsets } }, i) =>
        shards.map((own, device) => ({ device, offsets: lookUp(offsets, device), array: own[i]! })),
      );
    },
  };
}

/** The devices of all meshes of an MPMD program; `null` if it can't be partitioned. */
function onMeshes(stage: Stage, context: Context): StageProgram | null {
  const { result } = context.diagnostics.capture(() => partitionedMeshes(stage.module, context));
  if (result === null) return null;
  const { functions: devices } = result;
  return {
    ...{
      kind: 'devices',
      deviceCount: devices.functions.length,
      roundsOperands: false,
      module: devices.module,
    },
    places: new Map(),
    wholeShapes: devices.results.map(({ type }) => type.shape),
    run: (inputs, options) => runOnMeshes(devices, inputs, context, options),
  };
}

function wholeParts(results: readonly NdArray[]): HeldShard[][] {
  return results.map((array) => [{ device: 0, offsets: array.shape.map(() => 0), array }]);
}

/** Values that are what they are in the source. */
function samePlaces(values: StageValues): Map<Value, ValuePlace> {
  const places = new Map<Value, ValuePlace>();
  for (const value of values.all) {
    const id = values.idOf(value);
    if (value.definingOp !== null && id === sourceId(id))
      places.set(value, { ids: withInlined(id, values), layout: null });
  }
  return places;
}

function withInlined(id: ValueId, { inlined }: StageValues): readonly ValueId[] {
  return [id, ...(inlined.get(id) ?? [])];
}

/** Where the shards of values are that the last stage of global sizes has; partial sums are followed to their sum. */
function shardPlaces(global: Stage, values: StageValues, context: Context): Map<Value, ValuePlace> {
  const places = new Map<Value, ValuePlace>();
  const [meshName, mesh] = programMesh(global.module) ?? [null, null];
  if (mesh === null) return places;
  const program = { mesh, meshName, meshes: new MeshTable(global.module) };
  const byBase = new Map<ValueId, Value[]>();
  for (const value of values.all) {
    const base = sourceId(values.idOf(value));
    const known = byBase.get(base);
    if (known === undefined) byBase.set(base, [value]);
    else known.push(value);
  }
  for (const value of global.values.all) {
    const id = global.values.idOf(value);
    if (id !== sourceId(id) || !(value.definingOp?.parentOp instanceof FuncOp)) continue;
    const { sum, count } = summed(value);
    const sharding = getSharding(sum, context);
    if ((sharding?.unreducedAxes.length ?? 0) > 0) continue;
    const layout = placedValue(sum.type, sharding, program)?.layout ?? null;
    if (layout === null) continue;
    const sums = (byBase.get(id) ?? []).filter((own) => isReduction(own.definingOp));
    const own = count === 0 ? values.find(id) : (sums[count - 1] ?? null);
    if (own?.definingOp == null || !hasShape(own, layout.localShape)) continue;
    places.set(own, { ids: withInlined(id, global.values), layout });
  }
  return places;
}

/** A value after devices have added up what each of them has of it, and in how many steps they do. */
function summed(value: Value): { readonly sum: Value; readonly count: number } {
  let [sum, count] = [value, 0];
  for (;;) {
    const user: Operation | undefined = [...sum.users()].find(
      (op) => op instanceof AllReduceOp || op instanceof ReduceScatterOp,
    );
    if (user === undefined) return { sum, count };
    [sum, count] = [user.getResult(), count + 1];
  }
}

/** Returns whether an operation gives the sum over devices of its operand, at once or as the end of an asynchronous one. */
function isReduction(op: Operation | null): boolean {
  if (op instanceof AsyncDoneOp) {
    const start = op.future.definingOp;
    return start instanceof AsyncStartOp && isReduction(start.body.entry.firstOp);
  }
  return op !== null && /\.(all_reduce|reduce_scatter)$/.test(op.name);
}

function hasShape(value: Value, shape: readonly number[]): boolean {
  const own = arrayTypeOf(value.type)?.shape;
  return own?.length === shape.length && zip(own, shape).every(([a, b]) => a === b);
}
