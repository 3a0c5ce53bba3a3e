import type { UserOriginAttr } from '@shardform/dialect-mpmd';

/** A name without the number at its end: `abc_12` is `abc` and 12. */
interface SplitName {
  readonly head: string;
  readonly number: number | null;
}

function splitName(name: string): SplitName {
  const match = /^(.*)_(\d+)$/.exec(name);
  return match === null ? { head: name, number: null } : { head: match[1]!, number: Number(match[2]) };
}

/** A fragment as its name needs it. */
export interface NamedFragment {
  readonly origins: readonly UserOriginAttr[];
  readonly stage: number | null;
}

/** A use of a function: the name of the fragment and its microbatch, by mesh. */
export interface CallSite {
  readonly name: string;
  readonly callCounter: number | null;
}

/** The names that functions of fragments get. */
export class FragmentNaming {
  /** True if no fragment of the program is a gradient; names need not say then what is forward. */
  readonly #isForwardOnly: boolean;

  constructor(isForwardOnly: boolean) {
    this.#isForwardOnly = isForwardOnly;
  }

  /** Returns the name of a fragment: its stage, or the computations that most of it comes from. */
  nameOf({ origins, stage }: NamedFragment): string {
    const first =
      stage !== null ? `stage${stage}` : origins.length === 0 ? 'inferred' : frequentName(origins);
    if (this.#isForwardOnly) return first;
    const counts = [...new Set(origins.map(({ transposes }) => transposes))].sort((a, b) => a - b);
    const suffix = (count: number): string =>
      count === 0 ? '_fwd' : count === 1 ? '_bwd' : `_transpose${count}`;
    return first + counts.map(suffix).join('');
  }
}

function frequentName(origins: readonly UserOriginAttr[]): string {
  const numbers = new Map<string, (number | null)[]>();
  for (const { userName } of origins) {
    const { head, number } = splitName(userName);
    numbers.set(head, [...(numbers.get(head) ?? []), number]);
  }
  const sorted = [...numbers].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
  const [head, all] = sorted[0]!;
  const distinct = [...new Set(all.filter((number) => number !== null))].sort((a, b) => a - b);
  const isBackward = origins.every(({ transposes }) => transposes === 1);
  const [min, max] = [distinct[0], distinct.at(-1)];
  let name = head;
  if (distinct.length === 1) name = `${head}_${min!}`;
  else if (distinct.length > 1) name = isBackward ? `${head}_${max!}:${min!}` : `${head}_${min!}:${max!}`;
  return numbers.size > 1 ? `${name}...` : name;
}

/** Returns what fragments of one function have in common: a name, and the microbatches if they are in a row. */
export function summaryOf(sites: ReadonlyMap<string, readonly CallSite[]>): string {
  const name = [...sites.values()].map(([first]) => first!.name).sort()[0]!;
  const calls = new Set([...sites.values()].map(callsText));
  const [only] = calls;
  return calls.size === 1 && only !== null && only !== undefined ? `${name}_${only}` : name;
}

function callsText(sites: readonly CallSite[]): string | null {
  const counters = sites.map(({ callCounter }) => callCounter);
  const [first] = counters;
  if (first === null || first === undefined) return null;
  if (counters.length === 1) return `call${first}`;
  if (sites.some(({ name }) => name !== sites[0]!.name)) return null;
  if (counters.every((counter, i) => counter === first + i)) {
    return `calls${first}to${first + counters.length - 1}`;
  }
  if (counters.every((counter, i) => counter === first - i)) {
    return `calls${first}from${first - counters.length + 1}`;
  }
  return null;
}

/** Returns a text of at most `length` characters, of which the last say that some are missing. */
export function truncated(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 5)}<...>` : text;
}
