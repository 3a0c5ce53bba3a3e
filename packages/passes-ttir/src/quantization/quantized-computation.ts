import {
  cloneOp,
  IntegerType,
  isInstance,
  type Operation,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';
import {
  AddOp,
  AvgPool2dOp,
  ClampScalarOp,
  Conv2dOp,
  ConvTranspose2dOp,
  elementwise,
  MaxPool2dOp,
  QuantizeOp,
  tensorOf,
} from '@shardform/dialect-ttir';
import { quant } from '@shardform/dialects-mlir';

/** The dimension of a weight that counts what a convolution makes. */
const WEIGHT_OUTPUT_DIM = 0n;
/** Integers that products are formed of. */
const FACTOR_WIDTH = 8;

type Convolution = Conv2dOp | ConvTranspose2dOp;

/** Returns the quantized type by which the integers of a tensor stand for numbers; `null` for a tensor of numbers. */
export function quantizedTypeOf({ type }: Tensor): quant.UniformQuantizedType | null {
  return isInstance(quant.UniformQuantizedType, type.elementType) ? type.elementType : null;
}

function signedStorage(width: number): quant.Storage {
  const half = 1n << BigInt(width - 1);
  return { type: IntegerType.get(width), isSigned: true, min: -half, max: half - 1n };
}

/** The operation on other operands; what is said about flat images does not hold for them. */
function remade(
  op: Operation,
  operands: readonly Tensor[],
  elementType: quant.UniformQuantizedType,
  rewriter: Rewriter,
): Tensor {
  const copy = cloneOp(op);
  copy.setOperands(operands);
  copy.setResultTypes([tensorOf(op.getResult()).type.withElementType(elementType)]);
  return tensorOf(rewriter.insert(copy).getResult());
}

/** A sum of integers with one scale. A summand that is not quantized is brought to the scale of the other. */
function quantizedSum(op: AddOp, sources: readonly Tensor[], rewriter: Rewriter): Tensor | null {
  const type = sources.map(quantizedTypeOf).find((own) => own !== null) ?? null;
  if (type === null) return null;
  const isFit = sources.every(
    (x) => quantizedTypeOf(x) !== null || x.type.elementType === type.expressedType,
  );
  if (!isFit) return null;
  const summands = sources.map((input) =>
    quantizedTypeOf(input) === null
      ? rewriter.create(QuantizeOp, { input }, [input.type.withElementType(type)]).result
      : input,
  );
  return remade(op, summands, type, rewriter);
}

/** The scales of products: those of the factors multiplied, one for each channel where the weight has so many. */
function productType(
  input: quant.UniformQuantizedType,
  weight: quant.UniformQuantizedType,
  channels: { readonly dim: bigint; readonly count: number },
  width: number,
): quant.UniformQuantizedType | null {
  if (input.dimension !== null) return null;
  const { scale, zeroPoint } = input.scalings[0]!;
  if (weight.scalings.some((own) => own.zeroPoint !== zeroPoint)) return null;
  const isPerChannel = weight.dimension !== null;
  const isFit = weight.dimension === WEIGHT_OUTPUT_DIM && weight.scalings.length === channels.count;
  if (isPerChannel && !isFit) return null;
  const scalings = weight.scalings.map((own) => ({ scale: own.scale * scale, zeroPoint }));
  const dimension = scalings.length > 1 ? channels.dim : null;
  const { expressedType } = input;
  return quant.UniformQuantizedType.get({
    storage: signedStorage(width),
    expressedType,
    scalings,
    dimension,
  });
}

/** A convolution of integers, whose sums need 32 bits; with a bias the library brings them back to eight. */
function quantizedConvolution(
  op: Convolution,
  sources: readonly Tensor[],
  rewriter: Rewriter,
): Tensor | null {
  const [input, weight] = sources.map(quantizedTypeOf);
  if (input == null || weight == null) return null;
  const { bias } = op;
  const { type: result } = op.result;
  const dim = op.channelDim?.value ?? BigInt(result.rank - 1);
  const width = bias === null ? 32 : FACTOR_WIDTH;
  const type = productType(input, weight, { dim, count: result.dimSize(Number(dim)) }, width);
  if (type?.expressedType !== result.elementType) return null;
  const operands = sources.slice(0, 2);
  if (bias !== null) {
    const biasType = bias.type.withElementType(type);
    operands.push(rewriter.create(QuantizeOp, { input: bias }, [biasType]).result);
  }
  return remade(op, operands, type, rewriter);
}

/** Returns true if the operation may take quantized operands, by itself or between conversions. */
export function isQuantizable(op: Operation, sources: readonly Tensor[]): boolean {
  if (op instanceof AddOp) {
    const types = sources.map(quantizedTypeOf).filter((type) => type !== null);
    return types.every((type) => type === types[0]);
  }
  if (isInstance(Conv2dOp, op) || isInstance(ConvTranspose2dOp, op)) {
    return sources.slice(0, 2).every((x) => quantizedTypeOf(x)?.storage.type.width === FACTOR_WIDTH);
  }
  if (op instanceof AvgPool2dOp || op instanceof MaxPool2dOp) return true;
  return op.hasTrait(elementwise) && op.operands.length <= 2 && !(op instanceof ClampScalarOp);
}

/** Returns the operation on integers instead of numbers; `null` where it would give other numbers. */
export function quantizedComputation(
  op: Operation,
  sources: readonly Tensor[],
  rewriter: Rewriter,
): Tensor | null {
  if (op instanceof AddOp) return quantizedSum(op, sources, rewriter);
  if (isInstance(Conv2dOp, op) || isInstance(ConvTranspose2dOp, op)) {
    return quantizedConvolution(op, sources, rewriter);
  }
  // The greatest integer stands for the greatest number.
  const type = op instanceof MaxPool2dOp ? quantizedTypeOf(sources[0]!) : null;
  return type && remade(op, sources, type, rewriter);
}
