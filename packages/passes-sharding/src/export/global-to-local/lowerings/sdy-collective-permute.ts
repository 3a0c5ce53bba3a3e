import { CollectivePermuteOp, TensorShardingAttr, sourceTargetPairs } from '@shardform/dialect-sdy';
import { CollectivePermuteOp as StablehloCollectivePermuteOp, tensorOf } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, i64, type InterfaceImplementation, RankedTensorType } from '@shardform/ir-core';
import { localLowering } from '../local-lowering.ts';

/** Lowers `sdy.collective_permute` to StableHLO's, with the pairs of devices by which the shardings differ. */
export const collectivePermuteLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  CollectivePermuteOp,
  (op) => (converter) => {
    const builder = converter.buildBefore(op);
    const to = op.outSharding;
    const [input] = converter.global(op).operands;
    const from = input?.sharding ?? TensorShardingAttr.fullyClosed(to.meshOrRef, to.rank);
    const pairs = sourceTargetPairs(from, converter.meshOf(from), to, converter.meshOf(to));
    const operand = tensorOf(op.tensor);
    const permute = builder.create(
      StablehloCollectivePermuteOp,
      {
        operand,
        sourceTargetPairs: DenseElementsAttr.fromNumbers(
          RankedTensorType.get([pairs.length, 2], i64),
          pairs.flat(),
        ),
        channelHandle: converter.newChannel(),
      },
      [operand.type],
    );
    converter.replace(op, [permute.result]);
  },
);
