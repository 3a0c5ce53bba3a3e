import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  DenseArrayAttr,
  type IntegerAttr,
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
} from '@shardform/ir-core';
import {
  binary,
  convert,
  convolution,
  dotGeneral,
  ExecutionError,
  interpretable,
  type NdArray,
  reduceWindow,
  reshape,
  scalarArray,
  transpose,
  type WindowDim,
} from '@shardform/runtime-sim';
import { asResult, resultType, spread } from '../result.ts';

/** The product of matrices, over whose other dimensions the operands are repeated. */
function matmul(a: NdArray, b: NdArray): NdArray {
  const [lhs, rhs] = [a, b].map((x) => convert(x, x.kind === 'bf16' || x.kind === 'f16' ? 'f32' : x.kind));
  const left = lhs!.shape.length === 1 ? reshape(lhs!, [1, ...lhs!.shape]) : lhs!;
  const right = rhs!.shape.length === 1 ? reshape(rhs!, [...rhs!.shape, 1]) : rhs!;
  const rank = Math.max(left.shape.length, right.shape.length);
  const batch = Array.from({ length: rank - 2 }, (_, d) => {
    const sizes = [left, right].map(({ shape }) => shape[d - rank + shape.length] ?? 1);
    return Math.max(...sizes);
  });
  const whole = (x: NdArray): NdArray => spread(x, [...batch, ...x.shape.slice(-2)]);
  const dims = batch.map((_, d) => d);
  return dotGeneral(
    whole(left),
    whole(right),
    { lhsBatching: dims, rhsBatching: dims, lhsContracting: [rank - 1], rhsContracting: [rank - 2] },
    left.kind,
  );
}

function turned(x: NdArray, flag: IntegerAttr | null): NdArray {
  if ((flag?.number ?? 0) === 0 || x.shape.length < 2) return x;
  const order = x.shape.map((_, d) => d);
  const rank = order.length;
  return transpose(x, [...order.slice(0, -2), rank - 1, rank - 2]);
}

type Product = ttir.MatmulOp | ttnn.MatmulOp | ttir.LinearOp | ttnn.LinearOp;
const products: readonly OpWithDefinition<Product>[] = [
  ttir.MatmulOp,
  ttnn.MatmulOp,
  ttir.LinearOp,
  ttnn.LinearOp,
];

const ACTIVATIONS: ReadonlySet<string> = new Set(['relu', 'tanh', 'sigmoid', 'exp', 'sqrt']);

/** What a product is given to apply at the end. */
function activated(op: Product, x: NdArray): NdArray {
  const activation = 'activation' in op ? (op.activation?.value ?? null) : null;
  if (activation === null) return x;
  if (activation === 'relu') return binary('maximum', x, spread(scalarArray(x.kind, 0), x.shape));
  const text = [...ACTIVATIONS].join(', ');
  throw new ExecutionError(
    op,
    `'${op.name}' op applies '${activation}', which has no kernel here; these have one: ${text}`,
  );
}

const windowOf = (
  size: number,
  stride: number,
  padLow: number,
  padHigh: number,
  dilation: number,
): WindowDim => ({
  size,
  stride,
  padLow,
  padHigh,
  baseDilation: 1,
  windowDilation: dilation,
});

/** Numbers for height and width: one for both, or one for each; of padding also one for each side. */
function pair(numbers: readonly number[]): readonly [number, number] {
  return [numbers[0]!, numbers[1] ?? numbers[0]!];
}

function sides(numbers: readonly number[]): readonly [number, number, number, number] {
  if (numbers.length === 4) return numbers as [number, number, number, number];
  const [height, width] = pair(numbers);
  return [height, width, height, width];
}

function numbersAttr(attr: ttir.WindowAttr): readonly number[] {
  return attr instanceof DenseArrayAttr ? attr.numbers() : [attr.number];
}

function conv2d(op: ttir.Conv2dOp, [input, weight, bias]: readonly NdArray[]): NdArray {
  const { kind } = resultType(op);
  const [stride, dilation] = [op.stride, op.dilation].map((attr) => pair(numbersAttr(attr)));
  const [top, left, bottom, right] = sides(numbersAttr(op.padding));
  const dims = placesOf(op);
  const made = convolution(
    input!,
    weight!,
    { ...dims, kernelOutputFeature: 0, kernelInputFeature: 1, kernelSpatial: [2, 3] },
    {
      windows: [
        windowOf(weight!.shape[2]!, stride![0], top, bottom, dilation![0]),
        windowOf(weight!.shape[3]!, stride![1], left, right, dilation![1]),
      ],
      reversed: [false, false],
      featureGroups: op.groups.number,
      batchGroups: 1,
    },
    kind,
  );
  return bias === undefined ? made : binary('add', made, spread(bias, made.shape));
}

