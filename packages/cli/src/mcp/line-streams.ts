import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';

/** Characters of a message; a longer line is not kept. */
const MOST_CHARACTERS = 2 ** 28;

/**
 * Reads one JSON message a line, as the Model Context Protocol frames them on standard streams. Lines that are no message
 * are answered, and the next line is read.
 */
export class LineMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #writer: MessageWriter;
  /** The line so far. */
  #pieces: string[] = [];
  #length = 0;

  /** @param writer where complaints about lines go. */
  constructor(input: Readable, writer: MessageWriter) {
    super();
    this.#input = input;
    this.#writer = writer;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: string): void => {
      const [first, ...others] = chunk.split('\n');
      this.#add(first!);
      for (const piece of others) {
        const line = this.#pieces.join('');
        const isTooLong = this.#length > MOST_CHARACTERS;
        this.#pieces = [];
        this.#length = 0;
        if (isTooLong)
          this.#complain(
            ErrorCodes.InvalidRequest,
            `the message is longer than ${MOST_CHARACTERS} characters`,
          );
        else if (line.trim() !== '') this.#read(line, callback);
        this.#add(piece);
      }
    };
    const onEnd = (): void => this.fireClose();
    this.#input.setEncoding('utf8').on('data', onData).on('end', onEnd);
    return { dispose: () => void this.#input.off('data', onData).off('end', onEnd) };
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= MOST_CHARACTERS) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #read(line: string, callback: DataCallback): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (error) {
      this.#complain(
        ErrorCodes.ParseError,
        `this is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      );
      return;
    }
    const problem = problemOf(message);
    if (problem === null) callback(toOwn(message as Message));
    else this.#complain(ErrorCodes.InvalidRequest, problem, idOf(message));
  }

  #complain(code: number, message: string, id: string | number | null = null): void {
    const response = { jsonrpc: '2.0', id, error: { code, message } };
    void this.#writer.write(response);
  }
}

/** Why JSON is no message of JSON-RPC 2.0, or `null`. */
function problemOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return 'a message is an object';
  const { jsonrpc, method } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0') return "'jsonrpc' has to be '2.0'";
  if (method === undefined) return 'result' in message || 'error' in message ? null : "'method' is missing";
  if (typeof method !== 'string') return "'method' is no text";
  const { id, params = {} } = message as Readonly<Record<string, unknown>>;
  if (id !== undefined && idOf(message) === null) return "'id' is neither text nor a number";
  return typeof params === 'object' && params !== null ? null : "'params' is no object";
}

function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null) return null;
  const { id } = message as Readonly<Record<string, unknown>>;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The protocol's notification of a cancelled request as the connection knows it. */
function toOwn(message: Message): Message {
  const { method, params } = message as Message & { readonly method?: string; readonly params?: unknown };
  if (method !== 'notifications/cancelled') return message;
  const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
  return { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: requestId } } as Message;
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
