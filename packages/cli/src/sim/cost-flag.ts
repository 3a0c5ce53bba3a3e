import type { StatedCost } from '@shardform/cost-model';
import type { Flag } from '../command/flag.ts';
import { readSize } from '../command/size.ts';
import { UsageError } from '../tool-io.ts';

/** The cost of the custom calls of a name. */
export interface CallCost extends StatedCost {
  /** That of their target, or of their kernel. */
  readonly name: string;
}

/** The flag that gives costs of custom calls. */
export const costFlag = {
  value: 'NAME=FLOPS,BYTES',
  repeats: true,
  description:
    'the cost of one execution of a custom call on a device, by its target or kernel, such as my_kernel=1.2T,3GB; without BYTES, its operands and results are read and written once',
} as const satisfies Flag;

/** Returns what {@link costFlag} says, of a command's flags. @throws UsageError for another form. */
export function givenCosts(flags: Readonly<Record<string, unknown>>): readonly CallCost[] {
  const given: readonly unknown[] = Array.isArray(flags.cost) ? flags.cost : [];
  return given.map((text) => readCost(String(text)));
}

function readCost(text: string): CallCost {
  const at = text.lastIndexOf('=');
  const [flops, bytes, ...more] = text.slice(at + 1).split(',');
  if (at < 1 || flops === undefined || more.length > 0)
    throw new UsageError(
      `flag '--cost' expects NAME=FLOPS or NAME=FLOPS,BYTES, such as my_kernel=1.2T,3GB, got '${text}'`,
    );
  return {
    name: text.slice(0, at),
    flops: readFlops(flops),
    bytes: bytes === undefined ? null : readBytes(bytes),
  };
}

function readFlops(text: string): number {
  const [, number, unit] = /^([0-9]*\.?[0-9]+(?:e\+?[0-9]+)?) *([KMGTPE])?$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError(`flag '--cost' expects floating-point operations like 2.5e9 or 1.2T, got '${text}'`);
  return Number(number) * 1000 ** (unit === undefined ? 0 : 1 + 'KMGTPE'.indexOf(unit));
}

/** Bytes stand beside operations, whose bare numbers are counts as well. */
function readBytes(text: string): number {
  return /^[0-9]*\.?[0-9]+(?:e\+?[0-9]+)?$/.test(text) ? Number(text) : readSize('cost', text);
}
