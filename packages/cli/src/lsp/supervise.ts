import type { WorkerPort } from '@shardform/runtime-sim';
import { ErrorCodes, type Message, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { type Rpc, Supervisor } from './supervisor.ts';

/** Milliseconds between looks at the thread and at the editor. */
const PERIOD = 500;

/**
 * Serves an editor on standard input and output by a thread, until the editor leaves.
 *
 * @param start starts a thread, and raises the interrupt that the thread looks at.
 */
export function supervise(start: () => WorkerPort, interrupt: () => void, seconds: number): Promise<never> {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  // What is not written has no reader any more.
  const send = (message: Rpc): void => void writer.write(message as Message).catch(() => undefined);
  const giveUp = (): void => {
    process.stderr.write('shardform: error: the thread of the server can not be started\n');
    process.exit(1);
  };
  const supervisor = new Supervisor(
    { start, interrupt, send, now: () => performance.now(), giveUp },
    seconds,
  );
  let hasShutDown = false;
  let editor: number | null = null;
  const leave = (): void => {
    supervisor.close();
    process.exit(hasShutDown ? 0 : 1);
  };
  reader.onError((error) => {
    const message = `this is no message: ${error.message}`;
    send({ jsonrpc: '2.0', id: null, error: { code: ErrorCodes.ParseError, message } });
  });
  reader.onClose(leave);
  reader.listen((message) => {
    const rpc = message as Rpc;
    if (rpc.method === 'exit') leave();
    if (rpc.method === 'shutdown') hasShutDown = true;
    if (rpc.method === 'initialize') editor = processOf(rpc);
    supervisor.receive(rpc);
  });
  setInterval(() => {
    supervisor.check();
    if (editor !== null && !isAlive(editor)) leave();
  }, PERIOD);
  return new Promise(() => undefined);
}

/** The process of the editor, whose end is the end of the server. */
function processOf({ params }: Rpc): number | null {
  const { processId } = (params ?? {}) as { readonly processId?: unknown };
  return typeof processId === 'number' ? processId : null;
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
