import {
  arrayAttr,
  ArrayAttr,
  attrOf,
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  IntegerAttr,
  type DeclaredEffect,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  StringAttr,
  storedDefaultAttr,
  stringAttr,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { ChannelHandleAttr } from '../attrs/channel-handle-attr.ts';
import { i64ElementsAttr, tensorOrPerAxis } from '../constraints.ts';

import { TokenType } from '../types/token-type.ts';
import { received, token } from '../value-constraints.ts';

/** Queues and channels are read and written, of whatever else runs. */
const TRANSFER: readonly DeclaredEffect<never>[] = [{ kind: 'read' }, { kind: 'write' }];

const config = storedDefaultAttr(stringAttr, () => StringAttr.get(''));
const channel = attrOf(ChannelHandleAttr, "two 64-bit integers 'handle' and 'type'");
const transferAttrs = {
  channel_handle: channel,
  is_host_transfer: defaultAttr(boolAttrConstraint, () => boolAttr(false)),
  source_target_pairs: optionalAttr(i64ElementsAttr),
};

/** The types of channels, by their number. */
const DEVICE_TO_DEVICE = 1;
const DEVICE_TO_HOST = 2;
const HOST_TO_DEVICE = 3;

/** Checks that results are tensors and then one token. `everything` says in messages what has to be tensors. */
function resultsProblem(types: readonly Type[], everything: string): string | null {
  const last = types.at(-1);
  if (last === undefined) return 'result is expected to be at least of size 1, but got 0';
  const wrong = types.slice(0, -1).find((type) => !(type instanceof RankedTensorType));
  if (wrong !== undefined) return `${everything} expected to be of tensor type, but got '${String(wrong)}'`;
  return last instanceof TokenType
    ? null
    : `last element of result types is expected to be of token type, but got '${String(last)}'`;
}

/** Reads tensors from the queue of the host (StableHLO spec, "infeed"). */
export class InfeedOp extends defineOp('stablehlo.infeed', {
  summary: 'infeed: reads tensors from the host',
  operands: { token },
  attrs: { infeed_config: config, layout: optionalAttr(arrayAttr) },
  results: { results: variadic(received) },
  effects: TRANSFER,
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    const types = this.resultTypes();
    const problem =
      resultsProblem(types, 'all elements of result types, except the last element, are') ??
      (this.layout === null ? null : layoutProblem(this.layout, types.length - 1));
    return problem === null || report.error(problem);
  }
}

/** Checks that a layout lists the dimensions of each tensor. */
function layoutProblem({ elements }: ArrayAttr, count: number): string | null {
  if (elements.length !== count) {
    return `layout-attribute size must be ${count} (which is the number of op-results - 1 (for token result)), but got ${elements.length}`;
  }
  for (const element of elements) {
    if (!(element instanceof ArrayAttr)) {
      return `layout-attribute expected to have elements of type array, but got ${String(element)}`;
    }
    const wrong = element.elements.find((leaf) => !(leaf instanceof IntegerAttr));
    if (wrong === undefined) continue;
    return `layout-attribute's leaf elements are expected to be of type integer, but got ${String(wrong)}`;
  }
  return null;
}

/** Writes tensors to the queue of the host (StableHLO spec, "outfeed"). */
export class OutfeedOp extends defineOp('stablehlo.outfeed', {
  summary: 'outfeed: sends tensors to the host',
  operands: { inputs: variadic(tensorOrPerAxis), token },
  attrs: { outfeed_config: config },
  results: { result: token },
  effects: TRANSFER,
  speculates: 'never',
  infer: () => [TokenType.instance],
}) {}

/** Sends tensors through a channel (StableHLO spec, "send"). */
export class SendOp extends defineOp('stablehlo.send', {
  summary: 'sends tensors through a channel',
  operands: { inputs: variadic(tensorOrPerAxis), token },
  attrs: transferAttrs,
  results: { result: token },
  effects: TRANSFER,
  speculates: 'never',
  infer: (op, report) => {
    const { type } = op.channelHandle;
    const problem = channelProblem(type, op.isHostTransfer?.value === 1n, DEVICE_TO_HOST, 'DEVICE_TO_HOST');
    if (problem === null) return [TokenType.instance];
    report.error(problem);
    return null;
  },
}) {}

/** Receives tensors from a channel (StableHLO spec, "recv"). */
export class RecvOp extends defineOp('stablehlo.recv', {
  summary: 'receives tensors from a channel',
  operands: { token },
  attrs: transferAttrs,
  results: { results: variadic(received) },
  effects: TRANSFER,
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    const { type } = this.channelHandle;
    const problem =
      channelProblem(type, this.isHostTransfer?.value === 1n, HOST_TO_DEVICE, 'HOST_TO_DEVICE') ??
      resultsProblem(this.resultTypes(), 'everything but the last element of result types is');
    return problem === null || report.error(problem);
  }
}

function channelProblem(type: number, isHost: boolean, hostType: number, hostName: string): string | null {
  if (type === (isHost ? hostType : DEVICE_TO_DEVICE)) return null;
  return isHost
    ? `channel_type should be ${hostName} when is_host_transfer is true`
    : 'channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false';
}
