import type { RaggedAllToAllOp } from '@shardform/dialect-stablehlo';
import { elementCount, type NdArray } from '../array/index.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState, Execution } from '../interpreter/interpretable.ts';
import { requiredGroup } from './process-groups.ts';
import { numbersOf } from './types.ts';

/** The contribution of a device to a ragged exchange: counts of rows by receiver, one or several slices for each. */
interface Sender {
  readonly sent: NdArray;
  readonly kept: NdArray;
  readonly starts: readonly number[];
  readonly sizes: readonly number[];
  readonly targets: readonly number[];
}

/** Each device sends slices of its first dimension; what no slice covers of a result is that of its second operand. */
export function* raggedAllToAll(
  op: RaggedAllToAllOp,
  operands: readonly NdArray[],
  state: DeviceState,
): Execution {
  const members = requiredGroup(op, 'flattened_ids', state);
  return yield {
    op,
    members,
    operands,
    complete(all) {
      const senders = all.map(([sent, kept, ...counts]): Sender => {
        const [starts, sizes, targets] = counts.map(numbersOf);
        return { sent, kept, starts, sizes, targets };
      });
      return members.map((_, receiver) => [received(op, senders, receiver, members)]);
    },
  };
}

function received(
  op: RaggedAllToAllOp,
  senders: readonly Sender[],
  receiver: number,
  members: readonly number[],
): NdArray {
  const { kind, shape, data } = senders[receiver].kept;
  const result: NdArray = { kind, shape, data: data.slice() };
  const row = elementCount(shape.slice(1));
  senders.forEach(({ sent, starts, sizes, targets }, sender) => {
    const each = sizes.length / members.length;
    for (let i = receiver * each; i < (receiver + 1) * each; i += 1) {
      const [start, size, target] = [starts[i], sizes[i], targets[i]];
      const isInside =
        Math.min(start, size, target) >= 0 && start + size <= sent.shape[0] && target + size <= shape[0];
      if (!isInside)
        throw new ExecutionError(
          op,
          `device ${members[sender]} sends rows ${start} to ${start + size} of ${sent.shape[0]} to rows ${target} to ${target + size} of ${shape[0]} of device ${members[receiver]}, which is outside`,
        );
      copyStrided(
        kind,
        [size, row],
        { data: sent.data, offset: start * row, strides: [row, 1] },
        { data: result.data, offset: target * row, strides: [row, 1] },
      );
    }
  });
  return result;
}
