import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { runTool } from '@shardform/cli';
import { BusyTime } from './busy-time.ts';

/** A chunk of what a client sends: a message with what frames it. */
export interface Chunk {
  /** The header; `null` for the one that the protocol requires. */
  readonly header: string | null;
  readonly body: string;
}

/** How a protocol frames messages. */
export interface ServerProtocol {
  /** The arguments of the command. */
  readonly args: readonly string[];
  frame(body: string): string;
  /** A body that can be framed. */
  bodyOf(text: string): string;
  /** Takes whole messages off what a server wrote, and gives the rest. */
  split(written: string): readonly [messages: readonly string[], rest: string];
  /** Whether a request that is cancelled is answered. */
  readonly answersCancelled: boolean;
  /** The method of the message by which a client cancels, and the parameter that names the request. */
  readonly cancellation: readonly [method: string, parameter: string];
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

const LAST = 'the last request';
/** Milliseconds that the process may be busy with a session. */
const PATIENCE = 4800;
/** Codes of JSON-RPC and of the Language Server Protocol that tell of a client's mistake or of work that was stopped. */
const CODES: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32800, -32801, -32803]);

/**
 * Says chunks to a server and answers what it asks. What is wrong is a request that is not answered exactly once, an answer
 * to nothing, a code that tells of a defect, a server that ends, or one that does not heed a right message any more.
 */
export async function runSession(chunks: readonly Chunk[], protocol: ServerProtocol): Promise<string | null> {
  const session = new Session(chunks, protocol);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = { input, output };
  let end: string | null = null;
  const running = runTool('shardform', protocol.args, {
    stdin: new Uint8Array(),
    cwd: tmpdir(),
    served,
  }).then(
    ({ exitCode, stderr }) => {
      end = `the server ends with ${exitCode}: ${stderr}`;
    },
    (error: unknown) => {
      end = `the server throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    },
  );
  const busy = new BusyTime();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listener = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (busy.isOver(PATIENCE)) resolve();
    }, 250);
    void running.then(resolve);
    output.setEncoding('utf8').on('data', (text: string) => {
      for (const answer of session.hear(text)) input.write(answer);
      if (!session.isOver) return;
      // An answer too much would come now.
      setImmediate(() => setImmediate(resolve));
    });
  });
  for (const chunk of session.chunks) input.write(chunk);
  await listener;
  clearInterval(timer);
  const early: string | null = end;
  input.end();
  await running;
  return session.problem ?? early ?? session.missing;
}

/** The messages of both sides. */
class Session {
  readonly chunks: readonly string[];
  readonly #protocol: ServerProtocol;
  /** How many answers are owed to ids; `null` when framing is wrong, so that nobody knows. */
  readonly #owed: Map<string, number> | null;
  readonly #cancelled = new Set<string>();
  #rest = '';
  #hasAnsweredLast = false;
  problem: string | null = null;

  constructor(chunks: readonly Chunk[], protocol: ServerProtocol) {
    this.#protocol = protocol;
    this.#owed = chunks.every(({ header }) => header === null) ? new Map() : null;
    for (const { body } of chunks) this.#note(protocol.bodyOf(body));
    const last = protocol.frame(JSON.stringify({ jsonrpc: '2.0', id: LAST, method: 'nothing' }));
    const framed = chunks.map(({ header, body }) =>
      header === null ? protocol.frame(protocol.bodyOf(body)) : header + body,
    );
    // Behind a length that is too large something has to come that may be lost.
    this.chunks = [
      ...framed,
      ...(this.#owed === null ? [' '.repeat(2000), last.replace(LAST, `${LAST}?`)] : []),
      last,
    ];
  }

  get isOver(): boolean {
    return (
      this.#hasAnsweredLast &&
      [...(this.#owed ?? [])].every(([id, count]) => count <= 0 || this.#cancelled.has(id))
    );
  }

  /** The missing response, or `null`. */
  get missing(): string | null {
    if (!this.#hasAnsweredLast) return 'a right request behind everything else is not answered';
    const ids = [...(this.#owed ?? [])].filter(([id, count]) => count > 0 && !this.#cancelled.has(id));
    return ids.length === 0 ? null : `not answered: ${ids.map(([id]) => id).join(', ')}`;
  }

  #note(body: string): void {
    let message: Message | null;
    try {
      message = JSON.parse(body) as Message | null;
    } catch {
      return;
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return;
    const [method, parameter] = this.#protocol.cancellation;
    const cancelled: unknown = message.method === method ? message.params?.[parameter] : undefined;
    if (cancelled !== undefined && !this.#protocol.answersCancelled)
      this.#cancelled.add(JSON.stringify(cancelled));
    const { id } = message;
    if (this.#owed === null || !(typeof id === 'string' || Number.isFinite(id))) return;
    // A response is owed nothing.
    if (!('method' in message) && ('result' in message || 'error' in message)) return;
    this.#owed.set(JSON.stringify(id), (this.#owed.get(JSON.stringify(id)) ?? 0) + 1);
  }

  /** Takes what the server wrote; the answer is what the client says to it. */
  hear(text: string): string[] {
    const [messages, rest] = this.#protocol.split(this.#rest + text);
    this.#rest = rest;
    return messages.flatMap((written) => {
      const message = JSON.parse(written) as Message;
      if (message.method !== undefined) return message.id === undefined ? [] : [this.#answerTo(message)];
      this.#take(message, written);
      return [];
    });
  }

  #answerTo({ id }: Message): string {
    const answer =
      String(id).length % 2 === 0 ? { error: { code: 1, message: 'no' } } : { result: { applied: true } };
    return this.#protocol.frame(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  }

  #take({ id, error }: Message, written: string): void {
    if (error !== undefined && !CODES.has(error.code)) this.problem ??= `answers ${written.slice(0, 400)}`;
    if (id === null || id === undefined) return;
    if (id === LAST || id === `${LAST}?`) {
      this.#hasAnsweredLast ||= id === LAST;
      return;
    }
    if (this.#owed === null) return;
    const count = (this.#owed.get(JSON.stringify(id)) ?? 0) - 1;
    this.#owed.set(JSON.stringify(id), count);
    if (count < 0) this.problem ??= `answers what nobody asked: ${written.slice(0, 400)}`;
  }
}