/** Input and output have their dimensions in the same places. */
function placesOf(op: ttir.Conv2dOp | ttir.ConvTranspose2dOp) {
  const [batch, feature] = [op.batchDim?.number ?? 0, op.channelDim?.number ?? 3];
  const spatial = [op.heightDim?.number ?? 1, op.widthDim?.number ?? 2];
  return {
    inputBatch: batch,
    inputFeature: feature,
    inputSpatial: spatial,
    outputBatch: batch,
    outputFeature: feature,
    outputSpatial: spatial,
  };
}

/** Each element of the input writes a turned kernel into the output: a convolution of the input with holes. */
function convTranspose2d(op: ttir.ConvTranspose2dOp, [input, weight]: readonly NdArray[]): NdArray {
  const { kind } = resultType(op);
  const [stride, dilation, more] = [op.stride, op.dilation, op.outputPadding].map((attr) =>
    pair(numbersAttr(attr)),
  );
  const cut = sides(numbersAttr(op.padding));
  const groups = op.groups.number;
  const [inputs, outputs, height, width] = weight!.shape as readonly [number, number, number, number];
  const split = reshape(weight!, [groups, inputs / groups, outputs, height, width]);
  const kernel = reshape(transpose(split, [1, 0, 2, 3, 4]), [
    inputs / groups,
    groups * outputs,
    height,
    width,
  ]);
  return convolution(
    input!,
    kernel,
    { ...placesOf(op), kernelInputFeature: 0, kernelOutputFeature: 1, kernelSpatial: [2, 3] },
    {
      windows: [height, width].map((size, i) => ({
        size,
        stride: 1,
        padLow: (size - 1) * dilation![i]! - cut[i]!,
        padHigh: (size - 1) * dilation![i]! - cut[i + 2]! + more![i]!,
        baseDilation: stride![i]!,
        windowDilation: dilation![i]!,
      })),
      reversed: [true, true],
      featureGroups: groups,
      batchGroups: 1,
    },
    kind,
  );
}

/** The windows of a pooling, whose tensors are batch, height, width and channels. */
export function poolWindows(
  op: ttir.MaxPool2dOp | ttir.AvgPool2dOp | ttir.MaxPool2dWithIndicesOp,
): WindowDim[] {
  const [kernel, stride, dilation] = [op.kernel, op.stride, op.dilation].map((attr) =>
    pair(numbersAttr(attr)),
  );
  const [top, left, bottom, right] = sides(numbersAttr(op.padding));
  return [
    windowOf(1, 1, 0, 0, 1),
    windowOf(kernel![0], stride![0], top, bottom, dilation![0]),
    windowOf(kernel![1], stride![1], left, right, dilation![1]),
    windowOf(1, 1, 0, 0, 1),
  ];
}

function pool(x: NdArray, windows: readonly WindowDim[], start: number, op: 'add' | 'maximum'): NdArray {
  const wide = convert(x, 'f32');
  return reduceWindow([wide], [scalarArray('f32', start)], windows, ([sum], [own]) => [
    binary(op, sum!, own!),
  ])[0]!;
}

function averagePool(op: ttir.AvgPool2dOp, x: NdArray): NdArray {
  const windows = poolWindows(op);
  const sum = pool(x, windows, 0, 'add');
  const area = windows.reduce((product, { size }) => product * size, 1);
  const ones = spread(scalarArray('f32', 1), x.shape);
  const counts =
    op.countIncludePad?.number === 0
      ? pool(ones, windows, 0, 'add')
      : spread(scalarArray('f32', area), sum.shape);
  return binary('divide', sum, counts);
}

const definedAs = <T extends Operation>(
  definition: OpWithDefinition<T>,
  compute: (op: T, inputs: readonly NdArray[]) => NdArray,
) =>
  interpretable.implementFor(definition, (op) => (inputs: readonly NdArray[]) => [
    asResult(op, compute(op, inputs)),
  ]);

/** Sums of products, and poolings. */
export const contractionInterpreters: readonly InterfaceImplementation[] = [
  definedAs(ttir.DotGeneralOp, (op, [lhs, rhs]) =>
    dotGeneral(
      lhs!,
      rhs!,
      {
        lhsBatching: op.batchDimsLhs.numbers(),
        rhsBatching: op.batchDimsRhs.numbers(),
        lhsContracting: op.contractDimsLhs.numbers(),
        rhsContracting: op.contractDimsRhs.numbers(),
      },
      resultType(op).kind,
    ),
  ),
  ...products.map((definition) =>
    definedAs(definition, (op, [a, b, bias]) => {
      const product = matmul(turned(a!, op.transposeA), turned(b!, op.transposeB));
      const sum =
        bias === undefined
          ? product
          : binary('add', product, spread(convert(bias, product.kind), product.shape));
      return activated(op, sum);
    }),
  ),
  definedAs(ttir.Conv2dOp, conv2d),
  definedAs(ttir.ConvTranspose2dOp, convTranspose2d),
  definedAs(ttir.MaxPool2dOp, (op, [x]) => pool(x!, poolWindows(op), -Infinity, 'maximum')),
  definedAs(ttir.AvgPool2dOp, (op, [x]) => averagePool(op, x!)),
];
