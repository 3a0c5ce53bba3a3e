import {
  type DenseArrayAttr,
  type IntegerAttr,
  product,
  type StringAttr,
  type Tensor,
} from '@shardform/ir-core';
import type { checks } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
interface Window {
  readonly kernelSize: DenseArrayAttr;
  readonly stride: DenseArrayAttr;
  readonly padding: DenseArrayAttr;
  readonly dilation: DenseArrayAttr;
}

interface Weights extends Window {
  readonly weightTensor: Tensor;
  readonly weightsFormat: StringAttr;
  readonly inChannels: IntegerAttr;
  readonly outChannels: IntegerAttr;
  readonly groups: IntegerAttr;
}

function* windowProblems(op: Window, weight: readonly number[]): Problems {
  const kernel = op.kernelSize.numbers();
  if (kernel.length !== 2) yield 'Expected kernel size attribute to be a 2D tensor';
  for (const [i, name, place] of [
    [0, 'height', 'third'],
    [1, 'width', 'fourth'],
  ] as const) {
    if (weight[i + 2] !== kernel[i])
      yield `Expected kernel ${name} attribute (${kernel[i]!}) to match the ${place} dimension of the weight tensor (${weight[i + 2]!})`;
  }
  if (op.stride.numbers().length !== 2) yield 'Expected stride attribute to be a 2D tensor';
  if (op.dilation.numbers().length !== 2) yield 'Expected dilation attribute to be a 2D tensor';
  const padding = op.padding.numbers().length;
  if (padding !== 2 && padding !== 4) yield 'Expected padding attribute to be a 2D tensor';
}

/** Weights `[outputs, inputs per group, height, width]`. */
export function* conv2dWeightProblems(op: Weights): Problems {
  const { rank, shape } = op.weightTensor.type;
  if (rank !== 4) yield 'Weight must be a 4D tensor';
  if (op.weightsFormat.value !== 'OIHW') yield 'Only `OIHW` weights format is currently supported';
  const [inputs, outputs, groups] = [op.inChannels.number, op.outChannels.number, op.groups.number];
  if (shape[0] !== outputs)
    yield `Expected output channels attribute (${outputs}) to match the first dimension of the weight tensor (${shape[0]!})`;
  if (shape[1] !== Math.trunc(inputs / groups))
    yield `Expected input channels attribute (${inputs}) to match the number of input channels per group (${Math.trunc(shape[1]! / groups)})`;
  yield* windowProblems(op, shape);
}

/** Weights `[inputs, outputs per group, height, width]`. */
export function* convTransposeWeightProblems(op: Weights): Problems {
  const { rank, shape } = op.weightTensor.type;
  if (rank !== 4) yield 'Weight must be a 4D tensor';
  if (op.weightsFormat.value !== 'IOHW') yield 'Only `IOHW` weights format is currently supported';
  const [inputs, outputs, groups] = [op.inChannels.number, op.outChannels.number, op.groups.number];
  if (shape[0] !== inputs)
    yield `Expected input channels attribute (${inputs}) to match the first dimension of the weight tensor (${shape[0]!})`;
  if (shape[1] !== Math.trunc(outputs / groups))
    yield `Expected output channels attribute (${outputs}) to match the number of output channels per group (${Math.trunc(shape[1]! / groups)})`;
  yield* windowProblems(op, shape);
}

/** An offset `[1, 1, 1, outputs]`; `name` is what upstream calls it. */
export function* convBiasProblems(
  op: Window & { readonly biasTensor: Tensor; readonly outChannels: IntegerAttr },
  name: string,
): Problems {
  const { rank, shape } = op.biasTensor.type;
  if (rank !== 4) yield `${name} must be a 4D tensor`;
  if (shape[3] !== op.outChannels.number)
    yield `Expected output channels attribute (${op.outChannels.number}) to match the number of output channels in the bias tensor (${shape[3]!})`;
  for (const [what, attribute, counts] of [
    ['Kernel size', op.kernelSize, [2]],
    ['Stride', op.stride, [2]],
    ['Padding', op.padding, [2, 4]],
    ['Dilation', op.dilation, [2]],
  ] as const) {
    const count = attribute.numbers().length;
    // The list of its counts, searched for any number.
    if (!(counts as readonly number[]).includes(count))
      yield `${what} attribute must have ${counts.length === 1 ? 'two' : 'two or four'} values, got: ${count}`;
  }
}

/** Weights `[outputs, inputs per group, depth, height, width]` become a matrix with a column for each output. */
export function* conv3dWeightProblems(op: {
  readonly weightTensor: Tensor;
  readonly result: Tensor;
  readonly groups: IntegerAttr;
  readonly cInBlock: IntegerAttr;
  readonly alignment: IntegerAttr;
}): Problems {
  const [weight, result] = [op.weightTensor.type, op.result.type];
  if (weight.rank !== 5) yield 'Weight must be a 5D tensor';
  if (result.rank !== 2) yield 'Result must be a 2D tensor';
  const [groups, alignment] = [op.groups.number, op.alignment.number];
  if (groups <= 0) yield 'Groups must be positive';
  if (op.cInBlock.number < 0) yield 'C_in_block must be non-negative';
  if (alignment <= 0) yield 'Alignment must be positive';
  if ([...weight.shape, ...result.shape].some((size) => size < 0)) return;
  const [outputs, perGroup, ...kernel] = weight.shape;
  const aligned = Math.ceil((perGroup! * groups) / alignment) * alignment;
  const block = op.cInBlock.number === 0 ? aligned : op.cInBlock.number;
  if (aligned % block !== 0) yield `C_in_block (${block}) must divide aligned input channels (${aligned})`;
  const rows = aligned * product(kernel);
  if (result.shape[0] !== rows)
    yield `Expected result first dimension (${result.dimSize(0)}) to match prepared conv3d weight flattened dimension (${rows})`;
  if (result.shape[1] !== outputs)
    yield `Expected result second dimension (${result.dimSize(1)}) to match output channels (${outputs!})`;
}
