import { type DataCallback, ErrorCodes, type Message } from 'vscode-jsonrpc/node';
import { idOf, isRecord, messageProblem, type MessageProblem } from './message-problem.ts';
import type { JsonMessageWriter } from './message-writer.ts';
import type { OpenRequests } from './open-requests.ts';

/** The validation rules of a protocol over JSON-RPC. */
export interface GateProtocol {
  /** Returns the error in the parameters of a method, or `null`. */
  paramsProblem(method: string, params: unknown): string | null;
  /** Returns the message that reports an ignored notification, which has no response; `null` for none. */
  complaint(text: string): Message | null;
}

/**
 * Validates messages before a server receives them: malformed ones are answered with an error, so that handlers may
 * trust their input and every request is answered once.
 */
export class MessageGate {
  readonly #writer: JsonMessageWriter;
  readonly #open: OpenRequests;
  readonly #protocol: GateProtocol;

  /**
   * @param writer the writer for error responses.
   * @param open requests without a response yet.
   */
  constructor(writer: JsonMessageWriter, open: OpenRequests, protocol: GateProtocol) {
    this.#writer = writer;
    this.#open = open;
    this.#protocol = protocol;
  }

  /** Takes the text of a message, and delivers the message when it is one. */
  take(text: string, deliver: DataCallback): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      this.refuse(`this is no JSON: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    const problem = messageProblem(message) ?? this.#problemOf(message);
    // A value without a problem is a message.
    if (problem === null) deliver(message as Message);
    else if (isNotification(message)) this.#complain(`'${message.method}': ${problem.message}`);
    else if (isResponse(message)) this.#complain(`a response: ${problem.message}`);
    else this.#respond(idOf(message), problem);
  }

  /** Answers input that is not JSON. */
  refuse(message: string, code: number = ErrorCodes.ParseError): void {
    this.#respond(null, { code, message });
  }

  #problemOf(message: unknown): MessageProblem | null {
    if (!isRecord(message) || typeof message.method !== 'string') return null;
    const { method, params = {} } = message;
    const wrong = this.#protocol.paramsProblem(method, params);
    if (wrong !== null) return { code: ErrorCodes.InvalidParams, message: wrong };
    const id = idOf(message);
    if (id === null || this.#open.begin(id)) return null;
    return { code: ErrorCodes.InvalidRequest, message: `a request with the id ${id} is not answered yet` };
  }

  #respond(id: string | number | null, error: MessageProblem): void {
    // A response, whose `id` may be null where the request had none.
    this.#send({ jsonrpc: '2.0', id, error } as Message);
  }

  #complain(text: string): void {
    const message = this.#protocol.complaint(text);
    if (message !== null) this.#send(message);
  }

  /** Messages that can't be written are dropped: the reader is gone. */
  #send(message: Message): void {
    this.#writer.send(message).catch(() => undefined);
  }
}

function isNotification(message: unknown): message is { readonly method: string } {
  return isRecord(message) && typeof message.method === 'string' && !('id' in message);
}

function isResponse(message: unknown): boolean {
  return isRecord(message) && !('method' in message) && ('result' in message || 'error' in message);
}
