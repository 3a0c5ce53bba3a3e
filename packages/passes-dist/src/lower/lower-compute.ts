import * as dist from '@shardform/dialect-dist';
import * as hlo from '@shardform/dialect-stablehlo';
import type { BinaryOpClass, DeviceTensor } from '@shardform/dialect-stablehlo';
import {
  byOp,
  IrMapping,
  type Operation,
  type OpWithDefinition,
  type RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import type { ComputeBuilder } from './compute-builder.ts';
import type { ComputePrograms, Lowering } from './lowering.ts';

interface OneResult {
  readonly result: { readonly type: dist.PlacedTensorType };
}

/** The type of an operation's result without its device. */
function typeOf({ result }: OneResult): RankedTensorType {
  return result.type.tensor;
}

/** The device-local form of an operation whose operands are all available. */
function local<T extends Operation>(
  opClass: OpWithDefinition<T>,
  compute: (op: T, build: ComputeBuilder, ...operands: Tensor[]) => readonly Tensor[],
): Lowering {
  return byOp(opClass, (op: T, operands, programs) => {
    const { device } = operands[0]!;
    const values = operands.map(({ value }) => value);
    return compute(op, programs.on(device), ...values).map((value) => ({ device, value }));
  });
}

function elementwise<T extends Operation & OneResult>(
  opClass: OpWithDefinition<T>,
  hloClass: BinaryOpClass,
): Lowering {
  return local(opClass, (op: T, build, lhs, rhs) => {
    const type = typeOf(op);
    return [build.binary(hloClass, build.repeated(lhs, type), build.repeated(rhs, type))];
  });
}

function lhsGradient(build: ComputeBuilder, rhs: Tensor, gradient: Tensor, type: RankedTensorType): Tensor {
  return build.product(gradient, rhs, [1, 1], type);
}

function rhsGradient(build: ComputeBuilder, lhs: Tensor, gradient: Tensor, type: RankedTensorType): Tensor {
  return build.product(lhs, gradient, [0, 0], type);
}

/** `2 (prediction - target) / batch`. */
function lossGradient(build: ComputeBuilder, prediction: Tensor, target: Tensor, batch: number): Tensor {
  const difference = build.subtract(prediction, target);
  const { type } = difference;
  return build.divide(build.multiply(build.constant(type, 2), difference), build.constant(type, batch));
}

/** The sum of squared differences over the size of the batch. */
function loss(build: ComputeBuilder, prediction: Tensor, target: Tensor, batch: number): Tensor {
  const difference = build.subtract(prediction, target);
  const sum = build.sum(build.multiply(difference, difference));
  return build.divide(sum, build.constant(sum.type, batch));
}

/** `weight - rate · gradient`, for each pair. */
function update(
  op: dist.SgdOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): DeviceTensor[] {
  const count = operands.length / 2;
  return operands.slice(0, count).map(({ device, value: weight }, i) => {
    const build = programs.on(device);
    const gradient = operands[count + i]!.value;
    const step = build.multiply(build.constant(gradient.type, op.rate.value), gradient);
    return { device, value: build.subtract(weight, step) };
  });
}

/** The body of a `dist.on`, in the function of its device. */
function inlined(
  op: dist.OnOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): DeviceTensor[] {
  const device = Number(op.place);
  const { builder } = programs.on(device);
  const mapping = new IrMapping();
  zip(op.entry.arguments, operands).forEach(([argument, operand]) =>
    mapping.values.set(argument, operand.value),
  );
  for (const inner of op.entry) if (inner !== op.entry.terminator) builder.clone(inner, mapping);
  const returned = op.entry.getTerminator().operandValues();
  return returned.map((value) => ({ device, value: hlo.tensorOf(mapping.value(value)) }));
}

/** The computations of the dialect in StableHLO. */
export const computeLowerings: readonly Lowering[] = [
  elementwise(dist.AddOp, hlo.AddOp),
  elementwise(dist.SubOp, hlo.SubtractOp),
  elementwise(dist.MulOp, hlo.MulOp),
  elementwise(dist.DivOp, hlo.DivOp),
  local(dist.ReluOp, (_, build, x) => [build.binary(hlo.MaxOp, x, build.constant(x.type, 0))]),
  local(dist.ReluGradOp, (_, build, x, gradient) => {
    const zero = build.constant(x.type, 0);
    return [build.select(build.compare(x, 'GT', zero), gradient, zero)];
  }),
  local(dist.TanhOp, (_, { builder }, operand) => [
    hlo.tensorOf(builder.create(hlo.TanhOp, { operand: operand }, [operand.type]).result),
  ]),
  local(dist.IdentityOp, (_op, _build, x) => [x]),
  local(dist.TransposeOp, (op, build, x) => [build.transpose(x, op.permutation.numbers())]),
  local(dist.MatMulOp, (op, build, lhs, rhs) => {
    const { rank } = lhs.type;
    return [build.product(lhs, rhs, [rank - 1, rank - 2], typeOf(op))];
  }),
  local(dist.MatMulGradOp, (_, build, lhs, rhs, gradient) => [
    lhsGradient(build, rhs, gradient, lhs.type),
    rhsGradient(build, lhs, gradient, rhs.type),
  ]),
  local(dist.MatMulLhsGradOp, (op, build, rhs, gradient) => [lhsGradient(build, rhs, gradient, typeOf(op))]),
  local(dist.MatMulRhsGradOp, (op, build, lhs, gradient) => [rhsGradient(build, lhs, gradient, typeOf(op))]),
  local(dist.LossOp, (op, build, prediction, target) => [loss(build, prediction, target, op.batch.number)]),
  local(dist.LossGradOp, (op, build, prediction, target) => [
    lossGradient(build, prediction, target, op.batch.number),
  ]),
  byOp(dist.SgdOp, update),
  byOp(dist.ConstantOp, (op, _, programs) => {
    const device = Number(dist.deviceOf(op.device));
    const constant = programs.on(device).builder.create(hlo.ConstantOp, { value: op.value }, [typeOf(op)]);
    return [{ device, value: hlo.tensorOf(constant.output) }];
  }),
  byOp(dist.OnOp, inlined),
];
