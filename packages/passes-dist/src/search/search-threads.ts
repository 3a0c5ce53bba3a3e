import type { WorkerPort } from '@shardform/runtime-sim';
import type { Candidate } from './candidate.ts';
import type { FromSearcher, SearchTask, TaskOutcome, ToSearcher } from './search-task.ts';
import { lookUp } from '@shardform/ir-core';

/** So many tasks wait in a thread that it need not wait for the next. */
const TASKS_AT_ONCE = 2;

/** Threads that evaluate tasks ahead of their requests. At the other end of each port, `serveSearch` runs. */
export class SearchThreads {
  readonly #ports: readonly WorkerPort[];
  /** Ports that could take a task; each is there once for each task that it could take. */
  readonly #free: WorkerPort[];
  /** By the number of the task. */
  readonly #given = new Map<number, Candidate>();
  readonly #outcomes = new Map<Candidate, TaskOutcome | null>();
  readonly #waiting = new Map<Candidate, (outcome: TaskOutcome | null) => void>();
  #next: () => SearchTask | null = () => null;
  #count = 0;
  #isOver: boolean;

  constructor(ports: readonly WorkerPort[]) {
    this.#ports = ports;
    this.#isOver = ports.length === 0;
    this.#free = Array.from({ length: TASKS_AT_ONCE }, () => ports).flat();
    for (const port of ports) {
      port.listen(
        (message) => {
          this.#free.push(port);
          // The other end sends nothing else.
          this.#receive(message as FromSearcher);
        },
        () => this.close(),
      );
    }
  }

  /** Has the threads do what `next` gives, one task for a candidate, until it gives `null`. */
  feed(next: () => SearchTask | null): void {
    this.#outcomes.clear();
    this.#next = next;
    this.#assign();
  }

  /** The outcome of a task that the threads were or will be given; `null` where they have failed or are closed. */
  async outcomeOf(candidate: Candidate): Promise<TaskOutcome | null> {
    const outcome = this.#outcomes.get(candidate);
    if (outcome !== undefined || this.#isOver) return outcome ?? null;
    return new Promise((resolve) => this.#waiting.set(candidate, resolve));
  }

  /** Ends the threads, whatever they are doing. */
  close(): void {
    this.#isOver = true;
    for (const port of this.#ports) port.close();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #receive({ number, outcome: received }: FromSearcher): void {
    const candidate = lookUp(this.#given, number);
    this.#given.delete(number);
    // The outcome received through the port has a copy of the candidate.
    const outcome = received !== null && 'candidate' in received ? { ...received, candidate } : received;
    this.#outcomes.set(candidate, outcome);
    this.#waiting.get(candidate)?.(outcome);
    this.#waiting.delete(candidate);
    this.#assign();
  }

  #assign(): void {
    while (!this.#isOver && this.#free.length > 0) {
      const task = this.#next();
      if (task === null) return;
      const message: ToSearcher = { number: this.#count, task };
      this.#given.set(this.#count, task.candidate);
      this.#count += 1;
      this.#free.shift()!.send(message);
    }
  }
}
