import { CostError } from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import {
  AddOp,
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  BroadcastOp,
  ConcatOp,
  ConstantOp,
  DivOp,
  FreeOp,
  GatherOp,
  IdentityOp,
  LossGradOp,
  LossOp,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulRhsGradOp,
  MatMulOp,
  MulOp,
  OnOp,
  ParOp,
  PipelineOp,
  PlacedTensorType,
  PmapOp,
  ReduceOp,
  ReduceScatterOp,
  ReluGradOp,
  ReluOp,
  ScatterOp,
  SelectOp,
  SendOp,
  SgdOp,
  SplitOp,
  SubOp,
  TanhOp,
  TransposeOp,
  TupleOp,
} from '@shardform/dialect-dist';
import {
  type AnyOpClass,
  type Block,
  type Context,
  elementByteWidth,
  type Operation,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { isArrayKind } from '@shardform/runtime-sim';
import { bodyCost } from '../cost/body-cost.ts';
import { refuseBranch } from './refuse-branch.ts';
import { FlatBuilder, type FlatProgram } from './flat-program.ts';
import { kindNumber, type OpKind } from './op-kind.ts';

const kinds: ReadonlyMap<AnyOpClass, OpKind> = new Map<AnyOpClass, OpKind>([
  [MatMulOp, 'MatMul'],
  [MatMulGradOp, 'MatMulGrad'],
  [MatMulLhsGradOp, 'MatMulLhsGrad'],
  [MatMulRhsGradOp, 'MatMulRhsGrad'],
  [AddOp, 'Add'],
  [SubOp, 'Sub'],
  [MulOp, 'Mul'],
  [DivOp, 'Div'],
  [ReluOp, 'Relu'],
  [ReluGradOp, 'ReluGrad'],
  [TanhOp, 'Tanh'],
  [TransposeOp, 'Transpose'],
  [LossOp, 'Loss'],
  [LossGradOp, 'LossGrad'],
  [SgdOp, 'SGDOptimizer'],
  [IdentityOp, 'Identity'],
  [ConstantOp, 'Constant'],
  [ConcatOp, 'Concat'],
  [SplitOp, 'SplitUniform'],
  [SendOp, 'Send'],
  [BroadcastOp, 'MPIBroadcast'],
  [ScatterOp, 'MPIScatter'],
  [GatherOp, 'MPIGather'],
  [ReduceOp, 'MPIReduce'],
  [AllReduceOp, 'MPIAllreduce'],
  [AllGatherOp, 'MPIAllgather'],
  [ReduceScatterOp, 'MPIReduceScatter'],
  [AllToAllOp, 'MPIAlltoall'],
  [FreeOp, 'Free'],
  [OnOp, 'Composite'],
]);

/**
 * Flattens a function of distributed tensors to its operations on each device, in order. Tuples are flattened;
 * `dist.pmap` and `dist.pipeline` are unrolled, pipelines microbatch by microbatch.
 *
 * @throws CostError for operations of other dialects and dynamic shapes.
 */
export function flattenFunction(func: FuncOp, context: Context): FlatProgram {
  return new Flattening(context).run(func);
}

class Flattening {
  readonly #context: Context;
  readonly #builder = new FlatBuilder();
  /** The flat values of each value: one, or those of a tuple. */
  readonly #values = new Map<Value, readonly number[]>();
  /** The device that a device variable is bound to. */
  #device: number | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  run(func: FuncOp): FlatProgram {
    for (const argument of func.body.entry.arguments) {
      const inputs = this.#types(argument.type, func).map((type) =>
        this.#builder.input(this.#typeNumber(type, func), this.#deviceOf(type)),
      );
      this.#values.set(argument, inputs);
    }
    this.#block(func.body.entry);
    return this.#builder.build();
  }

  /** @returns the flat values of what the block returns, by value. */
  #block(block: Block): (readonly number[])[] {
    for (const op of block) {
      refuseBranch(op);
      if (op.definition.isTerminator) return op.operandValues().map((value) => this.#valuesOf(value));
      this.#operation(op);
    }
    return [];
  }

  #operation(op: Operation): void {
    if (op instanceof TupleOp) {
      this.#values.set(
        op.result,
        op.operandValues().flatMap((value) => this.#valuesOf(value)),
      );
    } else if (op instanceof SelectOp) {
      this.#values.set(op.result, [this.#valuesOf(op.tuple)[op.index.number]]);
    } else if (op instanceof ParOp) {
      this.#block(op.entry).forEach((values, i) => this.#values.set(op.results[i], values));
    } else if (op instanceof PmapOp) this.#pmap(op);
    else if (op instanceof PipelineOp) this.#pipeline(op);
    else this.#plain(op);
  }

  #plain(op: Operation): void {
    // Operations with a declaration are made by such a class; any other is not found.
    const kind = kinds.get(op.constructor as unknown as AnyOpClass);
    if (kind === undefined) throw new CostError(op, `'${op.name}' can't be simulated`);
    const builder = this.#builder;
    builder.begin(kindNumber(kind));
    builder.source(op);
    for (const { value } of op.operands) for (const flat of this.#valuesOf(value)) builder.operand(flat);
    if (op instanceof OnOp) builder.cost(bodyCost(op, this.#context));
    for (const result of op.results) {
      const flat = this.#types(result.type, op).map((type) =>
        builder.result(this.#typeNumber(type, op), this.#deviceOf(type)),
      );
      this.#values.set(result, flat);
    }
  }

  #pmap(op: PmapOp): void {
    const outputs: number[][] = op.outputs.map(() => []);
    op.deviceNumbers.forEach((device, j) => {
      this.#device = device;
      op.entry.arguments.forEach((argument, k) => {
        this.#values.set(argument, [this.#valuesOf(op.data[k])[j]]);
      });
      this.#block(op.entry).forEach((values, i) => outputs[i].push(...values));
    });
    this.#device = null;
    op.outputs.forEach((output, i) => this.#values.set(output, outputs[i]));
  }

  #pipeline(op: PipelineOp): void {
    const builder = this.#builder;
    const outputs: number[][] = op.outputs.map(() => []);
    const { arguments: args } = op.entry;
    op.invariants.forEach((value, i) => this.#values.set(args[op.data.length + i], this.#valuesOf(value)));
    for (let i = 0; i < op.microbatches; i += 1) {
      builder.microbatch = i;
      op.data.forEach((tuple, k) => this.#values.set(args[k], [this.#valuesOf(tuple)[i]]));
      this.#block(op.entry).forEach(([value], at) => {
        if (op.accumulations[at] === 'sum' && outputs[at].length > 0) {
          const [before] = outputs[at];
          outputs[at] = [builder.op('Add', [before, value], builder.typeOf(value), builder.deviceOf(value))];
        } else outputs[at].push(value);
      });
    }
    builder.microbatch = -1;
    op.outputs.forEach((output, at) => {
      if (op.accumulations[at] === 'concat' && output.type instanceof PlacedTensorType) {
        const type = this.#typeNumber(output.type, op);
        this.#values.set(output, [builder.op('Concat', outputs[at], type, this.#deviceOf(output.type))]);
      } else this.#values.set(output, outputs[at]);
    });
  }

  #valuesOf(value: Value): readonly number[] {
    const values = this.#values.get(value);
    if (values === undefined) throw new Error('a value is used before it is defined');
    return values;
  }

  #types(type: Type, op: Operation): PlacedTensorType[] {
    if (type instanceof PlacedTensorType) return [type];
    if ('types' in type)
      // Types with the field are tuples.
      return (type as { types: readonly Type[] }).types.flatMap((part) => this.#types(part, op));
    throw new CostError(op, `'${String(type)}' is no tensor on a device`);
  }

  #typeNumber(type: PlacedTensorType, op: Operation): number {
    if (!type.hasStaticShape) throw new CostError(op, `the shape of '${String(type)}' is not known`);
    const kind = String(type.elementType);
    if (!isArrayKind(kind)) throw new CostError(op, `the size of '${String(type)}' is not known`);
    return this.#builder.types.of(type.shape, elementByteWidth(type.elementType) ?? 1);
  }

  #deviceOf({ device }: PlacedTensorType): number {
    return typeof device === 'number' ? device : this.#device!;
  }
}
