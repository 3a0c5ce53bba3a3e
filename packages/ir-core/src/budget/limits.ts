import { bytesText } from '../number/bytes-text.ts';

/** The unit of a limit. */
export type LimitUnit = 'count' | 'bytes' | 'seconds';

/** The declaration of a limit on what untrusted input may ask for. */
export interface LimitSpec {
  /** The counted things, in words that follow a number: `devices`. */
  readonly counts: string;
  readonly unit: LimitUnit;
  /** Far above what real programs need. */
  readonly default: number;
  /** The highest value that the limit can be raised to, where there is one. */
  readonly greatest?: number;
  /** One sentence for help texts and documentation, without a full stop. */
  readonly description: string;
}

const MIB = 2 ** 20;

/**
 * The limits that input is held to. Flags, messages and documentation are derived from these declarations; hosts
 * change values by a {@link Budget}.
 */
export const limits = {
  nesting: {
    counts: 'levels',
    unit: 'count',
    default: 400,
    greatest: 400,
    description:
      'levels of nested attributes and types, of which a region takes two; call stacks hold no more',
  },
  'alias-text': {
    counts: 'characters',
    unit: 'count',
    default: 64 * MIB,
    description: 'characters that the aliases of a file stand for where they are used, or 64 times the file',
  },
  output: {
    counts: 'of text',
    unit: 'bytes',
    default: 384 * MIB,
    greatest: 511 * MIB,
    description: 'text that is printed at once',
  },
  operations: {
    counts: 'operations',
    unit: 'count',
    default: 2_000_000,
    description: 'operations that copies of what is called, and of what is done in parts, add to a program',
  },
  elements: {
    counts: 'elements',
    unit: 'count',
    default: 2 ** 24,
    greatest: 2 ** 26,
    description: 'elements that are listed one by one where a file has one for all, as in a splat constant',
  },
  devices: {
    counts: 'devices',
    unit: 'count',
    default: 65_536,
    description: 'devices that are simulated, partitioned for or drawn one by one',
  },
  memory: {
    counts: 'of memory',
    unit: 'bytes',
    default: 8192 * MIB,
    description: 'memory for the arrays of an execution, over all simulated devices',
  },
  calls: {
    counts: 'calls and regions',
    unit: 'count',
    default: 1000,
    greatest: 1000,
    description: 'calls and regions that an execution is in at the same time; call stacks hold no more',
  },
  work: {
    counts: 'elementary steps',
    unit: 'count',
    default: 1e12,
    description: 'elements that an execution computes; an operation counts as 1,000 at least',
  },
  time: {
    counts: 's',
    unit: 'seconds',
    default: Infinity,
    description: 'seconds that work may take; servers set one for each request',
  },
} as const satisfies Readonly<Record<string, LimitSpec>>;

/** The name of a limit; the flag is `--limit-NAME`. */
export type LimitName = keyof typeof limits;

/** Values of limits. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Returns an amount for people: `1,000,000 devices`, `3.7 GiB of memory`. */
export function amountText(name: LimitName, amount: number): string {
  return `${numberText(name, amount)} ${limits[name].counts}`;
}

/** Returns the number of {@link amountText}: `1,000,000`, `3.7 GiB`. */
export function numberText(name: LimitName, amount: number): string {
  return limits[name].unit === 'bytes' ? bytesText(amount) : countText(amount);
}

function countText(amount: number): string {
  // The product of the sizes of a mesh may be more than a number holds.
  if (amount === Infinity) return `over ${Number.MAX_VALUE.toExponential(1)}`;
  if (amount > 0 && amount < 1e-3) return String(amount);
  return amount < 1e15 ? amount.toLocaleString('en') : amount.toExponential(1);
}

/** Returns the remedy of how to raise a limit, to be appended to an error message. */
export function remedyText(name: LimitName): string {
  const { greatest }: LimitSpec = limits[name];
  const end = greatest === undefined ? '' : `, to ${amountText(name, greatest)} at most`;
  return `--limit-${name} raises the limit${end}`;
}
