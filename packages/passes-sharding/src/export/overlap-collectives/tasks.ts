/** An operation of a block, as a schedule sees it. Operations have the numbers of their order in the program. */
export interface Task {
  /** Those that use its results, ascending. */
  readonly users: readonly number[];
  /** Those whose results it uses, ascending. */
  readonly makers: readonly number[];
  /** Seconds in which the device computes. */
  readonly compute: number;
  /** Seconds in which devices communicate. What does both keeps them from everything else. */
  readonly communication: number;
  /** Bytes of its results. */
  readonly bytes: number;
}

/** What an order of tasks takes. */
export interface Outcome {
  /** Seconds. */
  readonly time: number;
  /** The most that results hold at once. */
  readonly peakBytes: number;
}

/**
 * Returns what an order takes where computation and communication each go on in the order given, and a task begins when what it
 * uses is there.
 *
 * @param order the numbers of the tasks.
 */
export function outcomeOf(tasks: readonly Task[], order: readonly number[]): Outcome {
  const ready = new Float64Array(tasks.length);
  const uses = Int32Array.from(tasks, ({ users }) => users.length);
  let [computing, communicating, live, peakBytes] = [0, 0, 0, 0];
  for (const number of order) {
    const { compute, communication, makers, bytes } = tasks[number]!;
    let start = 0;
    for (const maker of makers) start = Math.max(start, ready[maker]!);
    if (compute > 0) start = Math.max(start, computing);
    if (communication > 0) start = Math.max(start, communicating);
    const end = start + compute + communication;
    if (compute > 0) computing = end;
    if (communication > 0) communicating = end;
    ready[number] = end;
    live += bytes;
    peakBytes = Math.max(peakBytes, live);
    for (const maker of makers) {
      uses[maker]! -= 1;
      if (uses[maker] === 0) live -= tasks[maker]!.bytes;
    }
  }
  return { time: Math.max(computing, communicating), peakBytes };
}
