import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import { FragmentCallOp, type MeshTensorType, meshTensorTypeOf, TransferOp } from '@shardform/dialect-mpmd';
import { piecesOf, type ShardLayout } from '@shardform/dialect-sdy';
import { DevicePrograms, type DeviceTensor, TensorBuilder, tensorOf } from '@shardform/dialect-stablehlo';
import {
  cloneOp,
  type Context,
  lookUp,
  ModuleOp,
  type Operation,
  replaceSymbolUses,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { addDeviceEntry } from './device-entry.ts';
import { numberDevices } from './device-ids.ts';
import { FRAGMENT_FUNCTION, type LocalFragment } from './local-fragments.ts';
import type { MeshDevices, NumberedMesh } from './mesh-devices.ts';
import type { MeshProgram } from './mesh-program.ts';
import { cutPart, joinParts } from './parts.ts';

/** A tensor on a mesh, and which part of it each device holds. */
export interface MeshValue {
  readonly type: MeshTensorType;
  /** By the number of the device among those of all meshes. */
  readonly layout: ShardLayout;
}

/** A StableHLO function for each device of an MPMD program. */
export interface DeviceFunctions {
  /** With the functions of the devices, those of fragments, which they call, and the entry, which runs all devices. */
  readonly module: ModuleOp;
  readonly devices: MeshDevices;
  /** By device. Arguments and results are the parts of the program's that are on the device's mesh, in their order. */
  readonly functions: readonly FuncOp[];
  readonly inputs: readonly MeshValue[];
  readonly results: readonly MeshValue[];
}

/**
 * Gives each device of a program's meshes a function, `@device_0` and so on: the calls of its mesh's fragments in the
 * order of the program, and a message for each part of a tensor that another device needs.
 */
export function deviceFunctions(
  program: MeshProgram,
  fragments: ReadonlyMap<string, LocalFragment>,
  context: Context,
): DeviceFunctions {
  return new DeviceLowering(program, fragments, context).run();
}

class DeviceLowering {
  readonly #program: MeshProgram;
  readonly #fragments: ReadonlyMap<string, LocalFragment>;
  readonly #context: Context;
  readonly #module: ModuleOp;
  readonly #symbols: SymbolTable;
  readonly #programs: DevicePrograms<TensorBuilder>;
  /** The part that each device holds of a value. */
  readonly #values = new Map<Value, ReadonlyMap<number, Tensor>>();
  /** The functions of fragments by name and mesh. */
  readonly #callees = new Map<string, FuncOp>();

  constructor(program: MeshProgram, fragments: ReadonlyMap<string, LocalFragment>, context: Context) {
    this.#program = program;
    this.#fragments = fragments;
    this.#context = context;
    const { entry, devices, module } = program;
    this.#module = ModuleOp.empty(module.location);
    this.#module.symName = module.symName;
    this.#symbols = new SymbolTable(this.#module);
    const numbers = Array.from({ length: devices.count }, (_, i) => i);
    this.#programs = new DevicePrograms(
      numbers,
      entry.location,
      context,
      (builder) => new TensorBuilder(builder),
    );
  }

  run(): DeviceFunctions {
    const { entry, devices } = this.#program;
    const valueOf = (value: Value): MeshValue => {
      const type = meshTypeOf(value);
      return { type, layout: devices.layoutOf(type) };
    };
    for (const argument of entry.body.entry.arguments) {
      const { type, layout } = valueOf(argument);
      const local = type.globalType.withShape(layout.localShape);
      const parts = devices
        .of(type.meshName)
        .map((device) => [device, this.#programs.addArgument(device, local).value] as const);
      this.#values.set(argument, new Map(parts));
    }
    for (const op of entry.body.entry) this.#lower(op);
    const returned = entry.body.entry.getTerminator().operandValues();
    for (const value of returned)
      for (const [device, part] of this.#of(value)) this.#programs.addResult({ device, value: part });
    const functions = this.#programs.finish();
    for (const func of functions) this.#symbols.insert(func);
    const lowered = {
      ...{ module: this.#module, devices, functions },
      inputs: entry.body.entry.arguments.map(valueOf),
      results: returned.map(valueOf),
    };
    addDeviceEntry(lowered, entry, this.#context);
    return lowered;
  }

  #of(value: Value): ReadonlyMap<number, Tensor> {
    return lookUp(this.#values, value);
  }

  #lower(op: Operation): void {
    this.#programs.location = op.location;
    if (op instanceof FragmentCallOp) this.#call(op);
    else if (op instanceof TransferOp) this.#transfer(op);
    else if (!(op instanceof ReturnOp)) throw new Error(`'${op.name}' is no operation of devices`);
  }

  #call(op: FragmentCallOp): void {
    const { devices } = this.#program;
    const callee = this.#callee(op.callee.root, devices.named(op.mesh));
    const results = op.results.map(() => new Map<number, Tensor>());
    for (const device of devices.of(op.mesh)) {
      const operands = op.operandValues().map((value) => lookUp(this.#of(value), device));
      const call = this.#programs
        .on(device)
        .builder.create(
          CallOp,
          { callee: SymbolRefAttr.get(callee.symName.value), operands },
          callee.functionType.results,
        );
      call.results.forEach((result, i) => results[i]!.set(device, tensorOf(result)));
    }
    op.results.forEach((result, i) => this.#values.set(result, results[i]!));
  }

  /** The function of a fragment for the devices of a mesh. */
  #callee(name: string, mesh: NumberedMesh): FuncOp {
    const key = `${name} ${mesh.name}`;
    const known = this.#callees.get(key);
    if (known !== undefined) return known;
    const copy = cloneOp(lookUp(this.#fragments, name).local);
    const functions = [...copy.body].filter((op) => op instanceof FuncOp);
    for (const func of functions) {
      const own = func.symName.value === FRAGMENT_FUNCTION ? name : func.symName.value;
      const unique = this.#symbols.lookup(own) === null ? own : this.#symbols.uniqueName(own);
      replaceSymbolUses(func, unique, copy);
      if (func.symName.value === FRAGMENT_FUNCTION) this.#callees.set(key, func);
      func.symName = StringAttr.get(unique);
      func.symVisibility = StringAttr.get('private');
    }
    for (const func of functions) {
      func.remove();
      numberDevices(func, mesh, this.#context);
      this.#symbols.insert(func);
    }
    return lookUp(this.#callees, key);
  }

  #transfer(op: TransferOp): void {
    const { devices } = this.#program;
    const [from, to] = [meshTypeOf(op.tensor), meshTypeOf(op.result)];
    const [source, target] = [devices.layoutOf(from), devices.layoutOf(to)];
    const held = this.#of(op.tensor);
    const [first, second] = [devices.named(from.meshName).first, devices.named(to.meshName).first];
    const received = new Map<number, Tensor>();
    for (const device of devices.of(to.meshName)) {
      // Where both meshes split a tensor alike, each device sends its part to its counterpart.
      const pieces = piecesOf(source, target, device, device - second + first);
      const parts = pieces.map(({ from: own, part }) => {
        const cut = cutPart(this.#programs.on(own.device), lookUp(held, own.device), own, part);
        const sent: DeviceTensor = { device: own.device, value: cut };
        return { part, tensor: this.#programs.transfer(sent, device).value };
      });
      received.set(device, joinParts(this.#programs.on(device), parts));
    }
    this.#values.set(op.result, received);
  }
}

/** The type of a value of an MPMD program whose values are all on meshes. */
function meshTypeOf(value: Value): MeshTensorType {
  const type = meshTensorTypeOf(value);
  if (type === null) throw new Error(`a value of type '${String(value.type)}' is on no mesh`);
  return type;
}
