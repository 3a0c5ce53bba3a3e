import { FuncOp } from '@shardform/dialect-func';
import { localInputs, partition, shardedFunction, wholeResults } from '@shardform/inspect';
import {
  Context,
  DenseElementsAttr,
  isInstance,
  type ModuleOp,
  parseModule,
  RankedTensorType,
  type Type,
  verifyOp,
} from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import {
  type ArrayKind,
  arrayTypeOf,
  elementCount,
  entryFunction,
  type NdArray,
  runSequential,
  runSpmd,
  simulator,
} from '@shardform/runtime-sim';
import type { TaskProgram } from '../src/program/model-part.ts';
import { attentionKernels } from './attention-kernels.ts';

const COLLECTIVES = ['all_gather', 'all_reduce', 'all_to_all', 'collective_permute', 'reduce_scatter'];

/** A program of a task, whole and divided among its devices. */
export class ExecutedProgram {
  readonly #context = new Context([simulator, shardingPasses]);
  readonly #whole: ModuleOp;
  readonly #local: ModuleOp | null;
  readonly #devices: number;

  /** @param devices that it is divided among; 1 for none. */
  constructor({ text }: TaskProgram, devices: number) {
    this.#devices = devices;
    this.#whole = this.#checked(parseModule(text, this.#context));
    this.#local = devices === 1 ? null : this.#checked(partition(this.#whole, this.#context).local);
  }

  /** The shapes of arguments. */
  get inputs(): readonly { readonly kind: ArrayKind; readonly shape: readonly number[] }[] {
    return entryFunction(this.#whole).functionType.inputs.map((type) => arrayTypeOf(type)!);
  }

  /** Results of the whole program on one device. */
  results(inputs: readonly NdArray[]): readonly NdArray[] {
    return runSequential(this.#whole, inputs, this.#context, { customCalls: attentionKernels });
  }

  /** Results of all devices together. */
  resultsOfDevices(inputs: readonly NdArray[]): readonly NdArray[] {
    if (this.#local === null) return this.results(inputs);
    const program = shardedFunction(this.#whole);
    const shards = runSpmd(this.#local, this.#devices, localInputs(program, inputs), this.#context, {
      customCalls: attentionKernels,
    });
    return wholeResults(program, shards);
  }

  /**
   * By function and kind, with the number of devices of a group, such as `all_reduce 2`: how many elements of a device the
   * collectives have, on the side where they are more. What the partitioner combines is one collective.
   */
  get collectives(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const found: Record<string, Record<string, number>> = {};
    for (const func of this.#local?.body ?? []) {
      if (!isInstance(FuncOp, func)) continue;
      const own: Record<string, number> = {};
      func.walk((op) => {
        const name = op.name.replace('stablehlo.', '');
        if (!COLLECTIVES.includes(name)) return;
        const groups = op.getAttr('replica_groups');
        const type = groups instanceof DenseElementsAttr ? groups.type : null;
        const key = `${name}${type instanceof RankedTensorType ? ` ${type.shape[1]}` : ''}`;
        own[key] =
          (own[key] ?? 0) +
          Math.max(elementsOf(op.operandTypes()), elementsOf(op.results.map(({ type: own }) => own)));
      });
      found[func.symName.value] = own;
    }
    return found;
  }

  #checked(module: ModuleOp | null): ModuleOp {
    const { result, diagnostics } = this.#context.diagnostics.capture(
      () => module !== null && verifyOp(module, this.#context),
    );
    if (module === null || !result) throw new Error(diagnostics[0]?.message ?? 'the program was refused');
    return module;
  }
}

function elementsOf(types: readonly Type[]): number {
  return types.reduce((sum, type) => sum + elementCount(arrayTypeOf(type)!.shape), 0);
}
