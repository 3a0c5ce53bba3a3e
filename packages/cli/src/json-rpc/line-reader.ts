import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type MessageReader,
} from 'vscode-jsonrpc/node';
import { LONGEST_MESSAGE } from './longest-message.ts';
import type { MessageGate } from './message-gate.ts';

/** Reads one JSON message a line, as the Model Context Protocol frames them on standard streams. */
export class LineMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #gate: MessageGate;
  /** The line so far. */
  #pieces: string[] = [];
  #length = 0;

  constructor(input: Readable, gate: MessageGate) {
    super();
    this.#input = input;
    this.#gate = gate;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: string): void => {
      const [first, ...others] = chunk.split('\n');
      this.#add(first!);
      for (const piece of others) {
        this.#endLine(callback);
        this.#add(piece);
      }
    };
    const onEnd = (): void => this.fireClose();
    this.#input.setEncoding('utf8').on('data', onData).on('end', onEnd).on('error', onEnd);
    return { dispose: () => void this.#input.off('data', onData).off('end', onEnd).off('error', onEnd) };
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= LONGEST_MESSAGE) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #endLine(callback: DataCallback): void {
    const line = this.#pieces.join('');
    const isTooLong = this.#length > LONGEST_MESSAGE;
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong)
      this.#gate.refuse(
        `the message is longer than ${LONGEST_MESSAGE} characters`,
        ErrorCodes.InvalidRequest,
      );
    else if (line.trim() !== '') this.#gate.take(line, callback);
  }
}
