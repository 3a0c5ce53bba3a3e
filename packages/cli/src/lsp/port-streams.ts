import type { WorkerPort } from '@shardform/runtime-sim';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';

/** Reads messages from a port. */
export class PortReader extends AbstractMessageReader implements MessageReader {
  readonly #port: WorkerPort;

  constructor(port: WorkerPort) {
    super();
    this.#port = port;
  }

  listen(callback: DataCallback): Disposable {
    // The other end sends nothing else.
    const receive = (message: unknown): void => callback(message as Message);
    this.#port.listen(receive, () => this.fireClose());
    return { dispose: () => this.#port.close() };
  }
}

/** Messages that go to a port. */
export class PortWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #port: WorkerPort;

  constructor(port: WorkerPort) {
    super();
    this.#port = port;
  }

  write(message: Message): Promise<void> {
    this.#port.send(message);
    return Promise.resolve();
  }

  end(): void {
    // The port belongs to the thread.
  }
}
