import type { WorkerPort } from '@shardform/runtime-sim';
import type { Workload } from './candidate.ts';
import { type FromSearcher, outcomeOf, type TaskOutcome, type ToSearcher } from './search-task.ts';

/**
 * Evaluates candidates for a `spreadSearch` at the other end of the port, for as long as the thread lives.
 *
 * @param workload the same as at the other end.
 */
export function serveSearch(port: WorkerPort, workload: Workload): void {
  const answer = (message: FromSearcher): void => port.send(message);
  port.listen(
    (message) => {
      // The other end sends nothing else.
      const { number, task } = message as ToSearcher;
      let outcome: TaskOutcome | null = null;
      try {
        outcome = outcomeOf(workload, task);
      } catch {
        // The other end repeats the task and reports the error.
      }
      answer({ number, outcome });
    },
    () => port.close(),
  );
}
