import { leastOf } from '../solver/least-of.ts';

/** What choices of a node use from one time to another. */
export interface Holding {
  readonly from: number;
  readonly until: number;
  /** By choice; at least zero, and zero for one of them. */
  readonly amounts: Float64Array;
}

/** The times at which the limit may be missed. */
export interface UsageTimes {
  /** By time, what the choices of nodes may use beside what all of them use. */
  readonly room: Float64Array;
  /** By node, with numbers of these times. */
  readonly holdings: readonly (readonly Holding[])[];
}

/**
 * Leaves times out at which no more is used than at another one, and at which the limit is kept by all choices.
 *
 * @param room by time.
 */
export function timesOfUsage(holdings: readonly (readonly Holding[])[], room: Float64Array): UsageTimes {
  const [begins, ends] = [new Int32Array(room.length + 1), new Int32Array(room.length + 1)];
  const most = new Float64Array(room.length + 1);
  for (const own of holdings)
    for (const { from, until, amounts } of own) {
      const amount = amounts.reduce((a, b) => Math.max(a, b), 0);
      begins[from]!++;
      ends[until]!++;
      most[from]! += amount;
      most[until]! -= amount;
    }
  for (let time = 1; time < room.length; time++) most[time]! += most[time - 1]!;
  for (let time = 1; time <= room.length; time++) {
    begins[time]! += begins[time - 1]!;
    ends[time]! += ends[time - 1]!;
  }
  let times = [...room.keys()].filter((time) => most[time]! > room[time]!);
  times = withoutCovered(times, room, begins);
  times = withoutCovered(times.reverse(), room, ends).reverse();
  const places = new Int32Array(room.length + 1);
  for (let time = 0, place = 0; time <= room.length; time++) {
    places[time] = place;
    if (times[place] === time) place++;
  }
  return {
    room: Float64Array.from(times, (time) => room[time]!),
    holdings: holdings.map((own) =>
      own
        .map((holding) => ({
          ...holding,
          from: places[holding.from]!,
          until: places[holding.until]!,
        }))
        .filter(({ from, until }) => from < until),
    ),
  };
}

/** Leaves times out at which all live that live at the one before, or fewer, and that have as much room. @param events so far. */
function withoutCovered(times: readonly number[], room: Float64Array, events: Int32Array): number[] {
  const left: number[] = [];
  for (const time of times) {
    const before = left.at(-1);
    if (before === undefined || events[before] !== events[time] || room[time]! < room[before]!)
      left.push(time);
  }
  return left;
}

/** Makes holdings that follow each other of those of a node, and takes what all choices use from the room. */
export function joinedHoldings(holdings: readonly Holding[], room: Float64Array): Holding[] {
  if (holdings.length < 2) return [...holdings];
  const changes = new Map<number, Float64Array>();
  const count = holdings[0]!.amounts.length;
  const changeAt = (time: number, amounts: Float64Array, sign: number): void => {
    const sums = changes.get(time) ?? new Float64Array(count);
    changes.set(time, sums);
    for (let choice = 0; choice < count; choice++) sums[choice]! += sign * amounts[choice]!;
  };
  for (const { from, until, amounts } of holdings) {
    changeAt(from, amounts, 1);
    changeAt(until, amounts, -1);
  }
  const times = [...changes.keys()].sort((a, b) => a - b);
  const joined: Holding[] = [];
  const sums = new Float64Array(count);
  for (const [i, from] of times.entries()) {
    const until = times[i + 1] ?? from;
    const change = changes.get(from)!;
    for (let choice = 0; choice < count; choice++) sums[choice]! += change[choice]!;
    const least = leastOf(sums);
    for (let time = from; time < until; time++) room[time]! -= least;
    const amounts = sums.map((sum) => sum - least);
    const last = joined.at(-1);
    if (last?.until === from && last.amounts.every((amount, choice) => amount === amounts[choice]))
      joined[joined.length - 1] = { ...last, until };
    else if (from < until && amounts.some((amount) => amount > 0)) joined.push({ from, until, amounts });
  }
  return joined;
}
