import type { WorkerPort } from '@shardform/runtime-sim';
import { HeaderMessageReader } from '../json-rpc/header-reader.ts';
import { MessageGate } from '../json-rpc/message-gate.ts';
import { headerFraming, JsonMessageWriter } from '../json-rpc/message-writer.ts';
import { OpenRequests } from '../json-rpc/open-requests.ts';
import type { ServedStreams } from '../tool-io.ts';
import { lspProtocol } from './request-shapes.ts';
import { type Rpc, Supervisor } from './supervisor.ts';
import type { ThreadSignals } from './thread-signals.ts';
import { codeOf } from '../system-error.ts';

/** Milliseconds between checks of the thread and of the editor. */
const PERIOD = 500;

/**
 * Serves an editor by a thread, until the editor disconnects. Returns the exit code, and the error if the editor has
 * not been notified.
 *
 * @param start starts a thread, which looks at the signals.
 */
export function supervise(
  { input, output }: ServedStreams,
  start: () => WorkerPort,
  signals: ThreadSignals,
  seconds: number,
): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  return new Promise((resolve) => {
    const open = new OpenRequests();
    const writer = new JsonMessageWriter(output, headerFraming, open);
    const reader = new HeaderMessageReader(input, new MessageGate(writer, open, lspProtocol));
    // Messages that can't be written are dropped: the reader is gone.
    const send = (message: Rpc): void => void writer.write(message).catch(() => undefined);
    let hasShutDown = false;
    let editor: number | null = null;
    const leave = (exitCode: number, stderr = ''): void => {
      supervisor.close();
      listener.dispose();
      // A process ends when it has no open inputs.
      input.destroy();
      clearInterval(watch);
      resolve({ exitCode, stderr });
    };
    const giveUp = (): void => leave(1, 'shardform: error: the thread of the server can not be started\n');
    const supervisor = new Supervisor(
      {
        ...{ start, send, giveUp, now: () => performance.now() },
        interrupt: () => signals.edit(),
        ask: () => signals.ask(),
      },
      seconds,
    );
    reader.onClose(() => leave(hasShutDown ? 0 : 1));
    const listener = reader.listen((message) => {
      // The gate lets nothing else pass.
      const rpc = message as Rpc;
      if (rpc.method === 'exit') {
        leave(hasShutDown ? 0 : 1);
        return;
      }
      if (rpc.method === 'shutdown') hasShutDown = true;
      if (rpc.method === 'initialize') editor = processOf(rpc);
      supervisor.receive(rpc);
    });
    const watch = setInterval(() => {
      supervisor.check();
      if (editor !== null && !isAlive(editor)) leave(hasShutDown ? 0 : 1);
    }, PERIOD);
  });
}

/** The process of the editor, whose end is the end of the server. */
function processOf({ params }: Rpc): number | null {
  // Parameters of a request, not validated yet: every field may be missing or of another type.
  const { processId } = (params ?? {}) as { readonly processId?: unknown };
  return typeof processId === 'number' ? processId : null;
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
