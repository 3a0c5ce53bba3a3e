import { CostError } from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import { FragmentCallOp, type MeshTensorType, meshTensorTypeOf, TransferOp } from '@shardform/dialect-mpmd';
import { piecesOf, type ShardLayout } from '@shardform/dialect-sdy';
import { type Context, elementByteWidth, lookUp, type Operation, type Value } from '@shardform/ir-core';
import { donatedArguments } from './donation.ts';

import { addSpmd, type FlattenOptions, operationLabel } from './flatten-spmd.ts';
import { FlatBuilder, type FlatProgram, NONE } from './flat-program.ts';
import { fuseOperations } from './fuse-operations.ts';
import { kindNumber } from './op-kind.ts';

/** An MPMD program whose fragments are functions of devices. */
export interface FlattenedMeshes {
  /** Calls of fragments and transfers. */
  readonly entry: FuncOp;
  /** Another order of its operations, in which each follows those that it depends on; that of the text by default. */
  readonly order?: readonly Operation[];
  /** Devices are numbered from 0 over all meshes. */
  readonly devices: {
    readonly count: number;
    /** The numbers of a mesh's devices, which follow each other. */
    of(mesh: string): readonly number[];
    /** Which part of a tensor each device of its mesh holds. */
    layoutOf(type: MeshTensorType): ShardLayout;
  };
  /** What each device of the mesh executes at a call. */
  readonly localOf: (call: FragmentCallOp) => FuncOp;
  /** The stage and microbatch of a call, as far as they are known. */
  readonly roleOf: (call: FragmentCallOp) => {
    readonly stage: number | null;
    readonly microbatch: number | null;
  };
}

/** The parts of a value by device, and the role of what made it. */
type Parts = ReadonlyMap<number, number>;

/**
 * Flattens an MPMD program: each fragment to what the devices of its mesh do, each transfer to a send for every part of
 * a tensor that another device needs. Device `i` has number `i + 1`, since 0 is a host.
 *
 * @throws CostError for dynamic shapes.
 */
export function flattenMeshes(
  program: FlattenedMeshes,
  context: Context,
  { fuses = true }: FlattenOptions = {},
): FlatProgram {
  const flat = new MeshFlattening(program, context).run();
  return fuses ? fuseOperations(flat) : flat;
}

class MeshFlattening {
  readonly #program: FlattenedMeshes;
  readonly #context: Context;
  readonly #builder = new FlatBuilder();
  readonly #values = new Map<Value, Parts>();

  constructor(program: FlattenedMeshes, context: Context) {
    this.#program = program;
    this.#context = context;
    this.#builder.devices(program.devices.count + 1);
  }

