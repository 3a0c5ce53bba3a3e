import { cloneOp, definePass, type Operation, Rewriter, type Tensor } from '@shardform/ir-core';
import {
  AvgPool2dOp,
  Conv2dOp,
  ConvTranspose2dOp,
  FlattenedCompatInfoAttr,
  MaxPool2dOp,
  MaxPool2dWithIndicesOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-ttir';

const classes = [Conv2dOp, ConvTranspose2dOp, MaxPool2dOp, MaxPool2dWithIndicesOp, AvgPool2dOp] as const;

type WindowOp = InstanceType<(typeof classes)[number]>;

function isWindowOp(op: Operation): op is WindowOp {
  return classes.some((cls) => op instanceof cls);
}

/** `[1, 1, batch * height * width, channels]`. */
function flatShape({ type }: Tensor): number[] {
  // Verified: images have four dimensions.
  const [batch, height, width, channels] = type.shape as [number, number, number, number];
  return [1, 1, batch * height * width, channels];
}

function flatten(op: WindowOp, rewriter: Rewriter): void {
  rewriter.setInsertionPoint(op);
  rewriter.location = op.location;
  const build = new TensorBuilder(rewriter);
  const { input } = op;
  // Verified: images have four dimensions.
  const [batchSize, inputHeight, inputWidth] = input.type.shape as [number, number, number, number];
  const copy = cloneOp(op);
  copy.setOperand(0, build.reshape(input, flatShape(input)));
  copy.flattenedCompatInfo = FlattenedCompatInfoAttr.get({ batchSize, inputHeight, inputWidth });
  const results = op.results.map((result) => tensorOf(result));
  copy.setResultTypes(results.map((result) => result.type.withShape(flatShape(result))));
  rewriter.insert(copy);
  rewriter.replaceOp(
    op,
    results.map((result, i) => build.reshape(tensorOf(copy.getResult(i)), result.type.shape)),
  );
}

/**
 * Convolutions and poolings get their batch, height and width as one dimension, as the library takes them; the sizes
 * that are lost so move to an attribute.
 */
export const ttirFlattenSlidingWindow = definePass({
  name: 'ttir-flatten-sliding-window',
  className: 'TTIRFlattenSlidingWindow',
  summary: 'joins batch, height and width of operations on windows',
  anchor: 'builtin.module',
  run(module, pass) {
    const found: WindowOp[] = [];
    module.walk((op) => {
      if (isWindowOp(op) && op.flattenedCompatInfo === null && op.input.type.rank === 4) found.push(op);
    });
    const rewriter = new Rewriter(pass.context);
    for (const op of found) flatten(op, rewriter);
  },
});
