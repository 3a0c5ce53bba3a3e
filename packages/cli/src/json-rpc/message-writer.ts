import type { Writable } from 'node:stream';
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc/node';
import type { OpenRequests } from './open-requests.ts';

/** Frames the text of a message for a stream. */
export type Framing = (json: string) => string;

/** One message a line, as the Model Context Protocol has it. */
export const lineFraming: Framing = (json) => `${json}\n`;

/** Messages preceded by headers with their lengths, as in the Language Server Protocol. */
export const headerFraming: Framing = (json) =>
  `Content-Length: ${Buffer.byteLength(json, 'utf8')}\r\n\r\n${json}`;

/** Writes messages, and takes note of requests that they answer. */
export class JsonMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #output: Writable;
  readonly #framing: Framing;
  readonly #open: OpenRequests;

  constructor(output: Writable, framing: Framing, open: OpenRequests) {
    super();
    this.#output = output;
    this.#framing = framing;
    this.#open = open;
    // A failed write means that the reader is gone.
    output.on('error', () => this.fireClose());
  }

  write(message: Message): Promise<void> {
    if ('id' in message && !('method' in message)) this.#open.end(message.id);
    return this.send(message);
  }

  /** Writes what answers no request that waits. */
  send(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(this.#framing(JSON.stringify(message)), (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  end(): void {
    // Standard output belongs to the process.
  }
}
