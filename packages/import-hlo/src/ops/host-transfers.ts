import * as stablehlo from '@shardform/dialect-stablehlo';
import {
  boolAttr,
  DenseElementsAttr,
  i64,
  RankedTensorType,
  StringAttr,
  ui32,
  type Value,
} from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';

const { channelType } = stablehlo;

function transferAttributes(from: ImportedInstruction, hostType: number) {
  const { channelId = 0, isHostTransfer = false, sourceTargetPairs } = from.attributes;
  const type = isHostTransfer ? hostType : channelType.deviceToDevice;
  const pairs = sourceTargetPairs ?? [];
  return {
    channelHandle: stablehlo.ChannelHandleAttr.get({ handle: channelId, type }),
    isHostTransfer: boolAttr(isHostTransfer),
    sourceTargetPairs:
      pairs.length === 0
        ? null
        : DenseElementsAttr.fromNumbers(
            RankedTensorType.get([pairs.length, 2], i64),
            pairs.flat().map(BigInt),
          ),
  };
}

/** The number that stands for a transfer in the shape of `send` and `recv`. */
function contextOf(from: ImportedInstruction): Value {
  const value = DenseElementsAttr.splat(RankedTensorType.get([], ui32), 0);
  return from.builder.create(stablehlo.ConstantOp, { value }, [RankedTensorType.get([], ui32)]).output;
}

/** Of operands with a token: sends them. The shape is (what is sent, a number, a token). */
const send: InstructionImporter = (from) => {
  const inputs = from.allValues().slice(0, -1);
  const token = from.value(from.operandCount - 1);
  const args = { inputs, token, ...transferAttributes(from, channelType.deviceToHost) };
  const op = from.create(stablehlo.SendOp, args, [stablehlo.TokenType.instance]);
  return [...inputs, contextOf(from), op.result];
};

/** Data and a token, in the shape (data, a number, a token). */
const receive: InstructionImporter = (from) => {
  const token = from.value(0);
  const data = from.types.slice(0, -2);
  const args = { token, ...transferAttributes(from, channelType.hostToDevice) };
  const { results } = from.create(stablehlo.RecvOp, args, [...data, stablehlo.TokenType.instance]);
  return [...results.slice(0, -1), contextOf(from), results.at(-1)!];
};

const infeed: InstructionImporter = (from) => {
  const config = StringAttr.get(from.attributes.infeedConfig ?? '');
  const { results } = from.create(stablehlo.InfeedOp, { token: from.value(0), infeedConfig: config });
  return results;
};

const outfeed: InstructionImporter = (from) =>
  from.create(stablehlo.OutfeedOp, {
    inputs: from.allValues().slice(0, -1),
    token: from.value(from.operandCount - 1),
    outfeedConfig: StringAttr.get(from.attributes.outfeedConfig ?? ''),
  }).results;

/** Importers of opcodes that exchange values with the host or along channels. */
export const hostTransferImporters: Readonly<Record<string, InstructionImporter>> = {
  infeed,
  outfeed,
  send,
  'send-done': (from) => from.values(0).slice(-1),
  recv: receive,
  'recv-done': (from) => {
    const values = from.values(0);
    return [...values.slice(0, -2), ...values.slice(-1)];
  },
};
