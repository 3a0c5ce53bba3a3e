// A worker thread: runs the tests it is sent, one after another.
import { parentPort, workerData } from 'node:worker_threads';
import { fileCheck, runLitTest, type Tool } from '@shardform/lit';
import { cliTools } from './cli-tools.ts';
import type { Job, JobResult, WorkerSetup } from './messages.ts';
import { withPassOptions } from './pass-options.ts';
import { resolveScript } from './script-tool.ts';

const setup = workerData as WorkerSetup; // what `WorkerPool` starts workers with

async function run({
  path,
  features,
  substitutions,
  fileCheckOptions,
  passOptions,
}: Job): Promise<JobResult> {
  const tools = new Map(
    [...cliTools].map(([name, tool]): [string, Tool] => [
      name,
      (args, input) => tool(withPassOptions(args, passOptions), input),
    ]),
  );
  tools.set('FileCheck', (args, input) => fileCheck([...fileCheckOptions, ...args], input));
  return runLitTest(path, { tools, features, substitutions, resolveTool: resolveScript(setup) });
}

parentPort?.on('message', (job: Job) => {
  void run(job)
    .catch((error: unknown): JobResult => {
      return {
        status: 'failed',
        report: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    })
    .then((result) => parentPort?.postMessage(result));
});
parentPort?.postMessage('ready');
