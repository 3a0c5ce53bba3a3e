import {
  AllReduceOp,
  AxisRefAttr,
  AxisRefListAttr,
  getSharding,
  MeshTable,
  ReshardOp,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  CreateTokenOp,
  IfOp,
  ReturnOp,
  TokenType,
} from '@shardform/dialect-stablehlo';
import {
  Builder,
  type Context,
  DenseElementsAttr,
  definePass,
  elementByteSize,
  integerOption,
  type Operation,
  type OpResult,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { neverWarnUnknown } from '../rules/sharding-rule.ts';
import { buildDeviceId, buildIntegerScalar } from './device-id.ts';
import { type GlobalMesh, globalMesh, singleDeviceOf } from './single-device-sharding.ts';

/** `sdy-resolve-single-device-sharding`. */
export const resolveSingleDeviceSharding = /* @__PURE__ */ definePass({
  name: 'sdy-resolve-single-device-sharding',
  className: 'ResolveSingleDeviceShardingPass',
  summary: 'Makes operations that one device computes conditional, and sends their results to all devices.',
  description:
    'The other devices contribute zeros to the sum that distributes a result. Operands have to be on all devices, as they are after `sdy-insert-explicit-reshards`.',
  options: {
    'replica-count': integerOption('Number of replicas.', 1),
    'partition-count': integerOption('Number of partitions.', 1),
  },
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  run(func, { context, options }) {
    const meshes = new MeshTable(func);
    const ops: { readonly op: Operation; readonly device: number }[] = [];
    func.walk((op) => {
      if (op.definition.dialect === 'sdy') return;
      const device = deviceOf(op, meshes, context);
      if (device !== null) ops.push({ op, device });
    });
    // Finding the program's mesh takes a walk of all its shardings, and most programs have no such operation.
    const global = ops.length === 0 ? null : globalMesh(func);
    if (global === null) return;
    const resolver = new SingleDeviceResolver(meshes, global, options['replica-count'] > 1, context);
    for (const { op, device } of ops) resolver.resolve(op, device);
  },
});

/** The only device that computes an operation; `null` when several do. */
function deviceOf(op: Operation, meshes: MeshTable, context: Context): number | null {
  for (const result of op.results) {
    if (!(result.type instanceof RankedTensorType)) continue;
    const device = singleDeviceOf(getSharding(result, context), meshes);
    if (device !== null) return device;
  }
  return null;
}

class SingleDeviceResolver {
  readonly #meshes: MeshTable;
  readonly #global: GlobalMesh;
  readonly #usesReplicas: boolean;
  readonly #builder: Builder;
  readonly #context: Context;

  constructor(meshes: MeshTable, global: GlobalMesh, usesReplicas: boolean, context: Context) {
    this.#meshes = meshes;
    this.#global = global;
    this.#usesReplicas = usesReplicas;
    this.#builder = new Builder(context);
    this.#context = context;
  }

  resolve(op: Operation, device: number): void {
    const builder = this.#builder;
    builder.setInsertionPoint(op);
    builder.location = op.location;
    const isHere = builder.create(CompareOp, {
      lhs: buildDeviceId(builder, this.#usesReplicas),
      rhs: buildIntegerScalar(builder, device),
      comparisonDirection: ComparisonDirectionAttr.get('EQ'),
    }).result;
    const types = op.resultTypes();
    const choice = builder.create(IfOp, { pred: isHere }, types);
    neverWarnUnknown(choice, this.#context);
    const reshards = builder.atSavedPoint(() => this.#buildBranches(choice, op));
    builder.setInsertionPointAfter(choice);
    for (const result of op.results) this.#distribute(result, choice.getResult(result.index));
    op.erase();
    for (const reshard of reshards) if (reshard.hasNoUses()) reshard.erase();
  }

  /** @returns the reshards to one device that the operation had its operands from. */
  #buildBranches(choice: IfOp, op: Operation): ReadonlySet<Operation> {
    const builder = this.#builder;
    const reshards = new Set<Operation>();
    builder.createBlock(choice.trueBranch);
    const copy = builder.clone(op);
    copy.setAttr(SHARDING, null);
    for (const operand of copy.operands) {
      const { definingOp } = operand.value;
      if (!(definingOp instanceof ReshardOp)) continue;
      if (singleDeviceOf(definingOp.sharding, this.#meshes) === null) continue;
      operand.set(definingOp.input);
      reshards.add(definingOp);
    }
    builder.create(ReturnOp, { results: [...copy.results] }, []);
    builder.createBlock(choice.falseBranch);
    const zeros = op.resultTypes().flatMap((type) => this.#buildNothing(type) ?? []);
    builder.create(ReturnOp, { results: zeros }, []);
    return reshards;
  }

  /** Builds the identity of a sum; `null` for types other than tensors and tokens. */
  #buildNothing(type: Type): Value | null {
    const builder = this.#builder;
    if (type instanceof TokenType) return builder.create(CreateTokenOp, {}, [type]).output;
    if (!(type instanceof RankedTensorType)) return null;
    // All bits of a zero are zero, whatever the kind of number.
    const zero = new Uint8Array(elementByteSize(type.elementType) ?? 0);
    const value = DenseElementsAttr.fromBytes(type, zero);
    return builder.create(ConstantOp, { value }, [type]).output;
  }

  #distribute(result: OpResult, local: Value): void {
    const { type } = local;
    if (!(type instanceof RankedTensorType)) {
      result.replaceAllUsesWith(local);
      return;
    }
    const { mesh, reference } = this.#global;
    const outSharding = TensorShardingAttr.fullyClosed(reference, type.rank);
    const reductionAxes = AxisRefListAttr.get({ value: mesh.axes.map(({ name }) => AxisRefAttr.get(name)) });
    const whole = this.#builder.create(
      AllReduceOp,
      { tensor: local, reductionOp: null, reductionAxes, outSharding },
      [type],
    ).result;
    for (const { owner } of [...result.uses()]) {
      if (!(owner instanceof ReshardOp) || owner.sharding !== outSharding) continue;
      owner.replaceAllUsesWith([whole]);
      owner.erase();
    }
    result.replaceAllUsesWith(whole);
  }
}
