import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  AllReduceOp,
  AxisRefAttr,
  eraseManualAxes,
  isCollectiveOp,
  ManualAxesAttr,
  ManualComputationOp,
  type MeshAttr,
  meshOps,
  MeshTable,
  PropagationBarrierOp,
  rankOf,
  ReshardOp,
  resultShardings,
  SdyConstantOp,
  SHARDING,
  ShardingConstraintOp,
  sortInMesh,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ConstantOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  type Context,
  definePass,
  type ModuleOp,
  type Operation,
  StringAttr,
  type SymbolRefAttr,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import { MHLO_SHARDING, SHARDING_CALL } from './import-mhlo-shardings.ts';
import { type LeafOpSharding, opShardingText } from './op-sharding.ts';
import { opShardingOfSdy } from './op-sharding-of-sdy.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** Converts the global tensor to the device's shard inside a manual computation, and back. */
const FULL_TO_SHARD = 'SPMDFullToShardShape';
const SHARD_TO_FULL = 'SPMDShardToFullShape';

/**
 * Converts all shardings of a module to XLA's `mhlo.sharding` and sdy operations to their counterparts there, and drops
 * the meshes.
 *
 * @returns false after an error was reported.
 */
export function exportMhloShardings(module: ModuleOp, context: Context): boolean {
  if (!hasListableDevices(module, context)) return false;
  const exporter = new Exporter(module, context);
  for (const op of module.body) if (op instanceof FuncOp) exporter.exportFunction(op);
  if (!exporter.succeeded) return false;
  for (const mesh of meshOps(module)) mesh.erase();
  return true;
}

/** Devices are listed one by one. */
const MOST_DEVICES = 2 ** 20;

function hasListableDevices(module: ModuleOp, { diagnostics }: Context): boolean {
  for (const op of meshOps(module)) {
    const { totalSize } = op.mesh;
    if (totalSize <= MOST_DEVICES) continue;
    diagnostics.emitOn(
      op,
      'error',
      `mesh @${op.symName.value} has more than ${MOST_DEVICES.toLocaleString('en')} devices, which ${MHLO_SHARDING} would list one by one; give it smaller axes`,
    );
    return false;
  }
  return true;
}

/** The manual computations that enclose an operation. */
interface Scope {
  readonly axes: ManualAxesAttr;
  /** The mesh that they are on. */
  readonly meshOrRef: MeshAttr | SymbolRefAttr;
}

class Exporter {
  readonly #meshes: MeshTable;
  readonly #context: Context;
  succeeded = true;

  constructor(module: ModuleOp, context: Context) {
    this.#meshes = new MeshTable(module);
    this.#context = context;
  }

  exportFunction(func: FuncOp): void {
    for (const which of ['arg_attrs', 'res_attrs'] as const) {
      const all = valueAttrsList(func, which);
      if (!all.some((attrs) => attrs.get(SHARDING) !== null)) continue;
      setAllValueAttrs(
        func,
        which,
        all.map((attrs) => {
          const sharding = attrs.get(SHARDING);
          if (!(sharding instanceof TensorShardingAttr)) return attrs;
          return attrs.with(SHARDING, null).with(MHLO_SHARDING, this.#text([sharding], null));
        }),
      );
    }
    this.#exportRegions(func, null);
  }

  #exportRegions(op: Operation, scope: Scope | null): void {
    for (const region of op.regions) {
      for (const block of region.blocks) for (const inner of block) this.#exportOp(inner, scope);
    }
  }

