import {
  type DenseArrayAttr,
  haveSameElements,
  type IntegerAttr,
  product,
  type StringAttr,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { LoadCachedOp } from '@shardform/dialect-ttcore';
import { checks, shapeText } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
interface Convolution {
  readonly input: Tensor;
  readonly weight: Tensor;
  readonly bias: Tensor | null;
  readonly result: Tensor;
  readonly inChannels: IntegerAttr;
  readonly outChannels: IntegerAttr;
  readonly batchSize: IntegerAttr;
  readonly groups: IntegerAttr;
}

interface Convolution2d extends Convolution {
  readonly inputHeight: IntegerAttr;
  readonly inputWidth: IntegerAttr;
  readonly kernelSize: DenseArrayAttr;
  readonly stride: DenseArrayAttr;
  readonly padding: DenseArrayAttr;
  readonly dilation: DenseArrayAttr;
}

/**
 * Returns true if weights are in the order of the library: made by an operation that prepares them, cached, or shaped
 * so.
 */
function isPrepared(weight: Tensor, operation: string): boolean {
  const maker: Value['definingOp'] = weight.definingOp;
  if (maker?.name === operation || maker instanceof LoadCachedOp) return true;
  const [first, second] = weight.type.shape;
  return first === 1 && second === 1;
}

function* rankProblems(op: Convolution): Problems {
  for (const [name, value] of [
    ['Input', op.input],
    ['Weight', op.weight],
    ['Bias', op.bias],
    ['Output', op.result],
  ] as const) {
    if (value !== null && value.type.rank !== 4) yield `${name} must be a 4D tensor`;
  }
}

/** A convolution in one dimension. */
export function* conv1dProblems(op: Convolution & { readonly padding: DenseArrayAttr }): Problems {
  if (op.input.type.rank !== 3) yield 'input must be a 3D tensor (N, L_in, C)';
  if (op.weight.type.rank !== 3) yield 'weight must be a 3D tensor (O, C/G, K)';
  if (op.bias !== null && op.bias.type.rank !== 4) yield 'bias must be a 4D tensor (1, 1, 1, O)';
  if (op.result.type.rank !== 4) yield 'output must be a 4D tensor (1, 1, N * L_out, O)';
  if (op.padding.numbers().length !== 2) yield 'padding attribute must have exactly 2 elements ([pL, pR])';
  const groups = op.groups.number;
  if (groups <= 0) yield 'groups must be a positive integer';
  if (op.inChannels.number % groups !== 0) yield 'in_channels must be divisible by groups';
  if (op.outChannels.number % groups !== 0) yield 'out_channels must be divisible by groups';
}

/** Numbers of values and least values of a convolution's attributes. */
function* parameterProblems(op: Convolution2d): Problems {
  for (const [name, attribute, counts, least] of [
    ['Kernel size', op.kernelSize, [2], null],
    ['Stride', op.stride, [2], 1],
    ['Padding', op.padding, [2, 4], 0],
    ['Dilation', op.dilation, [2], 1],
  ] as const) {
    const values = attribute.numbers();
    // The list of its counts, searched for any number.
    if (!(counts as readonly number[]).includes(values.length))
      yield `${name} attribute must have ${counts.length === 1 ? 'two' : 'two or four'} values, got: ${values.length}`;
    if (least === null || values.every((value) => value >= least)) continue;
    const bound = least === 1 ? 'greater than 0' : 'greater than or equal to 0';
    yield `${name} attribute values must be ${bound}, got: ${shapeText(values)}`;
  }
}

/** Weights that are in the order of the model fit to the attributes. */
function* weightProblems(op: Convolution2d): Problems {
  const { shape } = op.weight.type;
  const [inputs, outputs, groups] = [op.inChannels.number, op.outChannels.number, op.groups.number];
  const perGroup = Math.trunc(inputs / groups);
  if (shape[0] !== outputs)
    yield `Expected output channels attribute (${outputs}) to match the output channels in the weight tensor (${shape[0]!}).`;
  if (shape[1] !== perGroup)
    yield `Expected input channels / groups attribute (${inputs}/${groups}) = ${perGroup} to match the number of input channels per group in the weight tensor (${shape[1]!}).`;
  const kernel = op.kernelSize.numbers();
  for (const [i, name] of ['height', 'width'].entries()) {
    if (shape[i + 2] !== kernel[i])
      yield `Expected kernel ${name} attribute (${kernel[i]!}) to match the kernel ${name} in the weight tensor (${shape[i + 2]!}).`;
  }
}

/** A convolution in two dimensions; batch, height and width are one dimension of operand and result. */
export function* conv2dProblems(op: Convolution2d): Problems {
  yield* rankProblems(op);
  yield* parameterProblems(op);
  if (!isPrepared(op.weight, 'ttnn.prepare_conv2d_weights')) yield* weightProblems(op);
  const [batch, height, width] = [op.batchSize.number, op.inputHeight.number, op.inputWidth.number];
  const size = op.input.type.dimSize(checks.FLATTENED_DIM);
  const expected = batch * height * width;
  if (size !== expected)
    yield `The input tensor's flattened dimension (${size}) does not match the product of batch_size_attr * input_height_attr * input_width_attr (${batch} * ${height} * ${width} = ${expected}).`;
  const [outputs, groups] = [op.outChannels.number, op.groups.number];
  yield* checks.channelProblems({
    groups,
    inputChannels: op.input.type.dimSize(3),
    weightInputChannels: Math.trunc(op.inChannels.number / groups),
    outputChannels: outputs,
    biasChannels: op.bias?.type.shape[3] ?? null,
  });
  const [kernel, stride, dilation] = [op.kernelSize, op.stride, op.dilation].map((one) => one.numbers());
  const padding = op.padding.numbers();
  const [top, bottom, left, right] =
    padding.length === 4 ? padding : [padding[0], padding[0], padding[1], padding[1]];
  const padded = [height + top! + bottom!, width + left! + right!];
  const extents = kernel!.map((length, i) => checks.extent(length, dilation![i]!));
  yield* checks.windowFitProblems(extents, padded, 'effective kernel size');
  const [rows, columns] = padded.map((length, i) => checks.windowCount(length, extents[i]!, stride![i]!));
  const result = op.result.type.shape;
  yield* checks.flattenedResultProblems(result[checks.FLATTENED_DIM]!, batch, [rows!, columns!]);
  if (result[3] !== outputs)
    yield `The number of output channels from the output tensor (${result[3]!}) must match the number of output channels in the weight tensor (${outputs}). `;
}

/** A convolution in three dimensions; weights are as in the model, or a matrix in the order of the library. */
export function* conv3dProblems(
  op: Convolution & {
    readonly inputDepth: IntegerAttr;
    readonly inputHeight: IntegerAttr;
    readonly inputWidth: IntegerAttr;
    readonly kernelSize: DenseArrayAttr;
    readonly stride: DenseArrayAttr;
    readonly padding: DenseArrayAttr;
    readonly paddingMode: StringAttr | null;
  },
): Problems {
  const [weight, bias, result] = [op.weight.type, op.bias?.type ?? null, op.result.type];
  if (op.input.type.rank !== 5) yield 'input must be a 5D tensor [N, D, H, W, C]';
  if (weight.rank !== 5 && weight.rank !== 2)
    yield 'weight must be either a 5D tensor [O, C/G, kD, kH, kW] (raw) or a 2D tensor [kD*kH*kW*C/G, O] (prepared)';
  if (bias !== null && bias.rank !== 2) yield 'bias must be a 2D tensor [1, O]';
  if (result.rank !== 5) yield 'result must be a 5D tensor [N, D_out, H_out, W_out, O]';
  const kernel = op.kernelSize.numbers();
  const stride = op.stride.numbers();
  const padding = op.padding.numbers();
  for (const [name, values, least, bound] of [
    ['kernel_size', kernel, 1, '>= 1'],
    ['stride', stride, 1, '> 0'],
    ['padding', padding, 0, '>= 0'],
  ] as const) {
    if (values.length !== 3) yield `${name} must have 3 values, got: ${values.length}`;
    if (values.some((value) => value < least))
      yield `${name} values must be ${bound}, got: ${shapeText(values)}`;
  }
  const mode = op.paddingMode?.value ?? 'zeros';
  if (mode !== 'zeros' && mode !== 'replicate')
    yield `padding_mode must be 'zeros' or 'replicate', got: ${mode}`;
  const groups = op.groups.number;
  if (groups < 1) yield `groups must be >= 1, got: ${groups}`;
  const inputs = op.inChannels.number;
  const isRaw = weight.rank === 5;
  const outputs = isRaw ? weight.dimSize(0) : op.outChannels.number;
  if (inputs % groups !== 0) yield `in_channels (${inputs}) must be divisible by groups (${groups})`;
  if (outputs % groups !== 0) yield `out_channels (${outputs}) must be divisible by groups (${groups})`;
  if (isRaw) {
    const actual = weight.shape.slice(2);
    if (!haveSameElements(actual, kernel))
      yield `weight kernel dimensions ${shapeText(actual)} must match kernel_size ${shapeText(kernel)}`;
  } else {
    const expected = Math.trunc(inputs / groups) * product(kernel);
    if (weight.shape[0] !== expected)
      yield `weight flattened dimension (${weight.dimSize(0)}) must equal kD*kH*kW*C_in/groups (${expected})`;
  }
  if (bias !== null) {
    if (bias.shape[1] !== outputs)
      yield `bias output channels (${bias.dimSize(1)}) must match weight output channels (${outputs})`;
    if (bias.shape[0] !== 1) yield `bias first dimension must be 1, got ${bias.dimSize(0)}`;
  }
  const { shape } = result;
  const batch = op.batchSize.number;
  if (shape[0] !== batch) yield `output batch size (${shape[0]!}) must match input batch size (${batch})`;
  for (const [i, [name, size]] of [
    ['depth', op.inputDepth.number] as const,
    ['height', op.inputHeight.number] as const,
    ['width', op.inputWidth.number] as const,
  ].entries()) {
    const expected = checks.windowCount(size + 2 * padding[i]!, kernel[i]!, stride[i]!);
    const actual = shape[i + 1]!;
    if (actual !== expected)
      yield `output ${name} (${actual}) does not match calculated ${name} (${expected})`;
  }
  if (shape[4] !== outputs)
    yield `output channels (${shape[4]!}) must match weight output channels (${outputs})`;
}

/** A transposed convolution. */
export function* convTranspose2dProblems(
  op: Convolution2d & { readonly outputPadding: DenseArrayAttr },
): Problems {
  const [input, weight, result, bias] = [
    op.input.type,
    op.weight.type,
    op.result.type,
    op.bias?.type ?? null,
  ];
  if (input.rank !== 4) yield 'Input must be a 4D tensor';
  if (result.rank !== 4) yield 'Output must be a 4D tensor';
  if (weight.rank !== 4) yield 'Weight must be a 4D tensor';
  if (bias !== null && bias.rank !== 4) yield 'Bias must be a 4D tensor';
  if (op.inChannels.number !== input.shape[3])
    yield 'Input channels attribute must match the last dimension of the input tensor';
  if (op.outChannels.number !== result.shape[3])
    yield 'Output channels attribute match the last dimension of the output tensor';
  const [batch, height, width] = [op.batchSize.number, op.inputHeight.number, op.inputWidth.number];
  if (batch * height * width !== input.shape[checks.FLATTENED_DIM]) {
    if (batch !== input.shape[0])
      yield 'Batch size attribute must match the first dimension of the input tensor';
    if (height !== input.shape[1])
      yield 'Input height attribute must match the second dimension of the input tensor';
    if (width !== input.shape[2])
      yield 'Input width attribute must match the third dimension of the input tensor';
  }
  const [stride, padding] = [op.stride.numbers(), op.padding.numbers()];
  const [outputPadding, dilation] = [op.outputPadding.numbers(), op.dilation.numbers()];
  for (const [name, values, least] of [
    ['stride', stride, 1],
    ['padding', padding, 0],
    ['output padding', outputPadding, 0],
    ['dilation', dilation, 1],
  ] as const) {
    if (values.some((value) => value < least))
      yield `Attribute '${name}' contains a value less than: ${least}`;
  }
  yield* checks.transposedChannelProblems({
    inputChannels: input.dimSize(3),
    outputChannels: result.dimSize(3),
    groups: op.groups.number,
    weight: isPrepared(op.weight, 'ttnn.prepare_conv_transpose2d_weights') ? null : weight.shape,
    biasChannels: bias?.shape[3] ?? null,
  });
  const kernel = op.kernelSize.numbers();
  const sizes = [height, width] as const;
  const [rows, columns] = sizes.map((size, i) =>
    checks.transposedSize(
      size,
      stride[i]!,
      padding[i]! + (padding[i + 2] ?? padding[i]!),
      dilation[i]!,
      kernel[i]!,
      outputPadding[i]!,
    ),
  );
  yield* checks.transposedSizeProblems(sizes, [rows!, columns!]);
}

/** Windows over a flattened operand; `name` is that of the operation. */
export function* poolingProblems(
  op: {
    readonly input: Tensor;
    readonly kernelSize: DenseArrayAttr;
    readonly padding: DenseArrayAttr;
    readonly inputHeight: IntegerAttr;
    readonly inputWidth: IntegerAttr;
    readonly batchSize: IntegerAttr;
    readonly channels: IntegerAttr;
  },
  name: string,
): Problems {
  const padding = op.padding.numbers();
  if (padding.length !== 4 && padding.length !== 2)
    yield `Padding must have 2 or 4 elements. Received ${padding.length} elements.`;
  const [top, left, bottom, right] = padding.length === 4 ? padding : [...padding, ...padding];
  const [height, width] = [op.inputHeight.number, op.inputWidth.number];
  const kernel = op.kernelSize.numbers();
  for (const [i, side, size, room] of [
    [0, 'height', height, height + top! + bottom!],
    [1, 'width', width, width + left! + right!],
  ] as const) {
    if (kernel[i]! > room)
      yield `Kernel ${side} ${kernel[i]!} is greater than input ${side} ${size}. This ${name} configuration is invalid.`;
  }
  const { shape, rank } = op.input.type;
  const text = checks.spaced(shape);
  if (rank !== 4) yield `Input tensor rank must be 4. Received input with rank ${rank}. Shape: (${text}).`;
  if (shape[0] !== 1 || shape[1] !== 1)
    yield `${name} input must be in the form (1, 1, N*H*W, C). Received shape (${text}).`;
  const batch = op.batchSize.number;
  if (shape[2] !== batch * height * width)
    yield `${name} shape (${text}) at dim -2 must be equal to N*H*W. However the attributes given are N=${batch}, H=${height}, W=${width}. ${batch}*${height}*${width} != ${shape[2]!}.`;
  const channels = op.channels.number;
  if (shape[3] !== channels)
    yield `${name} shape (${text}) at dim -3 must be equal to C. However the attribute given is C=${channels}. ${shape[3]!} != ${channels}`;
}

/** The mean of all of height and width. */
export function* globalPoolingProblems({ input }: { readonly input: Tensor }): Problems {
  if (input.type.rank !== 4) yield 'input tensor must be a 4D tensor';
}
