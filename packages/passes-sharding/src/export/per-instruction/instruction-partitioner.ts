import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  commonMeshRef,
  getSharding,
  ManualAxesAttr,
  ManualComputationOp,
  type MeshAttr,
  meshOps,
  type MeshTable,
  rankOf,
  ReshardOp,
  SdyReturnOp,
  setFunctionArgumentSharding,
  setFunctionResultSharding,
  setSharding,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  ChannelHandleAttr,
  ConstantOp,
  DotGeneralOp,
  DotOp,
  PadOp,
  SliceOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import {
  Builder,
  cloneOp,
  type Context,
  DenseArrayAttr,
  DenseElementsAttr,
  elementByteSize,
  FunctionType,
  i64,
  IrMapping,
  ModuleOp,
  nest,
  type Operation,
  RankedTensorType,
  runPasses,
  type SymbolRefAttr,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import type { Channels } from '../channels.ts';
import { dropShardingAndMesh } from '../drop-sharding-and-mesh.ts';
import { insertExplicitReshards } from '../explicit-reshards/insert-explicit-reshards.ts';
import { convertGlobalToLocal } from '../global-to-local/convert-global-to-local.ts';
import { padForDivisibility } from '../pad-for-divisibility/pad-for-divisibility.ts';
import { reshardToCollectives } from '../reshard-to-collectives/reshard-to-collectives.ts';
import { divisibleShape } from '../resolve-permutation-factors/halo-site.ts';
import { resolvePermutationFactors } from '../resolve-permutation-factors/resolve-permutation-factors.ts';

interface PartitionCounts {
  readonly 'enable-halo-exchange': boolean;
  readonly 'replica-count': number;
  readonly 'partition-count': number;
}

/** A value of an operation: how it is split, and how large it has to be for that. */
interface SplitValue {
  readonly value: Value;
  readonly sharding: TensorShardingAttr;
  readonly type: Type;
}

/** Replaces single operations by manual computations. */
export class InstructionPartitioner {
  readonly #module: ModuleOp;
  readonly #meshes: MeshTable;
  readonly #channels: Channels;
  readonly #context: Context;
  readonly #counts: PartitionCounts;
  readonly #builder: Builder;

  constructor(
    module: ModuleOp,
    meshes: MeshTable,
    channels: Channels,
    context: Context,
    counts: PartitionCounts,
  ) {
    this.#module = module;
    this.#meshes = meshes;
    this.#channels = channels;
    this.#context = context;
    this.#counts = counts;
    this.#builder = new Builder(context);
  }

  /**
   * Replaces an operation, or leaves it unchanged if its values are on several meshes or its shards are of unequal size
   * and the operation doesn't separate padding from elements.
   *
   * @returns false if a pass failed.
   */
  partition(op: Operation): boolean {
    const shardings = [...op.operandValues(), ...op.results].map((value) =>
      getSharding(value, this.#context),
    );
    const meshOrRef = commonMeshRef(shardings, this.#meshes);
    if (meshOrRef === null) return true;
    const split = (value: Value): SplitValue => this.#split(value, meshOrRef);
    let operands = op.operandValues().map(split);
    let results = op.results.map(split);
    if (op instanceof ReshardOp) [operands, results] = withSameTypes(operands, results);
    const isPadded = [...operands, ...results].some(({ value, type }) => value.type !== type);
    if (isPadded && !isPaddable(op)) return true;
    const program = this.#outline(op, operands, results);
    const elements = [
      resolvePermutationFactors.create(this.#counts),
      nest(
        'func.func',
        insertExplicitReshards.create({ 'enable-full-version': true }),
        reshardToCollectives.create(),
        padForDivisibility.create(),
      ),
      convertGlobalToLocal.create({
        'replica-count': this.#counts['replica-count'],
        'partition-count': this.#counts['partition-count'],
      }),
      dropShardingAndMesh.create(),
    ];
    const pipeline = { anchor: 'builtin.module', elements };
    if (!runPasses(program, pipeline, this.#context, { verify: false }).succeeded) return false;
    // The only function of the program.
    const func = [...program.body].find((inner) => inner instanceof FuncOp)!;
    this.#replace(op, operands, results, func, this.#meshes.meshOf(operands.concat(results)[0]!.sharding)!);
    return true;
  }

  #split(value: Value, meshOrRef: MeshAttr | SymbolRefAttr): SplitValue {
    const sharding =
      getSharding(value, this.#context)?.with({ unreducedAxes: [] }) ??
      TensorShardingAttr.fullyClosed(meshOrRef, rankOf(value));
    const mesh = this.#meshes.meshOf(sharding);
    const { type } = value;
    if (!(type instanceof RankedTensorType) || mesh === null || !type.hasStaticShape)
      return { value, sharding, type };
    return { value, sharding, type: type.withShape(divisibleShape(type, sharding, mesh)) };
  }

  /** A module with a function that is the operation alone. */
  #outline(op: Operation, operands: readonly SplitValue[], results: readonly SplitValue[]): ModuleOp {
    const { location } = op;
    const program = ModuleOp.empty(location);
    const builder = new Builder(this.#context);
    builder.location = location;
    const block = program.body;
    builder.setInsertionPointToEnd(block);
    for (const mesh of meshOps(this.#module)) builder.clone(mesh);
    const typesOf = (values: readonly SplitValue[]): Type[] => values.map(({ type }) => type);
    const functionType = FunctionType.get(typesOf(operands), typesOf(results));
    const func = builder.insert(FuncOp.declaration('outlined_op', functionType));
    operands.forEach(({ sharding }, i) => setFunctionArgumentSharding(func, i, sharding));
    results.forEach(({ sharding }, i) => setFunctionResultSharding(func, i, sharding));
    const entry = builder.createBlock(func.body, typesOf(operands));
    const mapping = new IrMapping();
    const copy = cloneOp(op, mapping);
    copy.setOperands(entry.arguments);
    adjustSizes(copy, operands, results);
    copy.setResultTypes(typesOf(results));
    builder.insert(copy);
    builder.create(ReturnOp, { operands: [...copy.results] }, []);
    return program;
  }

  #replace(
    op: Operation,
    operands: readonly SplitValue[],
    results: readonly SplitValue[],
    func: FuncOp,
    mesh: MeshAttr,
  ): void {
    const builder = this.#builder;
    builder.setInsertionPoint(op);
    builder.location = op.location;
    const padded = operands.map((operand) => this.#padded(operand));
    const used = new Set([...operands, ...results].flatMap(({ sharding }) => axisNamesOf(sharding)));
    const shardingsOf = (values: readonly SplitValue[]): TensorShardingPerValueAttr =>
      TensorShardingPerValueAttr.get(values.map(({ sharding }) => sharding));
    const manual = builder.create(
      ManualComputationOp,
      {
        tensors: padded,
        inShardings: shardingsOf(operands),
        outShardings: shardingsOf(results),
        manualAxes: ManualAxesAttr.get({
          value: mesh.axes.map(({ name }) => name).filter((name) => used.has(name)),
        }),
      },
      results.map(({ type }) => type),
    );
    builder.atSavedPoint(() => {
      const block = builder.createBlock(
        manual.body,
        func.entry.arguments.map(({ type }) => type),
      );
      func.entry.arguments.forEach((argument, i) => argument.replaceAllUsesWith(block.getArgument(i)));
      const terminator = func.entry.lastOp!;
      const values = terminator.operandValues();
      terminator.erase();
      for (const inner of [...func.entry]) {
        if (inner.getAttr('channel_handle') instanceof ChannelHandleAttr)
          inner.setAttr('channel_handle', this.#channels.next());
        inner.moveToEnd(block);
      }
      builder.create(SdyReturnOp, { results: values }, []);
    });
    op.replaceAllUsesWith(results.map((result, i) => this.#trimmed(manual.getResult(i), result)));
    op.erase();
  }

  #padded({ value, sharding, type }: SplitValue): Value {
    if (type === value.type || !(type instanceof RankedTensorType)) return value;
    const scalar = type.withShape([]);
    // All bits of a zero are zero, whatever the kind of number.
    const zero = DenseElementsAttr.fromBytes(scalar, new Uint8Array(elementByteSize(type.elementType) ?? 0));
    const none = DenseArrayAttr.get(
      i64,
      type.shape.map(() => 0),
    );
    // A type that is rounded up is that of a tensor.
    const operand = value as PadOp['operand'];
    const high = type.shape.map((size, d) => size - operand.type.dimSize(d));
    const pad = this.#builder.create(
      PadOp,
      {
        operand,
        paddingValue: this.#builder.create(ConstantOp, { value: zero }, [scalar]).output,
        edgePaddingLow: none,
        edgePaddingHigh: DenseArrayAttr.get(i64, high),
        interiorPadding: none,
      },
      [type],
    );
    setSharding(pad.result, sharding, this.#context);
    return pad.result;
  }

  #trimmed(whole: Value, { value, sharding }: SplitValue): Value {
    const { type } = value;
    if (whole.type === type || !(type instanceof RankedTensorType)) return whole;
    const list = (sizes: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, sizes);
    const slice = this.#builder.create(
      SliceOp,
      {
        operand: whole,
        startIndices: list(type.shape.map(() => 0)),
        limitIndices: list(type.shape),
        strides: list(type.shape.map(() => 1)),
      },
      [type],
    );
    setSharding(slice.result, sharding, this.#context);
    return slice.result;
  }
}

/** Operand and result of a reshard, as large as both have to be. */
function withSameTypes(
  [operand]: readonly SplitValue[],
  [result]: readonly SplitValue[],
): [SplitValue[], SplitValue[]] {
  // A reshard has one of each, which are tensors.
  const [from, to] = [operand!.type as RankedTensorType, result!.type as RankedTensorType];
  const type = from.withShape(from.shape.map((size, d) => Math.max(size, to.dimSize(d))));
  return [[{ ...operand!, type }], [{ ...result!, type }]];
}

/** Returns whether zero padding of the operands doesn't affect the elements of the unpadded result. */
function isPaddable(op: Operation): boolean {
  return (
    isElementwise(op) ||
    op instanceof DotGeneralOp ||
    op instanceof DotOp ||
    op instanceof PadOp ||
    op instanceof SliceOp ||
    op instanceof TransposeOp
  );
}

/** Gives the attributes that are sizes the values for padded operands and results. */
function adjustSizes(op: Operation, operands: readonly SplitValue[], results: readonly SplitValue[]): void {
  const [before, after] = [operands[0]?.type, results[0]?.type];
  if (!(before instanceof RankedTensorType && after instanceof RankedTensorType)) return;
  if (op instanceof SliceOp) {
    const [starts, limits] = [op.startIndices.numbers(), op.limitIndices.numbers()];
    const { shape } = op.result.type;
    op.limitIndices = DenseArrayAttr.get(
      i64,
      zip(after.shape, limits, starts).map(([size, limit, start], d) =>
        size === shape[d] ? limit : start + size,
      ),
    );
  }
  if (!(op instanceof PadOp)) return;
  const [low, interior] = [op.edgePaddingLow.numbers(), op.interiorPadding.numbers()];
  op.edgePaddingHigh = DenseArrayAttr.get(
    i64,
    zip(before.shape, low, interior).map(
      ([size, lower, gap], d) => after.dimSize(d) - size - lower - Math.max(0, size - 1) * gap,
    ),
  );
}

function axisNamesOf({ dims }: TensorShardingAttr): string[] {
  return dims.flatMap(({ axes }) => axes.map(({ name }) => name));
}