  #exportOp(op: Operation, scope: Scope | null): void {
    if (op instanceof ManualComputationOp) this.#exportManualComputation(op, scope);
    else if (op instanceof ShardingConstraintOp || op instanceof ReshardOp)
      this.#replace(op, this.#shardingCall(op.input, op.sharding, scope, op));
    else if (op instanceof PropagationBarrierOp) this.#replace(op, op.input);
    // Partial values are whole in XLA's view of the program, so that combining them changes nothing.
    else if (op instanceof AllReduceOp) this.#replace(op, op.tensor);
    else if (isCollectiveOp(op)) this.#replace(op, this.#shardingCall(op.tensor, op.outSharding, scope, op));
    else if (op.definition.dialect === 'sdy' && !(op instanceof SdyConstantOp)) this.#reject(op);
    else {
      this.#exportRegions(op, scope);
      this.#exportResults(op, scope);
      if (op instanceof SdyConstantOp) this.#exportConstant(op);
    }
  }

  /** Marks every value inside a manual computation as manual. */
  #exportResults(op: Operation, scope: Scope | null): void {
    let shardings = resultShardings(op)?.shardings;
    if (shardings === undefined && scope !== null && op.results.length > 0) {
      shardings = op
        .resultTypes()
        .map((type) => TensorShardingAttr.fullyClosed(scope.meshOrRef, rankOf({ type })));
    }
    if (shardings === undefined) return;
    op.setAttr(SHARDING, null);
    op.setAttr(MHLO_SHARDING, this.#text(shardings, scope));
  }

  #exportConstant(op: SdyConstantOp): void {
    const constant = ConstantOp.create({ value: op.value }, op.resultTypes(), {
      location: op.location,
      attributes: op.sortedDiscardable(),
    });
    constant.moveBefore(op);
    this.#replace(op, constant.getResult());
  }

  /** Inlines the body of a manual computation, between calls that take the shards and reassemble them. */
  #exportManualComputation(op: ManualComputationOp, outer: Scope | null): void {
    const [model] = [...op.inShardings.shardings, ...op.outShardings.shardings];
    const meshOrRef = model?.meshOrRef ?? outer?.meshOrRef ?? null;
    const axes = ManualAxesAttr.get({ value: [...(outer?.axes.value ?? []), ...op.manualAxes.value] });
    const scope = meshOrRef === null ? null : { axes, meshOrRef };
    const terminator = op.entry.lastOp!;
    op.entry.arguments.forEach((argument, i) => {
      const sharding = op.inShardings.shardings[i];
      let input = op.getOperand(i);
      if (sharding !== undefined) {
        input = this.#shardingCall(input, sharding, outer, op);
        input = this.#call(FULL_TO_SHARD, input, argument.type, this.#text([sharding], scope), op);
      }
      argument.replaceAllUsesWith(input);
    });
    for (const inner of op.entry) {
      if (inner === terminator) continue;
      inner.moveBefore(op);
      this.#exportOp(inner, scope);
    }
    // The replacement of a result may have been replaced itself meanwhile.
    const outputs = terminator.operandValues().map((value, i) => {
      const sharding = op.outShardings.shardings[i];
      if (sharding === undefined) return value;
      const part = this.#call(SHARDING_CALL, value, value.type, this.#text([sharding], scope), op);
      return this.#call(SHARD_TO_FULL, part, op.getResult(i).type, this.#text([sharding], outer), op);
    });
    zip(op.results, outputs).forEach(([result, output]) => result.replaceAllUsesWith(output));
    op.erase();
  }

  #shardingCall(input: Value, sharding: TensorShardingAttr, scope: Scope | null, before: Operation): Value {
    const open = sharding.dims.flatMap(({ isClosed }, d) => (isClosed ? [] : [d]));
    const config = open.length === 0 ? null : `unspecified_dims=[${open.join()}]`;
    return this.#call(SHARDING_CALL, input, input.type, this.#text([sharding], scope), before, config);
  }

  #call(
    target: string,
    input: Value,
    type: Type,
    sharding: StringAttr,
    before: Operation,
    config: string | null = null,
  ): Value {
    const call = CustomCallOp.create(
      {
        inputs: [input],
        callTargetName: StringAttr.get(target),
        ...(config === null ? {} : { backendConfig: StringAttr.get(config) }),
      },
      [type],
      { location: before.location, attributes: [[MHLO_SHARDING, sharding]] },
    );
    call.moveBefore(before);
    return call.getResult();
  }

  #replace(op: Operation, value: Value): void {
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }

  #text(shardings: readonly TensorShardingAttr[], scope: Scope | null): StringAttr {
    const leaves = shardings.map((sharding) => this.#convert(sharding, scope));
    return StringAttr.get(
      opShardingText(leaves.length === 1 ? leaves[0]! : { kind: 'tuple', elements: leaves }),
    );
  }

  /** Axes that are manual around a value split nothing of it. */
  #convert(sharding: TensorShardingAttr, scope: Scope | null): LeafOpSharding {
    const mesh = this.#meshes.meshOf(sharding);
    // The verifier has checked that every mesh exists.
    if (mesh === null) throw new Error(`no mesh for ${sharding.text}`);
    if (scope === null) return opShardingOfSdy(sharding, mesh);
    const manual = scope.axes.value.filter((name) => mesh.hasAxis(name)).map((name) => AxisRefAttr.get(name));
    return opShardingOfSdy(eraseManualAxes(sharding, scope.axes), mesh, sortInMesh(manual, mesh));
  }

  #reject(op: Operation): void {
    this.succeeded = false;
    this.#context.diagnostics.emitOn(
      op,
      'error',
      `'${op.name}' op has no form in ${MHLO_SHARDING}; propagate shardings before`,
    );
  }
}

/** `export-mhlo-shardings`. */
export const exportMhloShardingsPass = /* @__PURE__ */ definePass({
  name: 'export-mhlo-shardings',
  className: 'ExportMhloShardingsPass',
  summary: "Puts `sdy.sharding` into XLA's `mhlo.sharding` and drops the meshes.",
  description:
    'Constraints, reshards and collectives of sdy become `@Sharding` calls, constants those of StableHLO. The body of a manual computation stands between `@SPMDFullToShardShape` and `@SPMDShardToFullShape` calls. Which dimensions are open, priorities and sharding groups have no form there.',
  anchor: 'builtin.module',
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    if (!exportMhloShardings(module, pass.context)) pass.fail();
  },
});
