import {
  applyPatternsGreedily,
  ArrayAttr,
  cloneOp,
  definePass,
  f32,
  FloatAttr,
  FloatType,
  isInstance,
  type Operation,
  type OpWithDefinition,
  pattern,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FP32_EXACT } from '@shardform/dialect-ttcore';
import {
  AddOp,
  Conv2dConfigAttr,
  Conv2dOp,
  DivideOp,
  LinearOp,
  MatmulOp,
  MultiplyOp,
  ReshapeOp,
  SubtractOp,
  TypecastOp,
  unaryOpTypeOf,
  UnaryWithParamAttr,
} from '@shardform/dialect-ttnn';
import { tensorOf } from '@shardform/dialect-ttir';
import { formatOf } from '../workaround/operand-workaround.ts';

/** Functions that products apply to their results. */
const OF_PRODUCTS: ReadonlySet<string> = new Set(['sigmoid', 'silu', 'gelu']);
/** Functions that convolutions apply to their results. */
const OF_CONVOLUTIONS: ReadonlySet<string> = new Set(['relu', 'relu6', 'silu', 'sigmoid']);
/** Functions that binary operations apply to operands and results. */
const OF_BINARY: readonly string[] = [
  'abs',
  'acos',
  'asin',
  'atan',
  'ceil',
  'cos',
  'erf',
  'exp',
  'expm1',
  'floor',
  'gelu',
  'hardsigmoid',
  'isfinite',
  'log',
  'log1p',
  'neg',
  'reciprocal',
  'relu',
  'relu6',
  'round',
  'rsqrt',
  'sigmoid',
  'sign',
  'silu',
  'sin',
  'sqrt',
  'tan',
  'tanh',
];

/** The name of a function without that of the dialect. */
const functionOf = (op: Operation): string => op.name.slice(op.name.indexOf('.') + 1);

/** The only user of a value, if it has one. */
function onlyUser(value: Value): Operation | null {
  return value.hasOneUse ? (value.users()[0] ?? null) : null;
}

/** A function of the result, if it is the only user and the operation can apply it. */
function functionAfter(value: Value, known: ReadonlySet<string>): Operation | null {
  const user = onlyUser(value);
  return user !== null && user.operands.length === 1 && known.has(functionOf(user)) ? user : null;
}

function fuseIntoProduct(op: MatmulOp | LinearOp, rewriter: Rewriter): boolean {
  const isPlain = op.activation === null && op.getAttr(FP32_EXACT) === null;
  const after = isPlain ? functionAfter(op.result, OF_PRODUCTS) : null;
  if (after === null) return false;
  rewriter.modifyInPlace(op, () => {
    op.activation = StringAttr.get(functionOf(after));
  });
  rewriter.replaceOp(after, [op.result]);
  return true;
}

/** A change of shape may stand between. */
const convolution = pattern(Conv2dOp, 'ttnn-convolution-with-activation', (op, rewriter) => {
  if ((op.conv2dConfig?.activation ?? null) !== null) return false;
  const user = onlyUser(op.result);
  const carrier: Value = user instanceof ReshapeOp ? user.result : op.result;
  const after = functionAfter(carrier, OF_CONVOLUTIONS);
  if (after === null) return false;
  const activation = asAttribute(after);
  rewriter.modifyInPlace(op, () => {
    op.conv2dConfig = Conv2dConfigAttr.get({
      ...op.conv2dConfig,
      activation,
      weightsDtype: formatOf(op.weight.type),
    });
  });
  rewriter.replaceOp(after, [carrier]);
  return true;
});

/** Operations with functions of operands and result. */
type Binary = Operation &
  Record<'activations' | 'inputTensorAActivations' | 'inputTensorBActivations', ArrayAttr | null>;

function isBinary(op: Operation): op is Binary {
  return op.definition.attrIndex.has('input_tensor_a_activations');
}

/** Numbers that functions have when other operations apply them. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = { round: [0] };

/** A function as the library is told to apply it. */
function asAttribute(op: Operation): UnaryWithParamAttr {
  const name = functionOf(op);
  const params = PARAMETERS[name]?.map((number) => FloatAttr.get(number, f32)) ?? null;
  return UnaryWithParamAttr.get({ opType: unaryOpTypeOf(name)!, params });
}

