import * as sdy from '@shardform/dialect-sdy';
import { lookUp, type Region, type Type } from '@shardform/ir-core';
import { assembleShards, type NdArray, sliceShard } from '../array/index.ts';
import { arrayTypeOf } from '../interpreter/array-type.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState, Execution } from '../interpreter/interpretable.ts';
import { isArray, type RuntimeValue, token } from '../interpreter/runtime-value.ts';
import { arrayType } from './types.ts';

/**
 * Executes a manual computation on global shapes. The outermost one runs its body on every device of the mesh. One
 * within another, called functions included, runs on the devices of the outer one, so that a device keeps its number and
 * may meet those along the outer axes; the devices along the inner axes join their results.
 *
 * @throws ExecutionError
 */
export function manualComputation(
  op: sdy.ManualComputationOp,
  operands: readonly RuntimeValue[],
  state: DeviceState,
): readonly RuntimeValue[] | Execution {
  const mesh = meshOf(op);
  if (op.manualAxes.isEmpty || mesh === null) return state.runRegion(op.body, operands);
  const shards = new ManualShards(op, mesh);
  const outer = state.machine.mesh;
  if (outer === null) {
    const bodies = new Array<Region>(mesh.totalSize).fill(op.body);
    const results = state.runDevices(bodies, (device) => shards.operandsOf(device, operands), { mesh });
    const devices = Array.from({ length: mesh.totalSize }, (_, position) => mesh.deviceId(position));
    return shards.join(
      devices,
      devices.map((device) => results[device]),
    );
  }
  if (outer === mesh) return nested(op, shards, mesh, operands, state);
  throw new ExecutionError(
    op,
    `a manual computation on ${String(mesh)} is within one on ${String(outer)}; both must be on one mesh`,
  );
}

/** The parts of the operands and results of a manual computation that its devices have. */
class ManualShards {
  readonly #op: sdy.ManualComputationOp;
  readonly #mesh: sdy.MeshAttr;
  /** By operand; `null` for those that are no tensors. */
  readonly #inputs: readonly (sdy.ShardLayout | null)[];

  constructor(op: sdy.ManualComputationOp, mesh: sdy.MeshAttr) {
    this.#op = op;
    this.#mesh = mesh;
    this.#inputs = this.#layouts(op.operandTypes(), op.inShardings);
  }

  operandsOf(device: number, operands: readonly RuntimeValue[]): readonly RuntimeValue[] {
    return operands.map((operand, i) => {
      const layout = this.#inputs[i] ?? null;
      if (layout === null || !isArray(operand)) return operand;
      return sliceShard(operand, lookUp(layout.offsets, device), layout.localShape);
    });
  }

  /** The results on global shapes. @param devices whose results `own` has. */
  join(devices: readonly number[], own: readonly (readonly RuntimeValue[])[]): readonly RuntimeValue[] {
    const types = this.#op.results.map(({ type }) => type);
    return this.#layouts(types, this.#op.outShardings).map((layout, i) => {
      if (layout === null) return token;
      const { kind, shape } = arrayType(this.#op, types[i]);
      const shards = devices.flatMap((device, at) => {
        const array = own[at][i];
        return isArray(array) ? [{ offsets: lookUp(layout.offsets, device), array }] : [];
      });
      return assembleShards(kind, shape, shards);
    });
  }

  #layouts(
    types: readonly Type[],
    { shardings }: sdy.TensorShardingPerValueAttr,
  ): readonly (sdy.ShardLayout | null)[] {
    return types.map((type, i) => {
      const shape = arrayTypeOf(type)?.shape;
      return shape === undefined ? null : sdy.shardLayout(shape, this.#manualPart(shardings[i]), this.#mesh);
    });
  }

  #manualPart(sharding: sdy.TensorShardingAttr): sdy.TensorShardingAttr {
    const isManual = (axis: sdy.AxisRefAttr): boolean => this.#op.manualAxes.includes(axis.name);
    return sharding.with({ dims: sharding.dims.map((dim) => dim.withAxes(dim.axes.filter(isManual))) });
  }
}

/** The mesh of the shardings; `null` if there is none. */
function meshOf(op: sdy.ManualComputationOp): sdy.MeshAttr | null {
  const first = [...op.inShardings.shardings, ...op.outShardings.shardings].at(0);
  return first === undefined ? null : sdy.lookUpMesh(op, first.meshOrRef);
}

function* nested(
  op: sdy.ManualComputationOp,
  shards: ManualShards,
  mesh: sdy.MeshAttr,
  operands: readonly RuntimeValue[],
  state: DeviceState,
): Execution {
  const results = yield* state.runRegion(op.body, shards.operandsOf(state.device, operands));
  const groups = state.machine.onceFor(op, () => groupsAlong(mesh, op.manualAxes));
  const members = lookUp(groups, state.device);
  const withTokens = (arrays: readonly NdArray[]): readonly RuntimeValue[] => {
    const next = arrays.values();
    return results.map((own) => (isArray(own) ? (next.next().value ?? own) : own));
  };
  const joined = yield {
    op,
    members,
    operands: results.filter(isArray),
    complete: (all) => {
      const whole = shards.join(members, all.map(withTokens)).filter(isArray);
      return members.map(() => whole);
    },
  };
  return withTokens(joined);
}

/** For each device those that differ from it along some axes only, in the order of the mesh. */
function groupsAlong(mesh: sdy.MeshAttr, manualAxes: sdy.ManualAxesAttr): Map<number, readonly number[]> {
  const others = mesh.axes.filter(({ name }) => !manualAxes.includes(name));
  const along = others.map(({ name }) => sdy.AxisRefAttr.get(name));
  const byPlace = new Map<number, number[]>();
  const groups = new Map<number, readonly number[]>();
  for (let position = 0; position < mesh.totalSize; position += 1) {
    const place = sdy.shardIndex(along, position, mesh);
    const group = byPlace.get(place) ?? [];
    byPlace.set(place, group);
    group.push(mesh.deviceId(position));
    groups.set(mesh.deviceId(position), group);
  }
  return groups;
}