  run(): FlatProgram {
    const { entry, devices } = this.#program;
    const { arguments: args } = entry.entry;
    for (const argument of args) {
      const type = meshTypeOf(argument, entry);
      const number = this.#typeOf(type, devices.layoutOf(type).localShape);
      const parts = devices
        .of(type.meshName)
        .map((device) => [device, this.#builder.input(number, device + 1)] as const);
      this.#values.set(argument, new Map(parts));
    }
    for (const op of this.#program.order ?? entry.entry) {
      if (op instanceof FragmentCallOp) this.#call(op);
      else if (op instanceof TransferOp) this.#transfer(op);
      else if (!op.definition.isTerminator) throw new CostError(op, `'${op.name}' is executed by no mesh`);
    }
    const donated = donatedArguments(entry);
    this.#builder.returns(
      entry.entry
        .getTerminator()
        .operandValues()
        .flatMap((result, i) => {
          const input = args.at(donated.get(i) ?? args.length);
          const given = input === undefined ? null : this.#of(input);
          return [...this.#of(result)].map(([device, value]) => ({
            value,
            donated: given?.get(device) ?? null,
          }));
        }),
    );
    return this.#builder.build();
  }

  #of(value: Value): Parts {
    return lookUp(this.#values, value);
  }

  #call(op: FragmentCallOp): void {
    const numbers = this.#program.devices.of(op.mesh);
    const { stage, microbatch } = this.#program.roleOf(op);
    const builder = this.#builder;
    [builder.stage, builder.microbatch] = [stage ?? NONE, microbatch ?? NONE];
    const operands = op
      .operandValues()
      .map((value) => numbers.map((device) => lookUp(this.#of(value), device)));
    const devices = { builder, count: numbers.length, first: numbers[0] + 1 };
    for (const at of numbers.keys())
      this.#begin(
        operands.map((parts) => parts[at]),
        op,
      );
    const results = addSpmd(this.#program.localOf(op), operands, devices, this.#context);
    const parts = numbers.map((device, at) =>
      this.#end(
        results.map((own) => own?.[at] ?? NONE),
        device,
        op,
      ),
    );
    op.results.forEach((result, i) => {
      this.#values.set(result, new Map(numbers.map((device, at) => [device, parts[at][i]])));
    });
    [builder.stage, builder.microbatch] = [NONE, NONE];
  }

  /** A fragment is a program of its own, which begins when all its operands are there. */
  #begin(operands: readonly number[], op: Operation): void {
    if (operands.length === 0) return;
    this.#builder.begin(kindNumber('Join'));
    for (const value of operands) this.#builder.operand(value);
    this.#builder.source(op);
  }

  /** Nobody gets a result of a program before its end. */
  #end(results: readonly number[], device: number, op: Operation): number[] {
    if (results.length === 0) return [];
    const builder = this.#builder;
    builder.begin(kindNumber('Join'));
    // The results are not computed again: they stay where they are.
    for (const value of results) builder.operand(value, true);
    builder.source(op);
    return results.map((value) => builder.result(builder.typeOf(value), device + 1));
  }

  /** What is sent belongs to the microbatch of the fragment that made it. */
  #transfer(op: TransferOp): void {
    const maker = op.tensor.definingOp;
    const role = maker instanceof FragmentCallOp ? this.#program.roleOf(maker) : null;
    const builder = this.#builder;
    [builder.stage, builder.microbatch] = [role?.stage ?? NONE, role?.microbatch ?? NONE];
    const { devices } = this.#program;
    const [from, to] = [meshTypeOf(op.tensor, op), meshTypeOf(op.result, op)];
    const [source, target] = [devices.layoutOf(from), devices.layoutOf(to)];
    const held = this.#of(op.tensor);
    const shift = devices.of(from.meshName)[0] - devices.of(to.meshName)[0];
    const received = new Map<number, number>();
    for (const device of devices.of(to.meshName)) {
      const pieces = piecesOf(source, target, device, device + shift);
      const sent = pieces.map(({ from: own, part }) => {
        const piece = this.#typeOf(to, part.sizes);
        const whole = lookUp(held, own.device);
        const isCut = part.sizes.join() !== own.sizes.join();
        const value = isCut ? this.#local('Slice', [whole], piece, own.device, op) : whole;
        return this.#send(value, piece, device, op);
      });
      received.set(
        device,
        sent.length === 1
          ? sent[0]
          : this.#local('Concat', sent, this.#typeOf(to, target.localShape), device, op),
      );
    }
    this.#values.set(op.result, received);
    [builder.stage, builder.microbatch] = [NONE, NONE];
  }

  /** Sends a value to a device, unless it is there. */
  #send(value: number, type: number, device: number, op: Operation): number {
    const builder = this.#builder;
    if (builder.deviceOf(value) === device + 1) return value;
    builder.begin(kindNumber('Send'));
    builder.operand(value);
    builder.label(operationLabel(op));
    builder.source(op);
    return builder.result(type, device + 1);
  }

  #local(
    kind: 'Slice' | 'Concat',
    operands: readonly number[],
    type: number,
    device: number,
    op: Operation,
  ): number {
    const value = this.#builder.op(kind, operands, type, device + 1);
    this.#builder.label(operationLabel(op));
    this.#builder.source(op);
    return value;
  }

  #typeOf({ elementType }: MeshTensorType, shape: readonly number[]): number {
    return this.#builder.types.of(shape, elementByteWidth(elementType) ?? 1);
  }
}

function meshTypeOf(value: Value, op: Operation): MeshTensorType {
  const type = meshTensorTypeOf(value);
  if (type?.hasStaticShape !== true)
    throw new CostError(op, `'${String(value.type)}' is no tensor of known size on a mesh`);
  return type;
}
