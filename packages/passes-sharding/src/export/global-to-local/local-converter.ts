import { FuncOp } from '@shardform/dialect-func';
import {
  functionArgumentSharding,
  functionResultSharding,
  getSharding,
  localType,
  type MeshAttr,
  type MeshTable,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { ChannelHandleAttr } from '@shardform/dialect-stablehlo';
import {
  Builder,
  type Context,
  FunctionType,
  type Operation,
  SymbolRefAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { Channels } from '../channels.ts';

/** A value before the conversion. */
export interface GlobalValue {
  readonly type: Type;
  readonly sharding: TensorShardingAttr | null;
}

/** An operation before the conversion. */
export interface GlobalOp {
  readonly operands: readonly GlobalValue[];
  readonly results: readonly GlobalValue[];
}

/** Choices in the conversion of a program to its per-device form. */
export interface LocalConversionOptions {
  /** Gather dimension by dimension instead of all at once. */
  readonly perDimAllGather: boolean;
  /** Scatter several dimensions with one collective instead of a reduction and a slice. */
  readonly combineReduceScatter: boolean;
  /** True if groups of devices are written as axes of a mesh where they are whole axes. */
  readonly usesMeshAxes: boolean;
  /** True if devices are the replicas, not the partitions, of the program. */
  readonly usesReplicas: boolean;
  /** True if scatters whose input is what their reduction leaves as it is start from it on every device. */
  readonly keepsIdentities: boolean;
}

/** The state shared by lowerings: the original values, the mesh of shardings, channels, and the insertion point. */
export class LocalConverter {
  readonly context: Context;
  readonly meshes: MeshTable;
  readonly options: LocalConversionOptions;
  readonly builder: Builder;
  /** True if an operation had no per-device form. */
  hasFailed = false;
  readonly #globals = new Map<Operation, GlobalOp>();
  readonly #channels: Channels;

  constructor(module: Operation, meshes: MeshTable, options: LocalConversionOptions, context: Context) {
    this.context = context;
    this.meshes = meshes;
    this.options = options;
    this.builder = new Builder(context);
    this.#channels = new Channels(module);
  }

  /** Keeps what an operation's operands and results are now. */
  record(op: Operation): void {
    const global = (value: Value): GlobalValue => ({
      type: value.type,
      sharding: getSharding(value, this.context),
    });
    this.#globals.set(op, {
      operands: op.operands.map(({ value }) => global(value)),
      results: op.results.map(global),
    });
  }

  /** Returns the operation as it was before the conversion. @throws if it was not recorded. */
  global(op: Operation): GlobalOp {
    const global = this.#globals.get(op);
    if (global === undefined) throw new Error(`'${op.name}' was not recorded`);
    return global;
  }

  meshOf(sharding: TensorShardingAttr): MeshAttr {
    const mesh = this.meshes.meshOf(sharding);
    // The module was verified.
    if (mesh === null) throw new Error(`unknown mesh: ${String(sharding.meshOrRef)}`);
    return mesh;
  }

  /** The type that each device has. */
  localType(type: Type, sharding: TensorShardingAttr | null): Type {
    if (sharding === null) return type;
    // Sizes are rounded up, so that there always is a type.
    return localType(type, sharding, this.meshOf(sharding))!;
  }

  /** Gives the results of an operation, and the arguments of its regions, their local types. */
  localizeValues(op: Operation): void {
    if (op instanceof FuncOp) this.#localizeFunction(op);
    for (const region of op.regions) {
      for (const block of region.blocks) for (const argument of block.arguments) this.#localize(argument);
    }
    for (const result of op.results) this.#localize(result);
  }

  #localize(value: Value): void {
    value.setType(this.localType(value.type, getSharding(value, this.context)));
  }

  #localizeFunction(func: FuncOp): void {
    const { inputs, results } = func.functionType;
    func.functionType = FunctionType.get(
      inputs.map((type, i) => this.localType(type, functionArgumentSharding(func, i))),
      results.map((type, i) => this.localType(type, functionResultSharding(func, i))),
    );
  }

  /** Returns the reference by which a collective names the mesh. */
  meshRef(mesh: MeshAttr): MeshAttr | SymbolRefAttr {
    for (const [name, known] of this.meshes.entries()) if (known === mesh) return SymbolRefAttr.get(name);
    return mesh;
  }

  /** A channel that no other collective uses. */
  newChannel(): ChannelHandleAttr {
    return this.#channels.next();
  }

  /** Builds before `op` from here on, at its location. */
  buildBefore(op: Operation): Builder {
    this.builder.setInsertionPoint(op);
    this.builder.location = op.location;
    return this.builder;
  }

  replace(op: Operation, values: readonly Value[]): void {
    op.replaceAllUsesWith(values);
    op.erase();
  }

  /** Reports `'dialect.op' op MESSAGE`, which makes the pass fail. */
  opError(op: Operation, message: string): void {
    const { diagnostics } = this.context;
    diagnostics.error(op.location, `'${op.name}' op ${message}`);
    diagnostics.error(
      op.location,
      `failed to legalize operation '${op.name}' that was explicitly marked illegal`,
    );
    this.hasFailed = true;
  }
}
