import type { WorkerPort } from '@shardform/runtime-sim';
import type { DidChangeTextDocumentParams, DidOpenTextDocumentParams } from 'vscode-languageserver';
import { OWN_IDS } from '../json-rpc/message-problem.ts';
import { OpenDocuments } from './open-documents.ts';

/** A message of JSON-RPC. */
export interface Rpc {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Request failed although it was well formed, and request cancelled, of the Language Server Protocol. */
const REQUEST_FAILED = -32803;
const REQUEST_CANCELLED = -32800;

/** The supervisor's request to check whether the thread responds; the method need not exist. */
const PROBE = `${OWN_IDS}probe`;
/** The supervisor's own `initialize` of a replacement thread. */
const REPLAY = `${OWN_IDS}initialize`;

/** The environment of a supervisor. */
export interface SupervisorHost {
  /** Starts a thread that speaks the protocol. */
  start(): WorkerPort;
  /** Cancels the thread's work, until a document changes. */
  interrupt(): void;
  /** Lets the thread put off what nobody waits for. */
  ask(): void;
  /** Sends a message to the editor. */
  send(message: Rpc): void;
  /** Milliseconds. */
  now(): number;
  /** Called when threads end before they send anything. */
  giveUp(): void;
}

/**
 * Stands between an editor and the thread that answers it: stops answers that an edit has made worthless, and replaces a thread
 * that does not answer any more, so that neither a program nor a defect takes the server away.
 */
export class Supervisor {
  readonly #host: SupervisorHost;
  readonly #seconds: number;
  readonly #documents = new OpenDocuments();
  /** Requests that the thread has not answered. */
  readonly #pending = new Map<string | number, Rpc>();
  /** The thread's unfinished work, oldest first: keys of requests and of documents to check, and the document. */
  readonly #unfinished = new Map<string, string>();
  /** Documents that a thread was lost on: they are not opened again until they change. */
  readonly #lost = new Set<string>();
  #port: WorkerPort;
  #initialize: Rpc | null = null;
  /** Since when the thread owes the answer to a probe; `null` when it owes none. */
  #probedAt: number | null = null;
  #isClosed = false;

  /** @param seconds after which a thread that does not answer is replaced. */
  constructor(host: SupervisorHost, seconds: number) {
    this.#host = host;
    this.#seconds = seconds;
    this.#port = this.#start();
  }

