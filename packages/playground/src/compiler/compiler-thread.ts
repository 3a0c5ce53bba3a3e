import { type Remote, wrap } from 'comlink';
import type { Compiler, WorkerCompiler } from './messages.ts';
import { startWorker } from './start-worker.ts';

/** A thread with a compiler, which does one piece of work at a time. */
export interface CompilerThread {
  readonly compiler: Compiler;
  /** Called when the thread has ended by itself, for the reason that is given. */
  onEnd: ((reason: Error) => void) | null;
  /** Marks the beginning of new work after a cancellation. */
  begin(): void;
  /** Cancels the thread's work. While it computes, only a cross-origin isolated page can. */
  interrupt(): void;
  /** Ends the thread in the middle of its work. */
  end(): void;
}

/** Starts a thread. */
export function startThread(): CompilerThread {
  const worker = startWorker();
  const compiler: Remote<WorkerCompiler> = wrap<WorkerCompiler>(worker);
  // Shared memory is for pages whose server sends the headers that isolate them; others replace the thread.
  const flag = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  if (flag !== null) void compiler.listenTo(flag.buffer);
  const thread: CompilerThread = {
    compiler,
    onEnd: null,
    begin: () => void flag?.fill(0),
    interrupt: () => void flag?.fill(1),
    end: () => worker.terminate(),
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    thread.onEnd?.(new Error(event.message || 'its thread has ended'));
  });
  return thread;
}
