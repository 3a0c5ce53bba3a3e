import { Budget, currentBudget, withBudget } from '@shardform/ir-core';
import type { WorkerPort } from '@shardform/runtime-sim';
import type { Progress } from '../progress-line.ts';
import { answered } from './command-tool.ts';
import type { Answer, Given, McpTool } from './tool.ts';

/** A call, as sent to a thread. */
export interface ThreadCall {
  readonly name: string;
  readonly given: Given;
  /** Time limit in seconds. */
  readonly seconds: number;
}

/** The answer of a thread: the tool's result, or the message of an internal error. */
export type ThreadAnswer = { readonly answer: Answer } | { readonly defect: string };

/** How far a call is. */
export interface ThreadProgress {
  /** The fraction that is done, from 0 to 1. */
  readonly done: number;
  readonly text: string;
}

/** What a thread sends: how far its call is, and the answer. */
export type ThreadMessage = ThreadAnswer | { readonly progress: ThreadProgress };

/** Returns what tells the client of a thread's port how far its call is. */
export function threadProgress(port: WorkerPort): Progress {
  let toldAt = -Infinity;
  return {
    update: (done, text) => {
      const now = performance.now();
      if (now - toldAt < INTERVAL_MS) return;
      toldAt = now;
      port.send({ progress: { done, text } });
    },
    clear: () => {
      toldAt = -Infinity;
    },
  };
}

const INTERVAL_MS = 100;

/** Answers the calls that arrive at ports, one after the other, since a thread has one budget. */
export function toolThreadServer(tools: readonly McpTool[]): (port: WorkerPort) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (port) => {
    port.listen(
      (message) => {
        // The other end sends nothing else.
        last = last.then(() => serveCall(message as ThreadCall, tools, port));
      },
      () => port.close(),
    );
  };
}

/**
 * Works on a call and sends the answer, all within the budget of the call: parts of an answer are computed when they are sent, and
 * the time of the thread is another.
 */
async function serveCall(
  { name, given, seconds }: ThreadCall,
  tools: readonly McpTool[],
  port: WorkerPort,
): Promise<void> {
  // The server has validated the name.
  const tool = tools.find((candidate) => candidate.name === name)!;
  const send = (answer: ThreadAnswer): void => port.send(answer);
  try {
    await withBudget(new Budget({ ...currentBudget().limits, time: seconds }), async () => {
      const problem = await answered(async () => {
        const answer = await tool.run(given);
        send({ answer });
        return null;
      });
      if (problem !== null) send({ answer: problem });
    });
  } catch (error) {
    send({ defect: error instanceof Error ? error.message : String(error) });
  }
}
