import { CallOp, FuncOp, programEntry } from '@shardform/dialect-func';
import {
  lookUpMesh,
  ManualComputationOp,
  type MeshAttr,
  shardLayout,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ShardStatusAttr } from '@shardform/dialect-ttcore';
import {
  ArrayAttr,
  type Context,
  DictionaryAttr,
  isInstance,
  ModuleOp,
  type Operation,
  lookUp,
} from '@shardform/ir-core';
import {
  arrayTypeOf,
  assembleShards,
  entryFunction,
  ExecutionError,
  isComplexKind,
  type NdArray,
  type RunModuleOptions,
  runSpmd,
  sliceShard,
} from '@shardform/runtime-sim';
import { fromTarget, toTarget } from './target-elements.ts';
import { resultType } from './result.ts';

/** The shardings of a program's arguments and results; `null` where every device has the whole. */
export interface Placement {
  readonly mesh: MeshAttr;
  readonly inputs: readonly (TensorShardingAttr | null)[];
  readonly outputs: readonly Output[];
}

interface Output {
  /** The sharding of a result that leaves the devices in shards. */
  readonly sharding: TensorShardingAttr | null;
  readonly type: { readonly kind: NdArray['kind']; readonly shape: readonly number[] };
}

function statusOf(func: FuncOp, list: 'arg_attrs' | 'res_attrs', index: number): string | null {
  const attrs = func.getAttr(list);
  const own = attrs instanceof ArrayAttr ? attrs.elements[index] : null;
  const status = own instanceof DictionaryAttr ? own.get('ttcore.shard_status') : null;
  return status instanceof ShardStatusAttr ? status.value : null;
}

/** The computation that an operation is, or that the function it calls consists of. */
function computationOf(op: Operation): ManualComputationOp | null {
  if (op instanceof ManualComputationOp) return op;
  const callee = op instanceof CallOp ? op.calledFunction() : null;
  if (!(callee instanceof FuncOp)) return null;
  const inner = [...callee.entry].find(
    (own: Operation): own is ManualComputationOp => own instanceof ManualComputationOp,
  );
  const isWhole = inner?.operandValues().every((value, i) => value === callee.entry.arguments[i]) ?? false;
  return inner !== undefined && isWhole ? inner : null;
}

/**
 * Reads the placement of a program that the StableHLO pipeline has made: one manual computation in `@main`.
 *
 * @returns `null` for programs that run on one device.
 */
export function placementOf(module: ModuleOp): Placement | null {
  const func = entryFunction(module);
  const body = func.entry;
  const terminator = body.lastOp;
  const holder = [...body].find((op: Operation) => op instanceof ManualComputationOp || op instanceof CallOp);
  if (holder === undefined || terminator === null) return null;
  const computation = computationOf(holder);
  if (computation === null) return null;
  const { inShardings, outShardings } = computation;
  const first = [...inShardings.shardings, ...outShardings.shardings].at(0);
  const mesh = first === undefined ? null : lookUpMesh(computation, first.meshOrRef);
  if (mesh === null) return null;
  const operands = holder.operandValues();
  return {
    mesh,
    inputs: body.arguments.map((argument, i) => {
      const at = operands.indexOf(argument);
      return at >= 0 && statusOf(func, 'arg_attrs', i) === 'presharded' ? inShardings.shardings[at] : null;
    }),
    outputs: terminator.operandValues().map((value, i) => {
      const at = holder.results.findIndex((result) => result === value);
      const isSplit = at >= 0 && statusOf(func, 'res_attrs', i) === 'presharded';
      const type = at < 0 ? null : resultType(computation, at);
      if (type === null)
        throw new ExecutionError(terminator, `result ${i} of '@main' is not one of its manual computation`);
      return { sharding: isSplit ? outShardings.shardings[at] : null, type };
    }),
  };
}

/** Returns the module with the program of a device, which may stand in a device module. */
export function programModule(module: ModuleOp): ModuleOp {
  if (programEntry(module) !== null) return module;
  const inside: ModuleOp[] = [];
  module.walk((op) => {
    if (isInstance(ModuleOp, op) && programEntry(op) !== null) inside.push(op);
  });
  return inside[0] ?? module;
}

/**
 * Executes a TTIR or TTNN program on the devices of its mesh.
 *
 * @param inputs whole tensors.
 * @returns whole tensors.
 * @throws ExecutionError
 */
export function runOnMesh(
  module: ModuleOp,
  placement: Placement | null,
  inputs: readonly NdArray[],
  context: Context,
  options: RunModuleOptions = {},
): readonly NdArray[] {
  const program = programModule(module);
  const types = entryFunction(program).functionType.inputs;
  const arguments_ = (own: readonly NdArray[]): NdArray[] => own.map((input, i) => toTarget(input, types[i]));
  if (placement === null) return runSpmd(program, 1, () => arguments_(inputs), context, options)[0];
  const { mesh } = placement;
  const layouts = inputs.map(({ shape }, i) => {
    const sharding = placement.inputs[i] ?? null;
    // What the program splits itself comes whole.
    const isWhole = arrayTypeOf(types[i])?.shape.slice(0, shape.length).join() === shape.join();
    return sharding === null || isWhole ? null : shardLayout(shape, sharding, mesh);
  });
  const results = runSpmd(
    program,
    mesh.totalSize,
    (device) =>
      arguments_(
        inputs.map((input, i) => {
          const layout = layouts[i] ?? null;
          return layout === null
            ? input
            : sliceShard(input, lookUp(layout.offsets, device), layout.localShape);
        }),
      ),
    context,
    options,
  ).map((own) =>
    // Complex numbers are split as one dimension less than their pairs have.
    own.map((result, i) => {
      const { kind } = placement.outputs[i].type;
      return isComplexKind(kind) ? fromTarget(result, kind) : result;
    }),
  );
  return placement.outputs.map(({ sharding, type }, i) => {
    const [first] = results;
    if (sharding === null || first[i].shape.join() === type.shape.join()) return first[i];
    const { offsets } = shardLayout(type.shape, sharding, mesh);
    const shards = results.map((own, device) => ({ offsets: lookUp(offsets, device), array: own[i] }));
    return assembleShards(shards[0].array.kind, type.shape, shards);
  });
}