/** The functions of a list, after one that comes before them. */
function withFirst(op: Operation, others: ArrayAttr | null): ArrayAttr {
  const own = asAttribute(op);
  return ArrayAttr.get([own, ...(others?.elements ?? [])]);
}

/** Leaves a function to the only operation that uses its result, before those that are there already. */
function fuseIntoUser(op: Operation, rewriter: Rewriter): boolean {
  const result = op.getResult();
  const user = onlyUser(result);
  if (user === null || !isBinary(user)) return false;
  rewriter.modifyInPlace(user, () => {
    if (user.getOperand(0) === result) {
      user.inputTensorAActivations = withFirst(op, user.inputTensorAActivations);
      user.setOperand(0, op.getOperand(0));
    } else {
      user.inputTensorBActivations = withFirst(op, user.inputTensorBActivations);
      user.setOperand(1, op.getOperand(0));
    }
  });
  rewriter.eraseOp(op);
  return true;
}

/** Returns true if an operation rounds its result to a shorter format than its operands have. */
function isNarrowed(op: Operation): boolean {
  return formatOf(tensorOf(op.getOperand(0)).type) !== formatOf(tensorOf(op.getResult()).type);
}

/** Leaves a function to the operation that makes its operand. */
function fuseIntoSource(op: Operation, rewriter: Rewriter): boolean {
  const input = op.getOperand(0);
  const source = input.definingOp;
  if (source === null || !isBinary(source) || !input.hasOneUse) return false;
  if ((source.activations?.elements.length ?? 0) > 0 || isNarrowed(source)) return false;
  rewriter.modifyInPlace(source, () => {
    source.activations = withFirst(op, null);
  });
  rewriter.replaceOp(op, [input]);
  return true;
}

/** Functions of integers have kernels of their own. */
function fuseIntoBinary(op: Operation, rewriter: Rewriter): boolean {
  const { type } = op.getOperand(0);
  if (type !== op.getResult().type || !isFloatTensor(type)) return false;
  return fuseIntoUser(op, rewriter) || fuseIntoSource(op, rewriter);
}

function isFloatTensor(type: Type): boolean {
  return type instanceof RankedTensorType && isInstance(FloatType, type.elementType);
}

const binary: readonly RewritePattern[] = OF_BINARY.map((name) => ({
  name: `ttnn-${name}-in-binary`,
  root: `ttnn.${name}`,
  matchAndRewrite: fuseIntoBinary,
}));

function product<T extends MatmulOp | LinearOp>(op: OpWithDefinition<T>): RewritePattern {
  return pattern(op, 'ttnn-product-with-activation', fuseIntoProduct);
}

/** Arithmetic that the library rounds to bf16 itself. */
const ROUNDING: readonly OpWithDefinition<Operation>[] = [AddOp, SubtractOp, MultiplyOp, DivideOp];

const roundedResult = pattern(TypecastOp, 'ttnn-typecast-in-binary', (op, rewriter) => {
  const source = op.input.definingOp;
  if (source === null || !op.input.hasOneUse || !ROUNDING.some((cls) => isInstance(cls, source)))
    return false;
  const isRounded = source.operandValues().every((value) => formatOf(tensorOf(value).type) === 'f32');
  if (!isRounded || formatOf(op.input.type) !== 'f32' || formatOf(op.result.type) !== 'bf16') return false;
  const rounded = cloneOp(source);
  rounded.setResultTypes([op.result.type]);
  rewriter.setInsertionPoint(source);
  rewriter.insert(rounded);
  rewriter.replaceOp(op, [rounded.getResult()]);
  rewriter.eraseOp(source);
  return true;
});

const patterns = [roundedResult, convolution, product(MatmulOp), product(LinearOp), ...binary];

/** Functions of one number are left to the operation before or after them, which saves passes over memory. */
export const ttnnFusing = definePass({
  name: 'ttnn-fusing',
  className: 'TTNNFusing',
  summary: 'fuses functions of elements into other operations',
  anchor: 'builtin.module',
  run(module, pass) {
    applyPatternsGreedily(module, patterns, pass.context);
  },
});
