import { FragmentOp, isMeshTensor, MeshTensorType, TransferOp } from '@shardform/dialect-mpmd';
import { ConcatenateOp, numbersAttr, ReshapeOp, SliceOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  i64Attr,
  type Operation,
  type OpResult,
  RankedTensorType,
  Rewriter,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { mpmdPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';

/** Marks transfers of several values joined to one. */
const CONCAT_TRANSFER = 'concat_transfer';

/** `mpmd-merge-transfers`. */
export const mergeTransfers = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-merge-transfers',
  className: 'MergeTransfersPass',
  summary: 'Merges transfers of scalars between two fragments into one.',
  description:
    'The producer joins the values along a new first dimension, and the consumer takes them apart. The former ' +
    'transfers stay without use.',
  dependentDialects: ['stablehlo'],
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    for (const producer of fragmentsIn(func.entry)) mergeTransfersOf(producer, rewriter);
  },
});

/** Values of one type that go to one consumer, by their indices among the producer's results. */
interface Bundle {
  readonly type: RankedTensorType;
  readonly consumer: FragmentOp;
  readonly indices: number[];
}

function mergeTransfersOf(original: FragmentOp, rewriter: Rewriter): void {
  let producer = original;
  for (const { type, consumer, indices } of bundlesOf(original)) {
    if (indices.length < 2) continue;
    producer = withJoinedResult(producer, type, indices, rewriter);
    const joined = producer.results.at(-1)!;
    if (!isMeshTensor(joined)) continue;
    const { globalType } = joined.type;
    rewriter.setInsertionPointAfter(producer);
    const transfer = rewriter.create(
      TransferOp,
      { tensor: joined },
      [MeshTensorType.get(consumer.mesh, globalType)],
      { location: producer.location, attributes: [[CONCAT_TRANSFER, UnitAttr.instance]] },
    );
    takeApart(
      consumer,
      transfer,
      indices.map((index) => producer.getResult(index)),
      rewriter,
    );
  }
}

function bundlesOf(producer: FragmentOp): Bundle[] {
  const bundles: Bundle[] = [];
  for (const result of producer.results) {
    if (!isEligible(result)) continue;
    for (const transfer of transfersOf(result)) {
      for (const consumer of transfer.result.users()) {
        if (!(consumer instanceof FragmentOp)) continue;
        const { globalType: type } = result.type;
        const known = bundles.find((bundle) => bundle.type === type && bundle.consumer === consumer);
        if (known === undefined) bundles.push({ type, consumer, indices: [result.index] });
        else known.indices.push(result.index);
      }
    }
  }
  return bundles;
}

function isEligible(result: OpResult): result is OpResult<MeshTensorType> {
  if (!isMeshTensor(result)) return false;
  const { type } = result;
  return !type.isOnHost && type.isFullyReplicated && type.hasStaticShape && type.elementCount <= 1;
}

function transfersOf(result: Value): TransferOp[] {
  return result
    .users()
    .filter((user): user is TransferOp => user instanceof TransferOp && !user.hasAttr(CONCAT_TRANSFER));
}

/** Makes the producer return some of its results joined, as an additional last result. */
function withJoinedResult(
  producer: FragmentOp,
  type: RankedTensorType,
  indices: readonly number[],
  rewriter: Rewriter,
): FragmentOp {
  const terminator = producer.entry.getTerminator();
  rewriter.setInsertionPoint(terminator);
  const row = type.withShape([1, ...type.shape]);
  const { location } = producer;
  const rows = indices.map(
    (index) =>
      rewriter.create(ReshapeOp, { operand: tensorOf(terminator.getOperand(index)) }, [row], { location })
        .result,
  );
  const joinedType = type.withShape([indices.length, ...type.shape]);
  const joined = rewriter.create(ConcatenateOp, { inputs: rows, dimension: i64Attr(0) }, [joinedType], {
    location,
  });
  terminator.setOperands([...terminator.operandValues(), joined.result]);
  rewriter.setInsertionPoint(producer);
  const { origin, meshName, stageId, inShardings, outShardings, discardable } = producer;
  const extended = rewriter.create(
    FragmentOp,
    { inputs: producer.operandValues(), origin, meshName, stageId, inShardings, outShardings },
    [...producer.resultTypes(), MeshTensorType.get(producer.mesh, joinedType)],
    { location, attributes: discardable },
  );
  extended.region.takeBody(producer.region);
  producer.results.forEach((result, i) => result.replaceAllUsesWith(extended.getResult(i)));
  producer.erase();
  return extended;
}

/** Makes the consumer take the joined values apart instead of using their own transfers. */
function takeApart(
  consumer: FragmentOp,
  transfer: TransferOp,
  values: readonly Value[],
  rewriter: Rewriter,
): void {
  const { globalType } = transfer.result.type;
  consumer.setOperands([...consumer.operandValues(), transfer.result]);
  const joined = tensorOf(consumer.entry.addArgument(globalType, consumer.location));
  const { firstOp } = consumer.entry;
  rewriter.setInsertionPoint(firstOp!);
  const rest = globalType.shape.slice(1);
  values.forEach((value, k) => {
    for (const { index } of consumer.operands.filter((operand) =>
      isTransferOf(operand.value.definingOp, value),
    )) {
      const slice = rewriter.create(
        SliceOp,
        {
          operand: joined,
          startIndices: numbersAttr([k, ...rest.map(() => 0)]),
          limitIndices: numbersAttr([k + 1, ...rest]),
          strides: numbersAttr([1, ...rest.map(() => 1)]),
        },
        [globalType.withShape([1, ...rest])],
        { location: consumer.location },
      );
      const argument = consumer.entry.getArgument(index);
      const single = rewriter.create(ReshapeOp, { operand: slice.result }, [globalType.withShape(rest)], {
        location: consumer.location,
      });
      argument.replaceAllUsesWith(single.result);
    }
  });
}

function isTransferOf(op: Operation | null, value: Value): boolean {
  return op instanceof TransferOp && op.tensor === value && !op.hasAttr(CONCAT_TRANSFER);
}
