import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';

/** Reads one JSON message a line, as the Model Context Protocol frames them on standard streams. */
export class LineMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  #rest = '';

  constructor(input: Readable) {
    super();
    this.#input = input;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: string): void => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) if (line.trim() !== '') this.#read(line, callback);
    };
    const onEnd = (): void => this.fireClose();
    this.#input.setEncoding('utf8').on('data', onData).on('end', onEnd);
    return { dispose: () => void this.#input.off('data', onData).off('end', onEnd) };
  }

  #read(line: string, callback: DataCallback): void {
    let message: Message;
    try {
      // The connection checks what the message says.
      message = JSON.parse(line) as Message;
    } catch (error) {
      this.fireError(error);
      return;
    }
    callback(message);
  }
}

/** Writes one JSON message a line. */
export class LineMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #output: Writable;

  constructor(output: Writable) {
    super();
    this.#output = output;
  }

  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  end(): void {
    // Standard output belongs to the process.
  }
}
