import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { kernelThreadCode, useKernelThreads } from '@shardform/runtime-sim';

/** Limit of V8's heap in a thread that computes in memory of its own. */
const HEAP_MEGABYTES = 16;

/** Lets large products be computed on all processors. Threads start when they pay and end with the process. */
export function useProcessorsForKernels(): void {
  useKernelThreads(availableParallelism() - 1, (start) => {
    const code = `(${kernelThreadCode})(require('node:worker_threads').workerData)`;
    const thread = new Worker(code, {
      eval: true,
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    thread.unref();
  });
}
