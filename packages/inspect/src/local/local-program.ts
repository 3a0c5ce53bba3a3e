import { FuncOp, programEntry, setAllValueAttrs, valueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { localShape, MeshAttr, MeshTable, shardLayout, TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  type Attribute,
  cloneOp,
  FunctionType,
  IntegerAttr,
  isInstance,
  ModuleOp,
  type Operation,
  perState,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  Type,
} from '@shardform/ir-core';
import { arrayTypeOf, recordUses } from '@shardform/runtime-sim';
import { ARGUMENT_INFO, argumentName, resultName } from '../names/location-names.ts';
import type { ShardedFunction, ShardedValue } from '../execution/sharded-function.ts';

/** Attributes of arguments and results of a device's program: how the whole tensor is split, and its type. */
const [GLOBAL_SHARDING, GLOBAL_TYPE] = ['shardform.sharding', 'shardform.global_type'];

/** In place of a sharding: devices have parts, and nothing says of what whole. */
const UNKNOWN = 'unknown';

/** What Tenstorrent's pipeline on StableHLO writes: the type of the value on one device. */
const LOCAL_SHAPE = 'ttcore.local_shape';

/** A program that each device executes, on its own sizes. */
export interface LocalProgram {
  /** The module with the functions, which may be a nested device module. */
  readonly module: ModuleOp;
  readonly func: FuncOp;
  /** The global tensors as far as they are recorded in the program; otherwise the types are those of every device. */
  readonly whole: ShardedFunction;
  /** True if it is known how arguments and results are split: the program records it, or there is one device. */
  readonly isRecorded: boolean;
}

/**
 * Writes into a device's program how the whole tensors are split, what arguments are called and how they are used, so that it can be executed,
 * with the same random inputs, and shown by itself.
 *
 * @param source the function that it was lowered from; `null` if that is not known.
 */
export function recordShardings(
  local: ModuleOp,
  { inputs, results, mesh }: ShardedFunction,
  source: FuncOp | null = null,
): void {
  const func = entryOf(local);
  if (func === null) return;
  if (source !== null) recordUses(func, source);
  const record = (which: 'arg_attrs' | 'res_attrs', values: readonly ShardedValue[]): void => {
    const { inputs: own, results: returned } = func.functionType;
    const types = which === 'arg_attrs' ? own : returned;
    // All at once: the list of their attributes is a new one with each change.
    const attrs = valueAttrsList(func, which).map((one, i) => {
      // Text without locations can't hold the names otherwise.
      const name = which === 'arg_attrs' ? argumentName(func, i) : null;
      const named = name === null ? one : one.with(ARGUMENT_INFO, StringAttr.get(name));
      const value = values[i];
      if (value === undefined) return named;
      const { type, sharding } = value;
      const split = sharding === null ? named : named.with(GLOBAL_SHARDING, sharding.onMesh(mesh));
      return type === types[i] ? split : split.with(GLOBAL_TYPE, type);
    });
    setAllValueAttrs(func, which, attrs);
  };
  record('arg_attrs', inputs);
  record('res_attrs', results);
}

/** Notes of arguments or results of a device's program whose shardings are not recorded that they are not known. */
export function recordUnknown(func: FuncOp, which: 'arg_attrs' | 'res_attrs'): void {
  const attrs = valueAttrsList(func, which);
  const noted = attrs.map((own) =>
    own.get(GLOBAL_SHARDING) === null ? own.with(GLOBAL_SHARDING, StringAttr.get(UNKNOWN)) : own,
  );
  setAllValueAttrs(func, which, noted);
}

/**
 * Reads a module as the program of one of several devices, or of the only one if it stands in a device module, as
 * Tenstorrent's do; `null` for whole programs.
 */
export function localProgram(module: ModuleOp): LocalProgram | null {
  const func = entryOf(module);
  if (func === null) return null;
  const mesh = recordedMesh(func);
  const devices = mesh?.totalSize ?? (isSplit(module) ? deviceCountOf(module) : 1);
  const parent = func.parentOp;
  if (devices <= 1 && parent?.parentOp?.name !== 'ttcore.device_module') return null;
  const all = mesh ?? MeshAttr.of([['device', devices]]);
  const { inputs, results } = func.functionType;
  return {
    module: isInstance(ModuleOp, parent) ? parent : module,
    func,
    isRecorded: mesh !== null || devices === 1,
    whole: {
      mesh: all,
      meshName: 'mesh',
      deviceCount: devices,
      inputs: inputs.map((type, i) => wholeValue(func, 'arg_attrs', i, type, all)),
      results: results.map((type, i) => wholeValue(func, 'res_attrs', i, type, all)),
    },
  };
}

/** Number of devices that execute a module of local sizes, as its attributes specify; 1 by default. */
export function deviceCountOf(module: ModuleOp): number {
  const partitions = module.getAttr('mhlo.num_partitions');
  if (partitions instanceof IntegerAttr && partitions.number > 1) return partitions.number;
  let last = 0;
  module.walk((op) => {
    const groups = op.getAttr('replica_groups');
    if (groups === null || op.name === 'sdy.manual_computation') return;
    for (const [number] of String(groups).replace(/:.*$/s, '').matchAll(/\d+/g))
      last = Math.max(last, Number(number));
  });
  return last + 1;
}

/** Returns the function of a device's program with whole tensors as its arguments, for finding inputs. */
export function wholeFunction({ func, whole }: Pick<LocalProgram, 'func' | 'whole'>): FuncOp {
  const copy = cloneOp(func);
  const { inputs } = whole;
  copy.setAttr(
    'function_type',
    FunctionType.get(
      inputs.map(({ type }) => type),
      func.functionType.results,
    ),
  );
  return copy;
}

/** The main function, which may be in a nested device module; or else the only public one. */
const entryOf = /* @__PURE__ */ perState((module: ModuleOp): FuncOp | null => {
  const functions: FuncOp[] = [];
  module.walk((op) => {
    if (op instanceof FuncOp && !op.isDeclaration) functions.push(op);
  });
  const main = functions.find((func) => func.symName.value === 'main') ?? programEntry(module);
  if (main !== null) return main;
  const visible = functions.filter((func) => func.isPublic);
  return visible.length === 1 ? visible[0]! : null;
});

/**
 * Returns whether sizes are those of a device: nothing in the program is left to be split, and it does not itself say what
 * each of its devices runs.
 */
function isSplit(module: ModuleOp): boolean {
  for (const [, mesh] of new MeshTable(module).entries()) if (mesh.axes.length > 0) return false;
  let isWhole = false;
  module.walk((op: Operation) => {
    isWhole ||= op.name === 'sdy.manual_computation' || op.name === 'interpreter.run_parallel';
    isWhole ||= op.hasAttr('mhlo.sharding');
    if (!(op instanceof FuncOp)) return;
    const { inputs, results } = op.functionType;
    isWhole ||= inputs.some((_, i) => valueAttrs(op, 'arg_attrs', i).get('mhlo.sharding') !== null);
    isWhole ||= results.some((_, i) => valueAttrs(op, 'res_attrs', i).get('mhlo.sharding') !== null);
  });
  return !isWhole;
}

function recordedMesh(func: FuncOp): MeshAttr | null {
  const { inputs, results } = func.functionType;
  for (const [which, types] of [
    ['arg_attrs', inputs],
    ['res_attrs', results],
  ] as const)
    for (const i of types.keys()) {
      const sharding = valueAttrs(func, which, i).get(GLOBAL_SHARDING);
      if (sharding instanceof TensorShardingAttr && sharding.meshOrRef instanceof MeshAttr)
        return sharding.meshOrRef;
    }
  return null;
}

/** The type that a device's value had before the target gave it an element type of its own and a layout. */
function typeBeforeTarget(localShape: Attribute | null): RankedTensorType | null {
  return localShape?.subAttributes().find((part) => isInstance(RankedTensorType, part)) ?? null;
}

function wholeValue(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  index: number,
  type: Type,
  mesh: MeshAttr,
): ShardedValue {
  const attrs = valueAttrs(func, which, index);
  const [given, recorded] = [attrs.get(GLOBAL_SHARDING), attrs.get(GLOBAL_TYPE)];
  const own = arrayTypeOf(type)?.shape ?? [];
  const whole = recorded instanceof Type ? recorded : (typeBeforeTarget(attrs.get(LOCAL_SHAPE)) ?? type);
  const shape = arrayTypeOf(whole)?.shape ?? own;
  const sharding = given instanceof TensorShardingAttr ? given : null;
  // Values that the program itself splits or gathers are replicated.
  const isSplitOutside =
    sharding !== null &&
    isInstance(RankedTensorType, whole) &&
    // Complex numbers are pairs on the target, in a dimension more.
    localShape(shape, sharding, mesh)?.join() === own.slice(0, shape.length).join();
  const used = isSplitOutside ? sharding : null;
  const replicated = TensorShardingAttr.fullyClosed(SymbolRefAttr.get('mesh'), shape.length);
  const name = which === 'arg_attrs' ? argumentName(func, index) : resultName(func, index);
  const isUnknown = given instanceof StringAttr && given.value === UNKNOWN;
  const layout = shardLayout(shape, used ?? replicated, mesh);
  return { type: whole, sharding: used, name, layout, ...(isUnknown ? { isUnknown } : {}) };
}
