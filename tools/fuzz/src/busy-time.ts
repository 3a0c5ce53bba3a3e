/** Times as much as it may take that something waits for a machine that does other work. */
const WAITING = 12;

/**
 * Tells whether work takes too long: by the time that the process has been busy since it began, and by the clock when it
 * waits for nothing that comes.
 */
export class BusyTime {
  /** Threads that work at the same time: what the process is busy with is shared among them. */
  static threads = 1;
  #usage = process.cpuUsage();
  #start = performance.now();

  /** Begins again. */
  restart(): void {
    this.#usage = process.cpuUsage();
    this.#start = performance.now();
  }

  isOver(milliseconds: number): boolean {
    const { user, system } = process.cpuUsage(this.#usage);
    const elapsed = performance.now() - this.#start;
    return (
      elapsed > WAITING * milliseconds ||
      (elapsed > milliseconds && user + system > 1000 * milliseconds * BusyTime.threads)
    );
  }
}