  /** Takes a message of the editor. */
  receive(message: Rpc): void {
    const { id, method } = message;
    if (method === 'initialize') this.#initialize = withoutProcess(message);
    if (method === '$/cancelRequest') this.#cancel(message);
    if (method !== undefined && id !== undefined && id !== null) {
      this.#pending.set(id, message);
      this.#host.ask();
    }
    const forwarded = this.#track(message);
    if (forwarded !== null) this.#tell(forwarded);
    if (this.#probedAt === null) this.#probe();
  }

  /** Sends a message to the thread, and keeps what it has to do then. */
  #tell(message: Rpc): void {
    const { id, method } = message;
    const uri = documentOf(message);
    const isRequest = id !== undefined && id !== null;
    const isText = method === 'textDocument/didOpen' || method === 'textDocument/didChange';
    // A queued check keeps its position.
    if (uri !== null && isRequest && !this.#unfinished.has(requestKey(id)))
      this.#unfinished.set(requestKey(id), uri);
    if (uri !== null && isText && !this.#unfinished.has(checkKey(uri)))
      this.#unfinished.set(checkKey(uri), uri);
    if (method === 'textDocument/didClose' && uri !== null) this.#unfinished.delete(checkKey(uri));
    this.#port.send(message);
  }

  /** Replaces the thread if it has not answered for too long. To be called now and then. */
  check(): void {
    if (this.#probedAt === null || this.#host.now() - this.#probedAt <= 1000 * this.#seconds) return;
    this.#replace(`stopped after ${this.#seconds} s; --limit-time raises the limit`);
  }

  /** Ends the thread. */
  close(): void {
    this.#isClosed = true;
    this.#port.close();
  }

  /** Tracks the documents; returns the message to forward to the thread. */
  #track(message: Rpc): Rpc | null {
    const uri = documentOf(message);
    if (message.method === 'initialize') return this.#initialize;
    if (message.method === 'textDocument/didOpen') {
      // Validated before: the parameters are those of the method.
      this.#documents.open(message.params as DidOpenTextDocumentParams);
    } else if (message.method === 'textDocument/didChange') {
      // Validated before: the parameters are those of the method.
      const params = message.params as DidChangeTextDocumentParams;
      this.#documents.change(params);
      // Also a thread that owes no answer may compute something. Only a change that it takes clears the interrupt.
      const isKnown = uri !== null && this.#documents.item(uri) !== null;
      if (isKnown && params.contentChanges.length > 0) this.#host.interrupt();
      if (uri !== null && this.#lost.delete(uri)) return this.#opening(uri);
    } else if (message.method === 'textDocument/didClose' && uri !== null) {
      this.#documents.close(uri);
      if (this.#lost.delete(uri)) return null;
    }
    return message;
  }

  #cancel({ params }: Rpc): void {
    // Validated before: the parameters are those of the method.
    const { id } = (params ?? {}) as { readonly id?: string | number };
    if (id === undefined || !this.#pending.has(id)) return;
    this.#answer(id, REQUEST_CANCELLED, 'cancelled');
  }

  #answer(id: string | number, code: number, message: string): void {
    this.#pending.delete(id);
    this.#unfinished.delete(requestKey(id));
    this.#host.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #start(): WorkerPort {
    const port = this.#host.start();
    let hasSpoken = false;
    port.listen(
      (message) => {
        hasSpoken = true;
        // The other end sends nothing else.
        this.#forward(message as Rpc);
      },
      () => {
        if (this.#port !== port || this.#isClosed) return;
        if (hasSpoken) this.#replace('the thread of the server has ended, probably for want of memory');
        else this.#host.giveUp();
      },
    );
    return port;
  }

  /** Takes a message of the thread. */
  #forward(message: Rpc): void {
    const { id, method } = message;
    if (id === PROBE) this.#probedAt = null;
    if (id === PROBE || id === REPLAY) return;
    const isResponse = method === undefined && id !== undefined && id !== null;
    // A cancelled request has been answered.
    if (isResponse && !this.#pending.delete(id)) return;
    if (isResponse) this.#unfinished.delete(requestKey(id));
    if (method === 'textDocument/publishDiagnostics') this.#checked(message);
    this.#host.send(message);
    if (isResponse && this.#probedAt === null) this.#probe();
  }

  /** A document's problems are found, unless it has changed since. */
  #checked({ params }: Rpc): void {
    // Validated before: the parameters are those of the method.
    const { uri, version } = (params ?? {}) as { readonly uri?: string; readonly version?: number };
    if (uri === undefined) return;
    if (version === undefined || version === this.#documents.item(uri)?.version)
      this.#unfinished.delete(checkKey(uri));
  }

  #probe(): void {
    this.#probedAt = this.#host.now();
    this.#port.send({ jsonrpc: '2.0', id: PROBE, method: '$/probe' });
  }

  #replace(reason: string): void {
    const old = this.#port;
    this.#probedAt = null;
    this.#port = this.#start();
    old.close();
    // The thread was most likely lost on its oldest work. If not, the next one is lost on another document.
    const [blamed = null] = this.#unfinished.values();
    this.#unfinished.clear();
    for (const [id, message] of [...this.#pending]) {
      const uri = documentOf(message);
      if (uri === null || uri === blamed) this.#answer(id, REQUEST_FAILED, reason);
    }
    if (this.#initialize !== null) {
      this.#port.send({ ...this.#initialize, id: REPLAY });
      this.#port.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
    }
    for (const uri of this.#documents.uris) {
      if (uri === blamed) this.#lose(uri, reason);
      else if (!this.#lost.has(uri)) this.#tell(this.#opening(uri));
    }
    // Requests about other documents are repeated.
    for (const message of this.#pending.values()) this.#tell(message);
    if (this.#pending.size > 0) this.#probe();
  }

  #lose(uri: string, reason: string): void {
    this.#lost.add(uri);
    const start = { line: 0, character: 0 };
    const diagnostic = { range: { start, end: start }, severity: 1, source: 'shardform', message: reason };
    this.#host.send({
      jsonrpc: '2.0',
      method: 'textDocument/publishDiagnostics',
      params: { uri, diagnostics: [diagnostic] },
    });
  }

  #opening(uri: string): Rpc {
    const textDocument = this.#documents.item(uri);
    return { jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } };
  }
}

/** An `initialize` for a thread: the process of the editor is watched from outside. */
function withoutProcess(message: Rpc): Rpc {
  // Validated before: the parameters are an object.
  return { ...message, params: { capabilities: {}, ...(message.params as object), processId: null } };
}

function requestKey(id: string | number): string {
  return `request ${typeof id} ${id}`;
}

function checkKey(uri: string): string {
  return `check ${uri}`;
}

/** The document that a message is about. */
function documentOf({ params }: Rpc): string | null {
  // Any message's parameters, of which no field is relied on.
  const { textDocument, arguments: args } = (params ?? {}) as {
    readonly textDocument?: { readonly uri?: unknown };
    readonly arguments?: readonly unknown[];
  };
  // An array of JSON has values of any type.
  const uri: unknown = textDocument?.uri ?? (Array.isArray(args) ? (args[0] as unknown) : null);
  return typeof uri === 'string' ? uri : null;
}
